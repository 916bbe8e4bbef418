"""Every default, one comment each: first Scrapy's own that differ, then ours.

Any of them can be set on the command line with ``-s NAME=VALUE``.
"""

# --- Scrapy -----------------------------------------------------------------------------------

# Name of the project.
BOT_NAME = "deepweb"
# Where the spiders are.
SPIDER_MODULES = ["deepweb.spiders"]
# Where our own commands are; they come before Scrapy's of the same name.
COMMANDS_MODULE = "deepweb.commands"
# Who we are. Put your own address in before you crawl a site that is not yours.
USER_AGENT = "deepweb/0.1 (+mailto:put-your-address-here@example.org)"
# robots.txt is obeyed; what it forbids is not asked, and the report says so.
ROBOTSTXT_OBEY = True
# The name that robots.txt knows us by.
ROBOTSTXT_USER_AGENT = "deepweb"
# Slow down where the site does.
AUTOTHROTTLE_ENABLED = True
# Seconds between requests before the site's speed is known.
AUTOTHROTTLE_START_DELAY = 1.0
# Most seconds between requests, however slow the site.
AUTOTHROTTLE_MAX_DELAY = 60.0
# Requests that AutoThrottle tries to keep under way at a site.
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0
# Fewest seconds between two requests to a site.
DOWNLOAD_DELAY = 0.5
# Most requests under way at a site.
CONCURRENT_REQUESTS_PER_DOMAIN = 2
# Nobody's patience is tried on one's own machine. (Without any delay Scrapy 2.19 does not count.)
# Visits by the browser wait in the slot "browser", what they ask for in that of the site.
DOWNLOAD_SLOTS = {
    host: {"delay": 0.001, "concurrency": 2, "jitter": 0}
    for host in ("127.0.0.1", "localhost", "::1", "browser")
}
# By HTTP, and by a browser what only a browser shows.
DOWNLOAD_HANDLERS = {
    "http": "deepweb.browser.handler.BrowserDownloadHandler",
    "https": "deepweb.browser.handler.BrowserDownloadHandler",
}
# Seconds until an answer is given up.
DOWNLOAD_TIMEOUT = 60
# Most bytes of an answer, unpacked.
DOWNLOAD_MAXSIZE = 20 * 1024 * 1024
# Bytes from which on an answer is worth a warning.
DOWNLOAD_WARNSIZE = 10 * 1024 * 1024
# Times that a request is made again after an error: where a third of all answers fails, one in 400
# questions still does then, and is asked again later.
RETRY_TIMES = 4
# Giving up is noted with its reason in the store; the log need not shout.
RETRY_GIVE_UP_LOG_LEVEL = "INFO"
# Redirects followed from one request.
REDIRECT_MAX_TIMES = 5
# Items of a response in the pipelines at a time; more costs CPU and gains nothing here.
CONCURRENT_ITEMS = 8
# Names of hosts become addresses here; private ones are refused unless the site was given so.
TWISTED_DNS_RESOLVER = "deepweb.middlewares.private_addresses.GuardedResolver"
# No server inside the crawl that runs Python for whoever connects.
TELNETCONSOLE_ENABLED = False
# Nor this one, which Scrapy 2.19 starts by default.
REMOTE_CONTROL_ENABLED = False
# Scrapy's log; DEBUG shows each request.
LOG_LEVEL = "INFO"
# Feeds are readable in every language.
FEED_EXPORT_ENCODING = "utf-8"
# Links of result pages that show the same are one to Scrapy's duplicate filter (000, section 6.3).
REQUEST_FINGERPRINTER_CLASS = "deepweb.crawl.fingerprint.SecondLevelFingerprinter"
# Feeds that nothing on a page can break out of.
FEED_EXPORTERS = {
    "jsonlines": "deepweb.output.exporters.SafeJsonLines",
    "jsonl": "deepweb.output.exporters.SafeJsonLines",
    "jl": "deepweb.output.exporters.SafeJsonLines",
    "csv": "deepweb.output.exporters.SafeCsv",
    "xml": "deepweb.output.exporters.SafeXml",
}
# What lives as long as a crawl.
EXTENSIONS = {
    "deepweb.extensions.open_store.OpenStore": 0,
    "deepweb.extensions.browser.Browser": 100,
    "deepweb.extensions.progress.ShowProgress": 300,
    "deepweb.extensions.report.Report": 400,
    "deepweb.extensions.summary.Summary": 500,
}
# Which requests may leave, in the order of asking; robots.txt is looked at after 60.
DOWNLOADER_MIDDLEWARES = {
    "deepweb.middlewares.stay_on_site.StayOnSite": 50,
    "deepweb.middlewares.own_machine.OwnMachine": 55,
    "deepweb.middlewares.left_sites.LeftSites": 57,
    "deepweb.middlewares.stop_early.StopEarly": 60,
    "deepweb.middlewares.unreachable_robots.UnreachableRobots": 120,
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
    "deepweb.middlewares.whole_answers.WholeAnswers": 590,
    "deepweb.middlewares.redirect_loops.RedirectLoops": 610,
    "scrapy.downloadermiddlewares.cookies.CookiesMiddleware": None,
    "deepweb.middlewares.bounded_cookies.BoundedCookies": 700,
    "deepweb.middlewares.crawl_delay.CrawlDelay": 930,
    "deepweb.middlewares.back_off.BackOff": 940,
    "deepweb.middlewares.private_addresses.PrivateAddresses": 945,
    "deepweb.middlewares.budget.Budget": 950,
}
# The way of an item to the store.
ITEM_PIPELINES = {
    "deepweb.pipelines.form_classification.FormClassification": 100,
    "deepweb.pipelines.query_surfacing.QuerySurfacing": 200,
    "deepweb.pipelines.empty_page_filter.EmptyPageFilter": 300,
    "deepweb.pipelines.second_level_dedup.SecondLevelDedup": 400,
    "deepweb.pipelines.store.Store": 500,
    "deepweb.pipelines.worker.Worker": 900,
}

