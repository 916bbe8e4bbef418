"""Which words of class names say what an element holds, and not how it looks?

A class name is written for style sheets: ``size_7``, ``tooltipped``, ``col-md-3`` say nothing about
the value. So only words that name data are believed, in the languages in which sites are written.
Other words of a name are dropped: ``prod-title--big`` gives title. Words that
style sheets need themselves (width, position) are none, whatever they name elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

# Words that name data by themselves.
_NOUNS = """
    abstract access acres address adresse age agency album amount answer answers arrival
    article artist artists aspect attendance attribute audience auteur author authors autor
    autore autoren availability available avatar award awards balance bathrooms baths battery
    bedrooms beds beschreibung bid bids birthdate birthday blurb board body book brand
    breed budget building byline calories campus capacity caption carrier catalog categoria
    categorie categories category channel chapter charge circulation citation citations city
    ciudad classification client code codes collection color colors colour comment
    comments company compatibility composer condition conditions conference contact contents
    contributor contributors copyright cost count country county course court credit credits
    cuisine currency customer data date dates datum day days deadline dealer degree delivery
    demand departamento department departure descricao descripcion description
    descrizione designer destination developer diameter difficulty dimension dimensions
    director directors discipline discount distance district document domain downloads
    duration duree ecoregion edition editor editors education email employer employment ending
    endowment engine entries episode era event events excerpt experience expires extent
    facility faculty fax fecha fee fees file filename filesize firm flavor floor
    followers forks forum founded frequency fuel function gender genre genres grade
    grades group hashtag headline headquarters hersteller highlights history holder
    holdings host hotel hours image imdb income index industry ingredients institution
    instructor instrument interest inventory isbn isrc issn issue issuer job journal judge
    jurisdiction kategorie keyword keywords kind language languages langue lastname
    latitude lesson level levels licence license likes list listprice
    localidad location locations logo longitude lot lugar luogo magazine maintainer maker
    manufacturer marca mark market material materials maturity media member members
    message messages mileage milestone mime minutes mission mode model modell modelo month
    mood motto mpn municipality name names nationality neighborhood neighbourhood network
    newspaper nickname note notes number numero nummer object occupation offer offers office
    opening operator opinion option options order organisation organization organizer origin
    ort outcome owner package packages page pages paper part participants parts party
    patent payment people percent performer period permission person phone phones photographer
    phylum piece pieces place plan platform player plays points policy population port
    positions postcode posted posts power precio preco preis premiere preparation
    presenter prezzo price prices priority prix prize producer product products profession
    professor profile program programme project property protocol provider province
    publication published publisher purpose quality quantity query question questions quote
    quotes race range rank ranking rate rating ratings reach reason recipe recipient record
    recorded reference references region register registrar relation release released
    relevance rent replies reply repository reputation reservation resolution resource
    responses result results revenue review reviewer reviews revision rights role room rooms
    route salary sale sales sample saves savings scale scene schedule school science scope
    score season seat seats section sector seller semester sender sequence series served
    service services serving servings session settings shape shares shop shipment shipping show
    sire situation size sizes skill skills sku snippet software sold solution song source
    sources space speaker species specification specifications speed sponsor sport stadt staff
    stage standard stars start starts state station statistics status stock stop storage store
    street strength student students studio subcategory subject subjects
    subtitle subtype suburb suffix summary supplier support surname symbol symptoms
    synopsis system tag tags target tax taxon taxonomy teacher team telephone temperature
    tenure term terms texture theme thickness thread threads ticket tickets time timestamp
    tipo titel title titles titolo titre titulo tone topic topics total town track tracks
    trade trailer transcript transmission transport treatment typ type types uhrzeit unit
    units university unlimited updated upload uploaded uploader uri url usage use user
    username users valuation value values vehicle vendeur vendor venue verfasser verlag
    version versions video videos views ville visibility visitors visits volume volumes vote
    voters votes ward warranty watchers watts website weekday weight winner word words
    work worth year years zip zipcode zone
"""
# Words that say more about a noun, and nothing without one.
_QUALIFIERS = """
    absolute accepted actual added adult alternate annual approved approximate average base
    best billing birth bought cached chief child closing completed corporate created creation
    critic current daily death deleted delivered due early effective end ended ends estimated
    exact expected expiration expiry final finished first full given global gross highest home
    indexed initial inserted internal joined last late lead local long low lowest main married
    max maximum merged middle min minimum modification modified monthly national native net
    next nominal normal official old opened original other overall own paid past per permanent
    personal planned post postal prev previous primary private public publish purchase
    purchased real recent recommended reduced regional regular related remaining rental
    required retail returned save scheduled second secondary sent shipped short special
    started starting stopped sub submitted suggested trending unique unread used valid
    verified viewed was web weekly working written yearly
