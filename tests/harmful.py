"""Forms that no machine may submit, as sites of many kinds have them; all written for the tests.

Most are sent by GET, with which the rule is laxer, and few say by a type of input what they are.
"""

from __future__ import annotations

ENGLISH = {
    "login": """<form action="/session" method="post"><label>User <input name="user"></label>
        <label>Password <input type="password" name="pass"></label><button>Log in</button>
        </form>""",
    "login, first step": """<form action="/signin"><label>Username or phone number
        <input name="identifier"></label><button>Next</button></form>""",
    "registration": """<form action="/users/new" method="post"><input name="first"
        placeholder="First name"><input name="last" placeholder="Last name"><input name="mail"
        placeholder="E-mail"><button>Create account</button></form>""",
    "comment": """<form action="/wp-comments-post.php" method="post"><h3>Leave a reply</h3><input
        name="author" placeholder="Name"><textarea name="comment"></textarea><button>Post comment
        </button></form>""",
    "comment in a line": """<form action="/say"><label>Your comment <input name="c"></label>
        <button>Post</button></form>""",
    "contact": """<form action="/contact" method="post"><input name="name"><input name="subject"
        placeholder="Subject"><textarea name="message"></textarea><button>Send message</button>
        </form>""",
    "newsletter": """<form action="/list" method="get"><p>Get our news by e-mail</p><input
        type="email" name="e"><button>OK</button></form>""",
    "newsletter, no e-mail input": """<form action="/list"><h4>Newsletter</h4><input name="EMAIL"
        placeholder="Your e-mail address"><button>Subscribe</button></form>""",
    "unsubscribe": """<form action="/unsubscribe"><label>E-mail address <input name="address">
        </label><button>Unsubscribe</button></form>""",
    "delete account": """<form action="/account/delete"><label>Type DELETE to confirm <input
        name="confirm"></label><button>Delete my account</button></form>""",
    "delete account by a button": """<form action="/account"><input type="hidden" name="action"
        value="delete"><button>Yes</button></form>""",
    "cart by GET": """<form action="/cart/add"><input type="hidden" name="id" value="17">
        <label>Qty <input name="qty" value="1" size="2"></label><button>Add to cart</button>
        </form>""",
    "cart by POST": """<form action="/basket" method="post"><input name="quantity" value="1">
        <input type="hidden" name="sku" value="A-17"><button>Add to basket</button></form>""",
    "cart, bare": """<form action="/shop"><input name="n" value="1"><select name="size"><option>S
        <option>M</select><button>Buy now</button></form>""",
    "poll": """<form action="/poll"><p>Which season do you like best?</p><label><input type="radio"
        name="answer" value="1"> Spring</label><label><input type="radio" name="answer" value="2">
        Autumn</label><button>Vote</button></form>""",
    "poll with another answer": """<form action="/survey"><label><input type="radio" name="a"
        value="1"> Yes</label><label>Other: <input name="other"></label><button>Vote</button>
        </form>""",
    "vote": """<form action="/up"><input type="hidden" name="post" value="9"><button>Vote up
        </button></form>""",
    "rating": """<form action="/rate"><select name="stars"><option>1<option>2<option>3</select>
        <input name="title" placeholder="Title of your review"><button>Rate this product</button>
        </form>""",
    "upload": """<form action="/image" method="post" enctype="multipart/form-data"><input
        type="file" name="f"><input name="q"><button>Search by image</button></form>""",
    "payment": """<form action="/pay"><label>Card number <input name="number"
        autocomplete="cc-number"></label><label>CVC <input name="cvc"></label><button>Pay</button>
        </form>""",
    "payment, one box": """<form action="/charge"><label>Credit card number <input name="n"></label>
        <button>Continue</button></form>""",
    "captcha": """<form action="/list"><input name="q"><label>Type the letters that you see <input
        name="captcha_code"></label><button>Go</button></form>""",
    "coupon": """<form action="/cart/coupon"><input name="code" placeholder="Coupon code"><button>
        Apply</button></form>""",
    "gift card": """<form action="/redeem"><input name="code" placeholder="Gift voucher"><button>
        Redeem</button></form>""",
    "logout": """<form action="/logout"><input type="hidden" name="u" value="5"><button>Log out
        </button></form>""",
    "password recovery": """<form action="/password/forgot"><label>User name or e-mail <input
        name="login"></label><button>Reset my password</button></form>""",
    "donation": """<form action="/donate"><label>Amount <input name="amount" value="25"></label>
        <button>Donate now</button></form>""",
    "bid": """<form action="/auction/17"><label>Your maximum bid <input name="bid"></label><button>
        Place bid</button></form>""",
    "booking": """<form action="/table"><label>Your name <input name="name"></label><label>Phone
        <input name="phone"></label><button>Book a table</button></form>""",
    "report": """<form action="/report"><label>What is wrong with this page? <input name="why">
        </label><button>Report</button></form>""",
    "invitation": """<form action="/invite"><label>Friend's e-mail <input name="friend"></label>
        <button>Send invitation</button></form>""",
    "new page of a wiki": """<form action="/index.php"><input type="hidden" name="action"
        value="edit"><input name="title"><button>Create page</button></form>""",
}  # fmt: skip