# --- deepweb ----------------------------------------------------------------------------------

# Most requests to a site, over all runs: pages, probes, redirects, retries, and robots.txt once.
DEEPWEB_MAX_REQUESTS = 1000
# Folder for a site's files: OUTPUT/<site>/records.jsonl and the like.
DEEPWEB_OUTPUT = "output"
# The store, as a database URL of SQLAlchemy; what is in it is not asked again.
DEEPWEB_STORE = "sqlite:///output/deepweb.db"
# Seconds without a sign of life after which another process may take a site over.
DEEPWEB_LEASE = 60.0
# Seconds that the store or Redis may be away; a crawl waits so long, and then gives up.
DEEPWEB_MAX_WAIT = 3600.0
# Address of a Redis (redis://…): `scrapy crawl surfacer` without a site then works off its queue.
DEEPWEB_REDIS = ""
# Sites of the queue that a worker crawls side by side.
DEEPWEB_SITES_TOGETHER = 8
# Have a worker wait for more sites when none of the queue is left to do, and not end.
DEEPWEB_QUEUE_WAIT = False
# Where all randomness starts, together with the site and the form.
DEEPWEB_SEED = 0
# Print the closing summary to standard error.
DEEPWEB_SUMMARY = True
# Show how far a crawl is: a panel in a terminal, else a log line each minute.
DEEPWEB_PROGRESS = True
# Write OUTPUT/<site>/report.html and report.json when a crawl ends.
DEEPWEB_REPORT = True
# Clicks from the first page at which the search for forms ends (004, SC1).
DEEPWEB_SC1_MAX_DEPTH = 3
# Pages of one depth that are searched for forms at most (004, SC2).
DEEPWEB_SC2_MAX_PAGES_PER_DEPTH = 30
# Search forms of one depth after which no more are looked for there (004, SC3).
DEEPWEB_SC3_MAX_FORMS_PER_DEPTH = 10
# Pages of one depth without a new search form after which it is left (004, SC4).
DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH = 20
# Pages in all without a new search form after which exploring ends (004, SC5).
DEEPWEB_SC5_MAX_BARREN_PAGES = 28
# How likely a link must lead to another search form, from 0 to 1, to be followed come what may.
DEEPWEB_MIN_PROMISE = 0.5
# Pages in a row without a new search form until no more are looked for, for each page that had one.
DEEPWEB_FURTHER_PAGES = 6
# How sure it must be that a form is a search, from 0 to 1, before it is asked by GET.
DEEPWEB_MIN_PROBABILITY = 0.5
# The same for POST, which may change something on the site.
DEEPWEB_MIN_POST_PROBABILITY = 0.9
# Other sites that forms may send to, with commas between: "search.example.org,example.net".
DEEPWEB_FORM_SITES = ""
# Folder of a form model of your own (`scrapy train forms`); "" is the one that ships.
DEEPWEB_FORM_MODEL = ""
# File of a topic model of your own (`scrapy train topic`): searches off the topic are left alone.
DEEPWEB_TOPIC_MODEL = ""
# How likely a form is to be on that topic, from 0 to 1, before it is asked.
DEEPWEB_MIN_TOPIC_PROBABILITY = 0.5
# Nonsense queries that show what a form's empty pages look like (000, section 5).
DEEPWEB_BACKGROUND_QUERIES = 10
# Of these, how many are asked first: the rest only where the answers to them differ.
DEEPWEB_BACKGROUND_FIRST = 4
# A page as like the empty pages as this is empty (000, section 5).
DEEPWEB_EMPTY_THETA = 0.85
# Words tried until one finds something: of the form page (002, section 5.1) and common ones.
DEEPWEB_SEED_WORDS = 50
# Share of answers that must be distinct for a form to be worth asking (002, section 4.4).
DEEPWEB_TAU = 0.25
# Answers after which that share is believed; the paper samples 200, but we watch it all along.
DEEPWEB_SAMPLE = 20
# File of a query log: query, address clicked, times (000, section 4.1); "" is none.
DEEPWEB_QUERY_LOG = ""
# Folder of a knowledge base, domain/type.tsv (000, section 4.2); "" is the one that ships.
DEEPWEB_KNOWLEDGE = ""
# Answers in a row without a new record after which a form is left.
DEEPWEB_PATIENCE = 50
# Errors in a row after which a form is left alone.
DEEPWEB_MAX_FAILURES = 5
# Most seconds that a site which says that it is busy (429, 503) is left in peace for.
DEEPWEB_MAX_BACK_OFF = 60.0
# Most seconds that are waited where it says how long (Retry-After); beyond that it is left.
DEEPWEB_MAX_RETRY_AFTER = 600.0
# Known records that answers in a row must show, and no new one, once a list of all came to its end.
DEEPWEB_SATURATION = 300
# Share of a database, as its size is guessed, at which answers without any new record end a crawl.
DEEPWEB_COVERAGE = 0.995
# The same of answers unlike those of all other templates of the form (002, section 4.4).
DEEPWEB_FORM_TAU = 0.2
# Questions that a template is judged by at most; it is mostly decided far earlier.
DEEPWEB_TEMPLATE_SAMPLE = 200
# Inputs that are filled in together at most (002, section 4.3).
DEEPWEB_MAX_DIMENSION = 3
# Questions that a template may stand for at most (002, section 4.3).
DEEPWEB_MAX_TEMPLATE_URLS = 10_000
# Menus with fewer options are filled in only where no other input will do (002, section 4.3).
DEEPWEB_FEW_OPTIONS = 5
# Share of answers that must be distinct for a text box to take values of a type (002, section 5.3).
DEEPWEB_TYPED_TAU = 0.3
# Share of the requests to a site that may be spent on understanding menus and further boxes.
DEEPWEB_INPUTS_SHARE = 0.2
# Share of the requests to a site that may be spent on facets to learn what records have.
DEEPWEB_FACETS_SHARE = 0.1
# Prevalence above which an argument of links is irrelevant, where nothing else tells (000, 6.3.3).
DEEPWEB_LINKS_THETA = 0.1
# Stop when it is decided which templates of a form are worth asking (`scrapy templates`).
DEEPWEB_ONLY_TEMPLATES = False
# When to use a browser: "least" is where nothing else will do, "always" is for every question to
# searches that work by script, "never".
DEEPWEB_BROWSER = "least"
# The browser to use, a Chromium; "" finds Debian's, Chrome, or Playwright's own.
DEEPWEB_BROWSER_PATH = ""
# Whether pages in the browser may load scripts and style sheets of other public hosts, by GET.
DEEPWEB_BROWSER_LIBRARIES = True
# Seconds until a visit by the browser is given up.
DEEPWEB_BROWSER_TIMEOUT = 120
# Most megabytes of memory for the scripts of a page.
DEEPWEB_BROWSER_MEMORY = 512
# Pages that a crawl of a topic fetches at most, of all sites, over all runs (or -a max_pages).
DEEPWEB_LOCATE_PAGES = 5000
# Deep-web sites of the topic after which it is enough (or -a max_sites).
DEEPWEB_LOCATE_SITES = 1000
# Sites that are visited at a time; each keeps its own pace.
DEEPWEB_LOCATE_TOGETHER = 8
# Engines for reverse searching: "opensearch=URL,searxng=URL,backlinks=FOLDER,ddgs" (004, alg. 1).
DEEPWEB_ENGINES = ""
# What engines are asked for the topic, with commas between, beside what ships for it.
DEEPWEB_TOPIC_QUERIES = ""
# How much the words of links count for the rank of a site; the rest is who links to it (004).
DEEPWEB_ALPHA = 0.6
# Sites that are visited until the site ranker learns anew; in 004 deep-web sites.
DEEPWEB_RELEARN_SITES = 50
# The same for forms (004).
DEEPWEB_RELEARN_FORMS = 100
# Waiting sites below which engines are asked for more (004, algorithm 1).
DEEPWEB_REVERSE_THRESHOLD = 20
# Questions to engines in a row, however few sites wait.
DEEPWEB_REVERSE_QUERIES = 5
# Pages that are looked at of those that an engine names.
DEEPWEB_REVERSE_RESULTS = 10
# Links to known deep-web sites of the topic that make a page a hub (004, reverse searching).
DEEPWEB_HUB_LINKS = 3
# How likely a site is to be on the topic, from 0 to 1, before its pages are looked at.
DEEPWEB_MIN_SITE_PROBABILITY = 0.5
# Hosts of one registered domain that are taken for sites; link farms have thousands.
DEEPWEB_SITES_PER_DOMAIN = 20
# Most bytes of a home page that is looked at.
DEEPWEB_MAX_HOME_PAGE = 3_000_000