"""
# Nouns that mostly name a part of the layout; they count only beside a word that tells more.
_VAGUE_NOUNS = """
    access answer article body book contents data document entries event extension file
    function index job kind label line link list mark media message mode object option options
    page part parts piece place position post posts product products profile program project
    property query question range record reference resource result results review scale scene
    scope section service session settings show space stage standard start stop store
    structure style support surface target term terms theme time tone total track unit units
    use user value values video work zone
"""
# Nouns that style sheets need as well: "size-base" and "secondary-color" say how something looks.
_LOOKS = frozenset({"color", "colors", "colour", "size", "sizes", "weight", "length"})
# Nouns that name the whole record, and nothing that it has.
_WHOLE_NOUNS = """
    article book data document entries event file job link list media object page part post posts
    product products project property record resource result results section show video
"""
# What authors of style sheets write for short.
SHORT = {
    "abstr": "abstract", "addr": "address", "attr": "attribute", "auth": "author",
    "avail": "availability", "avg": "average", "bylines": "byline", "cat": "category",
    "cats": "categories", "cite": "source", "cmt": "comment", "cnt": "count", "comm": "comments",
    "contrib": "contributor", "contribs": "contributors", "ctry": "country", "curr": "currency",
    "dateline": "date", "datetime": "date", "dept": "department", "desc": "description",
    "descr": "description", "descrip": "description", "descript": "description",
    "dims": "dimensions", "dist": "distance", "dt": "date", "dur": "duration", "ed": "edition",
    "ext": "extension", "firstname": "first_name", "fname": "name", "fullname": "full_name",
    "heading": "title", "href": "url", "images": "image", "img": "image", "imgs": "image",
    "lang": "language", "lastname": "last_name", "loc": "location", "manu": "manufacturer",
    "mfg": "manufacturer", "mfr": "manufacturer", "msrp": "list_price", "nom": "name",
    "nombre": "name", "nome": "name", "num": "number", "org": "organization", "orig": "original",
    "perc": "percent", "permalink": "url", "phon": "phone", "photo": "image", "photos": "image",
    "pic": "image", "pics": "image", "picture": "image", "poster": "image", "pricing": "price",
    "pub": "publication", "pubdate": "publication_date", "publ": "publisher", "qty": "quantity",
    "ref": "reference", "reg": "region", "rel": "release", "rtg": "rating",
    "spec": "specification", "specs": "specifications", "src": "source", "stat": "status",
    "subj": "subject", "sum": "summary", "tel": "phone", "tele": "phone", "thumb": "image",
    "thumbnail": "image", "thumbs": "image", "tit": "title", "ttl": "title",
    "username": "user_name", "vendorname": "vendor_name", "ver": "version", "vol": "volume",
    "vote": "votes", "yr": "year",
}  # fmt: skip

ICONS = {
    "bath": "bathrooms", "bed": "bedrooms", "calendar": "date", "clock": "time",
    "comment": "comments", "comments": "comments", "download": "downloads",
    "downloads": "downloads", "envelope": "email", "eye": "views", "folder": "category",
    "forked": "forks", "forks": "forks", "globe": "website", "heart": "likes", "like": "likes",
    "likes": "likes", "location": "location", "map": "location", "marker": "location",
    "phone": "phone", "pin": "location", "retweet": "shares", "share": "shares", "star": "stars",
    "tag": "tags", "tags": "tags", "user": "user", "views": "views",
}  # fmt: skip
"""What icons are called, and what the value behind them is."""

PREPOSITIONS = {
    **dict.fromkeys(("by", "von", "par", "por", "av", "door", "di"), "author"),
    **dict.fromkeys(("from", "aus", "via"), "source"),
    "in": "category",
    **dict.fromkeys(("on", "am", "le", "el", "il"), "date"),
    **dict.fromkeys(("for", "with", "at", "of", "to", "für", "mit", "pour", "avec", "para"), ""),
}
"""What stands behind a preposition that labels it, where that is plain."""

NOUNS = frozenset(_NOUNS.split()) | {said.rpartition("_")[2] for said in SHORT.values()}
QUALIFIERS = frozenset(_QUALIFIERS.split()) - NOUNS
_VAGUE = frozenset(_VAGUE_NOUNS.split())
_WHOLE = frozenset(_WHOLE_NOUNS.split())


def data_words(words: Sequence[str]) -> list[str]:
    """The words of a class name that say what an element holds; none if they do not."""
    telling = (word for word in words if word not in _LOOKS or word == words[-1])
    spelt = (part for word in telling for part in SHORT.get(word, word).split("_"))
    known = [word for word in spelt if word in NOUNS or word in QUALIFIERS]
    while known and known[-1] in QUALIFIERS:
        known.pop()
    told = list(dict.fromkeys((*(w for w in known[:-1] if w not in _WHOLE), *known[-1:])))
    is_look = len(told) > 1 and _LOOKS.issuperset(word for word in told if word not in QUALIFIERS)
    return [] if is_look or _VAGUE.issuperset(told) else told