# Type of form: what its box says, and its button.
_IN_WORDS = {
    "German": {
        "login": ("Benutzername", "Anmelden"),
        "registration": ("Wunschname", "Registrieren"),
        "newsletter": ("Ihre E-Mail-Adresse", "Newsletter abonnieren"),
        "unsubscribe": ("E-Mail-Adresse", "Newsletter abbestellen"),
        "delete account": ("Grund", "Konto löschen"),
        "cart": ("Menge", "In den Warenkorb"),
        "comment": ("Ihr Kommentar", "Absenden"),
        "contact": ("Ihre Nachricht", "Senden"),
        "poll": ("Andere Antwort", "Abstimmen"),
        "password recovery": ("Benutzername", "Passwort vergessen"),
        "coupon": ("Gutscheincode", "Einlösen"),
        "donation": ("Betrag", "Jetzt spenden"),
    },
    "French": {
        "login": ("Identifiant", "Se connecter"),
        "registration": ("Pseudo", "S'inscrire"),
        "newsletter": ("Votre adresse e-mail", "S'abonner"),
        "unsubscribe": ("Votre courriel", "Se désabonner"),
        "delete account": ("Motif", "Supprimer mon compte"),
        "cart": ("Quantité", "Ajouter au panier"),
        "comment": ("Votre commentaire", "Publier"),
        "contact": ("Votre message", "Envoyer"),
        "poll": ("Autre réponse", "Voter"),
        "password recovery": ("Identifiant", "Mot de passe oublié"),
        "coupon": ("Code promo", "Appliquer"),
        "donation": ("Montant", "Faire un don"),
    },
    "Spanish": {
        "login": ("Usuario", "Iniciar sesión"),
        "registration": ("Nombre", "Registrarse"),
        "newsletter": ("Correo electrónico", "Suscribirse"),
        "unsubscribe": ("Correo electrónico", "Darse de baja"),
        "delete account": ("Motivo", "Eliminar mi cuenta"),
        "cart": ("Cantidad", "Añadir al carrito"),
        "comment": ("Su comentario", "Publicar"),
        "contact": ("Mensaje", "Enviar"),
        "poll": ("Otra respuesta", "Votar"),
        "password recovery": ("Usuario", "Olvidé mi contraseña"),
        "coupon": ("Código de descuento", "Aplicar cupón"),
        "donation": ("Importe", "Donar ahora"),
    },
    "Russian": {
        "login": ("Логин", "Войти"),
        "registration": ("Имя пользователя", "Зарегистрироваться"),
        "newsletter": ("Электронная почта", "Подписаться"),
        "unsubscribe": ("Электронная почта", "Отписаться"),
        "delete account": ("Причина", "Удалить аккаунт"),
        "cart": ("Количество", "В корзину"),  # noqa: RUF001
        "comment": ("Ваш комментарий", "Отправить"),
        "contact": ("Сообщение", "Отправить"),
        "poll": ("Другой ответ", "Голосовать"),
        "password recovery": ("Логин", "Восстановить пароль"),
        "coupon": ("Промокод", "Применить"),
        "donation": ("Сумма", "Пожертвовать"),
    },
    "Chinese": {
        "login": ("用户名", "登录"),
        "registration": ("用户名", "立即注册"),
        "newsletter": ("请输入您的邮箱", "订阅"),
        "unsubscribe": ("邮箱地址", "退订"),
        "delete account": ("原因", "注销账号"),
        "cart": ("数量", "加入购物车"),
        "comment": ("评论内容", "发表评论"),
        "contact": ("留言", "提交留言"),
        "poll": ("其他", "投票"),
        "password recovery": ("用户名", "找回密码"),
        "coupon": ("优惠券", "使用"),
        "donation": ("金额", "立即捐款"),
    },
    "Japanese": {
        "login": ("ユーザー名", "ログイン"),
        "registration": ("ニックネーム", "会員登録する"),
        "newsletter": ("メールアドレス", "メルマガ登録"),
        "unsubscribe": ("メールアドレス", "配信停止"),
        "cart": ("数量", "カートに入れる"),
        "comment": ("コメント", "投稿する"),
        "poll": ("その他", "投票する"),
    },
    "Portuguese": {
        "login": ("Usuário", "Entrar"),
        "registration": ("Nome", "Cadastrar"),
        "newsletter": ("Seu e-mail", "Assinar"),
        "cart": ("Quantidade", "Adicionar ao carrinho"),
        "delete account": ("Motivo", "Excluir conta"),
        "poll": ("Outra resposta", "Votar"),
    },
}  # fmt: skip


def _in_words(number: int, said: str, button: str) -> str:
    """Nothing but the words tells: address and name of the box are silent."""
    return f"""<form action="/p/{number}"><label>{said} <input name="f{number}"></label>
        <button>{button}</button></form>"""


_TOLD = [
    (f"{what}, {language}", said, button)
    for language, types in _IN_WORDS.items()
    for what, (said, button) in types.items()
]
IN_WORDS = {
    name: _in_words(number, said, button) for number, (name, said, button) in enumerate(_TOLD)
}

HARMFUL = ENGLISH | IN_WORDS


def planted(form: str) -> str:
    """The form with the word of a search in its class and id."""
    return form.replace("<form ", '<form class="search-form" id="search" ', 1)
