"""A family of generated sites, to explore: real link texts, real shapes of directories.

Each site is a theme (a library, a court, a shop, in one of six languages) with its own sections,
pages, lists of records, news, and some of what makes exploring hard: calendars, visits written into
addresses, pages behind a login, newsletter and login forms on every page. The search forms stand on
the home page, one, two or three clicks away, in several places, or nowhere. A seed makes a site.

Themes are in two parts: one to tune with, one to report on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

Place = Literal["home", "one", "two", "three", "several", "none"]
# How often each place is used; real sites have the form on the home page far more often.
PLACES: dict[Place, int] = {"home": 5, "one": 5, "two": 4, "three": 2, "several": 5, "none": 3}
Half = Literal["tune", "report"]
ADDRESSES = ("slug", "html", "php", "id", "node", "aspx", "flat")
# Of links that lead to forms, how many say nothing of it; of their addresses.
OBSCURE_TEXT, OBSCURE_ADDRESS = 0.08, 0.3


@dataclass(frozen=True, slots=True)
class Theme:
    """``sections``: a heading a line, with its pages behind it; ``searches``: a way to a form a
    line, its link texts click by click."""

    name: str
    half: Half
    language: str
    sections: str
    searches: str
    records: str
    news: str


@dataclass(slots=True)
class Node:
    """A page: what links to it say, where it is, what it holds."""

    text: str
    address: str = ""
    around: str = ""
    below: list[Node] = field(default_factory=list)
    form: str = ""
    is_walled: bool = False


WORDS = {
    "en": ("Search", "Keywords", "Privacy|Terms of use|Contact|Accessibility|Sitemap", "Read more"),
    "de": ("Suchen", "Stichwort", "Datenschutz|Impressum|Kontakt|Barrierefreiheit", "Weiterlesen"),
    "fr": ("Rechercher", "Mots-clés", "Mentions légales|Contact|Plan du site", "Lire la suite"),
    "es": ("Buscar", "Palabra clave", "Aviso legal|Contacto|Mapa web|Privacidad", "Leer más"),
    "it": ("Cerca", "Parola", "Note legali|Contatti|Privacy|Mappa del sito", "Continua"),
    "nl": ("Zoeken", "Trefwoord", "Privacy|Contact|Disclaimer|Sitemap", "Lees verder"),
}
MAPS = frozenset({"Sitemap", "Plan du site", "Mapa web", "Mappa del sito"})
OBSCURE = {
    "en": ("Start here", "Click here", "Online", "Gateway", "ATHENA", "e-Services", "Enter"),
    "de": ("Hier klicken", "Online", "Portal", "VIRTUS", "Zum Angebot"),
    "fr": ("Cliquez ici", "En ligne", "Portail", "ALADIN"),
    "es": ("Pulse aquí", "En línea", "Portal", "Acceso"),
    "it": ("Clicca qui", "Online", "Portale", "Accesso"),
    "nl": ("Klik hier", "Online", "Portaal", "Naar het systeem"),
}

THEMES = (
    Theme(
        "library", "tune", "en",
        """About the library: Opening hours; Staff; Library board; Mission and history; Jobs
        Services: Borrowing; Interlibrary loan; Printing and copying; Study rooms; Ask a librarian
        Collections: Local history; Rare books; Maps; Newspapers on microfilm; Digital archive
        Events: Story time; Book clubs; Author visits; Exhibitions
        Kids and teens: Homework help; Summer reading; Teen advisory board
        Research: Subject guides; Citation help; Genealogy; Government documents""",
        """Search the catalogue
        Advanced search
        Collections > Search the digital archive
        Research > Databases A-Z
        Research > Genealogy > Obituary index search
        Library catalogue
        Services > Online services > Find articles""",
        "River Stories|The Long Winter|Gardens of the North|A History of Bridges|Letters Home",
        "Library closed on Monday|New books in March|Volunteers wanted|Scan day was a success",
    ),
    Theme(
        "hospital", "tune", "en",
        """Patients and visitors: Visiting hours; Parking; Admissions; Billing and insurance
        Departments: Cardiology; Neurology; Orthopedics; Pediatrics; Emergency; Radiology
        About us: Leadership; Awards; Community report; Careers; Press room
        Health information: Diseases and conditions; Wellness; Nutrition; Vaccines
        For professionals: Referrals; Continuing education; Residency programs
        Giving: Donate now; Foundation; Volunteer""",
        """Find a doctor
        Find a physician
        About us > Careers > Job search
        Health information > Search the health library
        For professionals > Clinical trials search
        Locations and directory
        Patients and visitors > Price lookup""",
        "Dr. Anna Weiss|Dr. Raj Patel|Dr. Maria Lopez|Dr. Tom Keller|Dr. Jane Osei",
        "New wing opens|Police search for missing patient ends|Flu season|Blood drive on Friday",
    ),
    Theme(
        "gericht", "tune", "de",
        """Das Gericht: Organisation; Präsidium; Richter; Geschichte; Geschäftsverteilung
        Verfahren: Ablauf; Kosten; Prozesskostenhilfe; Formulare; Zuständigkeit
        Presse: Pressemitteilungen; Pressestelle; Akkreditierung
        Service: Öffnungszeiten; Anfahrt; Barrierefreiheit; Ausbildung; Links
        Aktuelles: Termine; Veranstaltungen; Stellenangebote""",
        """Entscheidungssuche
        Rechtsprechung > Suche in Entscheidungen
        Entscheidungen
        Service > Datenbank > Erweiterte Suche
        Rechtsprechungsdatenbank
        Verfahren > Terminsuche""",
        "Urteil vom 3. Mai|Beschluss zur Miete|Urteil zum Baurecht|Beschluss zu Kosten",
        "Neuer Präsident ernannt|Tag der offenen Tür|Verfahren ausgesetzt|Suche nach Zeugen",
    ),
    Theme(
        "immobilier", "tune", "fr",
        """L'agence: Notre équipe; Nos valeurs; Honoraires; Recrutement; Témoignages
        Acheter: Maisons; Appartements; Terrains; Neuf; Guide de l'acheteur
        Louer: Appartements à louer; Maisons à louer; Guide du locataire
        Vendre: Estimation; Conseils; Diagnostics
        Actualités: Marché immobilier; Fiscalité; Travaux""",
        """Recherche de biens
        Recherche avancée
        Acheter > Rechercher un bien
        Nos annonces
        Louer > Locations > Trouver une location
        Annuaire des agences""",
        "Maison 5 pièces Lyon|Studio Bordeaux|Villa Nice|Appartement T3 Lille|Terrain à bâtir",
        "Les taux baissent|Salon de l'immobilier|Nouvelle loi|Rénover sans se ruiner",
    ),
    Theme(
        "tienda", "tune", "es",
        """Productos: Herramientas; Jardín; Iluminación; Pinturas; Ofertas
        Empresa: Quiénes somos; Historia; Trabaja con nosotros; Calidad
        Ayuda: Envíos; Devoluciones; Formas de pago; Preguntas frecuentes
        Tiendas: Madrid; Barcelona; Sevilla; Valencia; Horarios
        Blog: Consejos; Proyectos; Novedades""",
        """Buscador de productos
        Búsqueda avanzada
        Productos > Buscar por referencia
        Catálogo
        Tiendas > Localizador > Buscar tienda
        Ayuda > Repuestos > Buscador de piezas""",
        "Taladro 500W|Sierra circular|Lámpara LED|Pintura blanca 5L|Juego de llaves",
        "Rebajas de enero|Nueva tienda en Málaga|Cómo pintar|Busca tu regalo",
    ),
    Theme(
        "university", "tune", "en",
        """Admissions: Undergraduate; Graduate; International; Tuition and fees; Visit campus
        Academics: Schools and departments; Programs; Calendar; Registrar; Study abroad
        Research: Centers and institutes; Funding; Ethics; Technology transfer
        Campus life: Housing; Dining; Athletics; Clubs; Health services
        Alumni: Benefits; Reunions; Chapters; Magazine
        About: President; Facts and figures; History; Maps and directions; Employment""",
        """Directory
        Course search
        Academics > Course catalog > Search courses
        Research > Research database
        People finder
        About > Employment > Search open positions
        Library > Library catalog search
        Academics > Class schedule lookup""",
        "Physics 101|Intro to Law|Marine Biology|World Literature|Data Structures",
        "Researchers find new enzyme|Campus closed Friday|Search for new dean begins|Team wins cup",
    ),
    Theme(
        "comune", "tune", "it",
        """Il comune: Sindaco; Giunta; Consiglio; Uffici; Statuto
        Servizi: Anagrafe; Tributi; Scuola; Ambiente; Mobilità
        Vivere la città: Turismo; Musei; Sport; Eventi; Mercati
        Amministrazione: Bilancio; Bandi; Concorsi; Trasparenza
        Notizie: Comunicati; Avvisi; Ordinanze""",
        """Ricerca
        Albo pretorio
        Amministrazione > Ricerca atti
        Servizi > Modulistica > Cerca moduli
        Ricerca avanzata
        Archivio delibere""",
        "Delibera n. 12|Bando asilo nido|Ordinanza traffico|Concorso agente|Avviso pubblico",
        "Chiusura strade|Festa patronale|Cerca lavoro? Ecco i bandi|Nuovo parco",
    ),
    Theme(
        "cars", "tune", "en",
        """New vehicles: Sedans; Trucks; SUVs; Electric; Model comparison; Incentives
        Used vehicles: Certified; Under 10000; Specials; Value your trade
        Service: Schedule service; Parts; Tires; Recall information; Coupons
        Finance: Apply online; Payment calculator; Lease or buy
        About us: Our team; Reviews; Careers; Hours and directions""",
        """Search inventory
        Used vehicles > Used inventory
        New vehicles > Search new inventory
        Vehicle finder
        Service > Parts > Parts lookup
        Inventory
        Used vehicles > Pre-owned > Find your car""",
        "2019 Sedan LX|2021 Pickup 4x4|2018 Wagon|2020 Hatchback S|2022 Electric One",
        "Winter tires|Find out what our customers say|Grand opening|New model year",
    ),
    Theme(
        "museum", "tune", "en",
        """Visit: Opening times; Tickets; Getting here; Cafe and shop; Accessibility
        Exhibitions: Current; Upcoming; Past; Travelling
        Learn: Schools; Families; Adults; Resources for teachers; Online courses
        Support: Membership; Donate; Corporate; Volunteer
        About: History; Trustees; Press; Jobs; Venue hire
        Research: Conservation; Publications; Archive; Fellowships""",
        """Search the collection
        Collection
        Collections online > Advanced search
        Research > Archive > Search the archive
        Explore the collection
        Learn > Picture library > Image search
        Objects and stories""",
        "Bronze helmet|Portrait of a lady|Silver spoon|Clay tablet|Blue vase",
        "Lost painting found|Night at the museum|In search of Egypt|New director named",
    ),
    Theme(
        "universitaet", "tune", "de",
        """Studium: Studiengänge; Bewerbung; Prüfungen; Beratung; Semestertermine
        Forschung: Schwerpunkte; Institute; Nachwuchs; Transfer; Publikationen
        Universität: Präsidium; Geschichte; Zahlen und Fakten; Karriere; Anreise
        International: Austausch; Welcome Center; Sprachkurse
        Campus: Mensa; Wohnen; Sport; Kultur; IT-Dienste
        Presse: Mitteilungen; Magazin; Veranstaltungskalender""",
        """Personensuche
        Bibliothek > Katalog
        Forschung > Publikationsdatenbank
        Studium > Vorlesungsverzeichnis > Veranstaltung suchen
        Telefonverzeichnis
        Universität > Karriere > Stellensuche
        Suche""",
        "Vorlesung Optik|Seminar Ethik|Übung Statistik|Praktikum Chemie|Kolloquium",
        "Forscher finden Genvariante|Neue Mensa|Preis für Lehre|Die Suche nach dunkler Materie",
    ),
    Theme(
        "government", "tune", "en",
        """Residents: Taxes; Trash and recycling; Parks; Permits; Public safety
        Business: Licenses; Bids and purchasing; Zoning; Economic development
        Government: Mayor; City council; Boards and commissions; Budget; Elections
        Departments: Police; Fire; Water; Public works; Human resources; Planning
        News: Press releases; Newsletters; Alerts
        How do I: Pay a bill; Report a problem; Apply for a job; Contact the city""",
        """Property search
        Document search
        Government > Meetings > Search agendas and minutes
        Business > Licenses > License lookup
        Public records
        Departments > Planning > Permit search
        Services > Parcel viewer
        Code of ordinances""",
        "Parcel 12-044|Permit 2231|Ordinance 88|Contract award|Meeting of May 4",
        "Road works|Search and rescue team honored|Budget adopted|Leaf collection",
    ),
    Theme(
        "emploi", "tune", "fr",
        """Candidats: Conseils CV; Lettre de motivation; Salaires; Formation
        Recruteurs: Publier une annonce; Tarifs; Nos solutions
        Métiers: Informatique; Commerce; Santé; Bâtiment; Transport
        Qui sommes-nous: L'équipe; Presse; Partenaires
        Actualités: Marché du travail; Salons; Alternance""",
        """Rechercher un emploi
        Offres d'emploi
        Candidats > Recherche avancée
        Métiers > Fiches métiers > Trouver un métier
        Candidats > Toutes les offres
        Annuaire des entreprises""",
        "Développeur web|Infirmier de nuit|Chef de chantier|Comptable|Chauffeur",
        "Chômage en baisse|Salon de l'emploi|À la recherche d'un stage|Nouvelle loi travail",
    ),
    Theme(
        "winkel", "tune", "nl",
        """Assortiment: Fietsen; Onderdelen; Kleding; Helmen; Aanbiedingen
        Service: Onderhoud; Garantie; Retourneren; Betalen; Verzending
        Over ons: Ons team; Geschiedenis; Vacatures; Nieuws
        Winkels: Amsterdam; Utrecht; Groningen; Openingstijden
        Advies: Maat bepalen; Verlichting; Sloten""",
        """Zoeken
        Uitgebreid zoeken
        Assortiment > Alle producten
        Productzoeker
        Winkels > Vind een winkel
        Service > Onderdelen > Zoek op artikelnummer""",
        "Stadsfiets 28 inch|Racefiets|Kinderzitje|Helm rood|Bandenset",
        "Opruiming|Nieuwe winkel|Op zoek naar een e-bike?|Fietsen in de winter",
    ),
    Theme(
        "genomics", "tune", "en",
        """About: Consortium; Funding; People; Citing us; Contact
        Tools: BLAST; Genome browser; Primer design; Alignment
        Data: Downloads; Releases; Statistics; Submission guide; FTP
        Documentation: User guide; Tutorials; API; FAQ; Glossary
        Community: Mailing list; Meetings; Publications; News
        Species: Mouse; Rat; Zebrafish; Yeast; Fly""",
        """Search
        Advanced query
        Data > Gene search
        Tools > Sequence lookup
        Data > Strains > Strain finder
        Species > Phenotype database
        Documentation > Term browser > Find terms""",
        "Gene ABC1|Gene XYZ2|Allele 7|Strain 129|Marker D4",
        "Release 42|Server down on Sunday|Searching for curators|New assembly",
    ),
    Theme(
        "hoteles", "tune", "es",
        """Destinos: Andalucía; Cataluña; Canarias; Galicia; Madrid
        Experiencias: Playa; Montaña; Gastronomía; Familia; Rutas
        Información: El tiempo; Transporte; Consejos; Visados
        Sobre nosotros: Quiénes somos; Prensa; Trabaja con nosotros
        Blog: Viajes; Recetas; Fiestas""",
        """Buscar hotel
        Alojamientos
        Destinos > Buscador de hoteles
        Experiencias > Rutas > Buscar rutas
        Reservas y disponibilidad
        Guía de restaurantes""",
        "Hotel Sol|Hostal Mar|Parador Alto|Casa rural Río|Apartamentos Luz",
        "Ruta del vino|Feria de abril|En busca de la mejor playa|Nuevos vuelos",
    ),
    Theme(
        "society", "tune", "en",
        """Membership: Join; Renew; Benefits; Student members; Chapters
        Meetings: Annual meeting; Workshops; Webinars; Call for papers; Calendar
        Publications: Journal; Newsletter; Books; Author guidelines
        Education: Careers; Teaching resources; Scholarships; Certification
        About: Mission; Officers; Committees; Bylaws; History; Contact
        Awards: Medals; Fellows; Nominations""",
        """Member directory
        Publications > Search abstracts
        Find an expert
        Publications > Journal > Search articles
        Education > Careers > Job board
        Resources
        Meetings > Past meetings > Program search""",
        "Abstract 101|Abstract 102|Paper on waves|Poster 7|Talk on soils",
        "President's letter|Nominations open|Society in search of editor|Medal awarded",
    ),
    Theme(
        "newspaper", "report", "en",
        """News: Local; National; World; Crime; Weather; Traffic
        Sports: Football; Basketball; High school; Outdoors; Scores
        Opinion: Editorials; Letters; Columnists; Cartoons
        Life: Food; Travel; Home and garden; Religion; Comics; Horoscopes
        Business: Markets; Real estate; Technology; Agriculture
        Customer service: Subscribe; Place an ad; Delivery problems; Advertise; Staff""",
        """Archives
        Classifieds
        Obituaries > Search obituaries
        Business > Public notices > Search notices
        Homes
        Life > Restaurant finder
        Sports > Player lookup
        Search our archives""",
        "Council votes on bridge|Rain expected|Bakery turns 100|Fire on Elm Street|Game recap",
        "Search continues for hikers|Election guide|Photos of the week|Subscriber event",
    ),
    Theme(
        "software", "report", "en",
        """Product: Features; Pricing; Security; Integrations; Roadmap
        Documentation: Getting started; Installation; Configuration; Reference; Changelog
        Community: Forum; Chat; Contributing; Code of conduct; Sponsors
        Company: About; Team; Careers; Press kit; Contact
        Blog: Releases; Engineering; Case studies
        Support: Plans; Status; Training; Consulting""",
        """Package search
        Community > Plugins
        Documentation > Search the docs
        Support > Knowledge base
        Community > Bug tracker > Find issues
        Module index
        Support > Known issues > Error code lookup
        Downloads""",
        "http-client 1.2|json-tools 0.9|Plugin Charts|Module auth|Theme Dark",
        "Version 5 released|We are hiring|Searching faster with trees|Security advisory",
    ),
    Theme(
        "handwerk", "report", "de",
        """Kammer: Vorstand; Vollversammlung; Geschäftsführung; Standorte; Geschichte
        Ausbildung: Lehrvertrag; Prüfungen; Berufe; Praktikum; Förderung
        Weiterbildung: Meisterschule; Kurse; Anmeldung; Beihilfen
        Beratung: Recht; Betriebswirtschaft; Technik; Umwelt; Export
        Service: Formulare; Downloads; Anfahrt; Newsletter; Ansprechpartner
        Aktuelles: Nachrichten; Termine; Presse""",
        """Betriebssuche
        Handwerkersuche
        Ausbildung > Lehrstellenbörse
        Service > Sachverständige > Sachverständigensuche
        Weiterbildung > Kurssuche
        Betriebsbörse
        Beratung > Gesetze > Suche in Vorschriften""",
        "Tischlerei Braun|Elektro Schmidt|Bäckerei Vogel|Dachdecker Lange|Malerbetrieb Roth",
        "Freisprechung 2024|Auf der Suche nach Nachwuchs|Neue Gebühren|Messe im Mai",
    ),
    Theme(
        "musee", "report", "fr",
        """Visiter: Horaires; Tarifs; Accès; Boutique; Groupes
        Expositions: En cours; À venir; Passées; Hors les murs
        Découvrir: Histoire du musée; Chefs-d'œuvre; Parcours; Vidéos
        Enseigner: Écoles; Dossiers pédagogiques; Ateliers
        Professionnels: Presse; Privatisation; Marchés publics; Mécénat
        Actualités: Agenda; Concerts; Conférences""",
        """Collections
        Rechercher une œuvre
        Découvrir > Base de données des œuvres
        Professionnels > Photothèque > Recherche d'images
        Catalogue de la bibliothèque
        Collections en ligne > Recherche multicritère
        Découvrir > Archives > Inventaire""",
        "Vase grec|Buste romain|Nature morte|Épée médiévale|Tapisserie",
        "À la recherche du tableau perdu|Nuit des musées|Réouverture|Nouveau directeur",
    ),
    Theme(
        "universidad", "report", "es",
        """Universidad: Rectorado; Historia; Campus; Normativa; Transparencia
        Estudios: Grados; Másteres; Doctorado; Admisión; Becas
        Investigación: Grupos; Proyectos; Institutos; Convocatorias
        Servicios: Deportes; Idiomas; Informática; Residencias
        Actualidad: Noticias; Agenda; Prensa; Boletín
        Empresa: Prácticas; Cátedras; Emprendimiento""",
        """Directorio
        Buscador
        Biblioteca > Catálogo
        Investigación > Portal científico > Buscar publicaciones
        Estudios > Buscar asignaturas
        Servicios > Repositorio institucional
        Empresa > Bolsa de empleo > Ofertas de prácticas""",
        "Grado en Historia|Máster en Datos|Proyecto Agua|Grupo de Óptica|Tesis doctoral",
        "Premio nacional|Se busca coro|Matrícula abierta|Jornada de puertas abiertas",
    ),
    Theme(
        "health", "report", "en",
        """About the agency: Director; Offices; Budget; Careers; Freedom of information
        Topics: Food safety; Vaccines; Tobacco; Water quality; Emergency preparedness
        Professionals: Licensing; Laboratory services; Reporting; Training
        Regulations: Rules; Guidance; Enforcement; Hearings
        Newsroom: Releases; Alerts; Events; Photos
        Data and reports: Annual report; Vital statistics; Surveys""",
        """License verification
        Restaurant inspections
        Data and reports > Query system
        Professionals > Provider directory > Find a provider
        Regulations > Search the rules
        Topics > Recalls > Recall lookup
        Locate a clinic""",
        "Inspection 5512|License RN-204|Recall of spinach|County profile|Lab notice",
        "Clinic hours change|Heat advisory|Agency in search of nurses|Flu update",
    ),
)  # fmt: skip


@dataclass(slots=True)
class FamilySite:
    """A generated site: ``fetch`` answers as a server would."""

    name: str
    place: Place
    theme: Theme
    pages: dict[str, Node]
    """By path with arguments."""
    rng: random.Random
    has_sessions: bool
    has_calendar: bool
    home: Node

    @property
    def url(self) -> str:
        return f"http://{self.name}/"

    def fetch(self, url: str) -> tuple[str, str] | None:
        """Where it led, and the page; None where there is none."""
        path = url.removeprefix(self.url.rstrip("/")).partition(";jsessionid")[0] or "/"
        if path.startswith("/calendar?month="):
            return url, self._calendar(int(path.rpartition("=")[2]))
        node = self.pages.get(path)
        if node is None:
            return None
        if node.is_walled:
            return f"{self.url}members/welcome", self._html(self.pages["/members/welcome"])
        return url, self._html(node)

    def _html(self, node: Node) -> str:
        _, label, footer, _ = WORDS[self.theme.language]
        nav = "".join(f"<li>{self._link(child)}</li>" for child in self.home.below)
        listed = "".join(
            f"<div><h3>{self._link(child)}</h3><p>{escape(child.around)}</p></div>"
            for child in node.below
        )
        below = "" if node is self.home else f"<div class=content>{listed}</div>"
        small = " | ".join(
            f"<a href='/{escape(_slug(text))}'>{escape(text)}</a>" for text in footer.split("|")
        )
        calendar = "<a href='/calendar?month=24000'>Calendar</a>" if self.has_calendar else ""
        letter = f"<form action=/newsletter method=post><input type=email name=mail>{label}</form>"
        return (
            f"<html><head><title>{escape(node.text)}</title></head><body>"
            f"<header><a href='/'>{escape(self.theme.name)}</a><ul>{nav}</ul></header>"
            f"<main><h1>{escape(node.text)}</h1>{node.form}{below}{calendar}</main>"
            f"<footer>{letter}{small}</footer></body></html>"
        )

    def _link(self, node: Node) -> str:
        address = node.address
        if self.has_sessions and "?" not in address:
            address += f";jsessionid={self.rng.getrandbits(64):016X}"
        return f"<a href='{escape(address)}'>{escape(node.text)}</a>"

    def _calendar(self, month: int) -> str:
        near = (
            f"<a href='/calendar?month={m}'>{m % 12 + 1}/{m // 12}</a>"
            for m in (month - 1, month + 1)
        )
        return f"<html><body><h1>Calendar</h1>{' '.join(near)}<a href='/'>Home</a></body></html>"


def family(half: Half, seeds: Sequence[int]) -> Iterator[FamilySite]:
    """The sites of one half: each theme with each seed."""
    for theme in THEMES:
        if theme.half == half:
            for seed in seeds:
                yield generated_site(theme, seed)


def generated_site(theme: Theme, seed: int) -> FamilySite:
    """The site of a theme and a seed, always the same."""
    rng = random.Random(f"{theme.name} {seed}")
    place = rng.choices(list(PLACES), list(PLACES.values()))[0]
    home = Node(theme.name, "/")
    _add_sections(home, theme, rng)
    _add_lists(home, theme, rng)
    _add_searches(home, theme, place, rng)
    rng.shuffle(home.below)
    if rng.random() < 0.3:
        _add_wall(home, rng)
    pages = _addressed(home, rng.choice(ADDRESSES), rng)
    for text in WORDS[theme.language][2].split("|"):
        foot = Node(text, f"/{_slug(text)}")
        if text in MAPS:
            foot.below = [*home.below, *(page for section in home.below for page in section.below)]
        pages.setdefault(foot.address, foot)
    return FamilySite(
        f"{theme.name}{seed}.example", place, theme, pages, rng,
        has_sessions=rng.random() < 0.15, has_calendar=rng.random() < 0.3, home=home,
    )  # fmt: skip


def _add_sections(home: Node, theme: Theme, rng: random.Random) -> None:
    for line in theme.sections.splitlines():
        heading, _, pages = line.strip().partition(": ")
        section = Node(heading)
        for text in pages.split("; "):
            page = Node(text)
            # What a page goes into at length, by numbers of parts as often as by names.
            page.below = [Node(f"{text} {n}") for n in range(1, rng.randint(1, 4))]
            section.below.append(page)
        home.below.append(section)


def _add_lists(home: Node, theme: Theme, rng: random.Random) -> None:
    """News and records: many pages of a kind."""
    more = WORDS[theme.language][3]
    for texts, most in ((theme.news, 25), (theme.records, 60)):
        names = texts.split("|")
        section = home.below[rng.randrange(len(home.below))]
        items = [Node(f"{rng.choice(names)} {n}") for n in range(1, rng.randint(5, most))]
        pages = [items[at : at + 12] for at in range(0, len(items), 12)]
        heading = Node(f"{section.text} 2" if rng.random() < 0.3 else section.text + " " + more)
        heading.below = pages[0] + [Node(f"{n}", below=page) for n, page in enumerate(pages[1:], 2)]
        section.below.append(heading)


def _add_searches(home: Node, theme: Theme, place: Place, rng: random.Random) -> None:
    ways = [line.strip().split(" > ") for line in theme.searches.splitlines()]
    rng.shuffle(ways)
    of_length = {n: [way for way in ways if len(way) == n] for n in (1, 2, 3)}
    if place in ("home", "several") and (place == "home" or rng.random() < 0.7):
        home.form = _form(theme, "/results", rng)
    chosen = {
        "one": of_length[1][:1], "two": of_length[2][:1], "three": of_length[3][:1],
        "several": ways[: rng.randint(2, 4)],
    }.get(place, [])  # fmt: skip
    for number, way in enumerate(chosen):
        _add_way(home, way, theme, number, rng)


def _add_way(home: Node, way: Sequence[str], theme: Theme, number: int, rng: random.Random) -> None:
    node = home
    for at, text in enumerate(way):
        said = text
        if at == len(way) - 1 and rng.random() < OBSCURE_TEXT:
            said = rng.choice(OBSCURE[theme.language])
        child = next((each for each in node.below if each.text == said), None)
        if child is None:
            child = Node(said)
            node.below.insert(rng.randint(0, len(node.below)), child)
        node = child
    node.form = _form(theme, f"/answers/{number}", rng)


def _form(theme: Theme, action: str, rng: random.Random) -> str:
    button, label, _, _ = WORDS[theme.language]
    box = rng.choice(("q", "query", "keyword", "s", "text", "suchbegriff", "search"))
    menu = ""
    if rng.random() < 0.5:
        options = "".join(f"<option>{escape(o)}</option>" for o in theme.records.split("|")[:4])
        menu = f"<select name=kind><option value=''>-</option>{options}</select>"
    named = f"<label for=b>{label}</label>" if rng.random() < 0.5 else ""
    hint = f" placeholder='{button}'" if not named else ""
    sent = f"<button>{button}</button>"
    return f"<form action={action}>{named}<input id=b name={box}{hint}>{menu}{sent}</form>"


def _add_wall(home: Node, rng: random.Random) -> None:
    wall = Node("Members", below=[Node(f"Member area {n}", is_walled=True) for n in range(1, 9)])
    home.below.insert(rng.randint(0, len(home.below)), wall)


def _addressed(home: Node, style: str, rng: random.Random) -> dict[str, Node]:
    """Give every page its address."""
    pages = {"/": home, "/members/welcome": Node("Welcome", "/members/welcome")}
    todo: list[tuple[Node, tuple[str, ...]]] = [(home, ())]
    while todo:
        parent, way = todo.pop()
        for child in parent.below:
            is_told = not child.form or rng.random() >= OBSCURE_ADDRESS
            steps = (*way, _slug(child.text) if is_told else f"p{rng.randint(10, 99)}")
            child.address = _address(style, steps, len(pages))
            if child.address in pages:
                child.address += (
                    f"-{len(pages)}" if "?" not in child.address else f"&n={len(pages)}"
                )
            pages[child.address] = child
            todo.append((child, steps))
    return pages


def _address(style: str, steps: tuple[str, ...], number: int) -> str:
    named = "/".join(steps)
    return {
        "slug": f"/{named}",
        "html": f"/{named}.html",
        "php": f"/page.php?name={steps[-1]}",
        "id": f"/index.php?id={number + 10}",
        "node": f"/node/{number + 10}",
        "aspx": f"/{named.title().replace('-', '')}.aspx",
        "flat": f"/{steps[-1]}",
    }[style]


def _slug(text: str) -> str:
    plain = "".join(letter if letter.isalnum() else "-" for letter in text.lower())
    return "-".join(part for part in plain.split("-") if part)
