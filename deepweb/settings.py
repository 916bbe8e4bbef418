"""Every default, with one comment each: first Scrapy's settings that differ, then deepweb's own.

Each can be set on the command line with ``-s NAME=VALUE``. References: docs/references.md.
"""

import os

# --- Scrapy -----------------------------------------------------------------------------------

# Name of the project.
BOT_NAME = "deepweb"
# Where the spiders are.
SPIDER_MODULES = ["deepweb.spiders"]
# Where the commands are; they override Scrapy's commands of the same name.
COMMANDS_MODULE = "deepweb.commands"
# How the crawler introduces itself; with your address, if DEEPWEB_CONTACT is set.
USER_AGENT = "deepweb/0.1 (+mailto:put-your-address-here@example.org)"
# Writes DEEPWEB_CONTACT into USER_AGENT.
ADDONS = {"deepweb.extensions.contact.Contact": 0}
# Obey robots.txt. What it forbids is not requested, and the report says so.
ROBOTSTXT_OBEY = True
# The name under which robots.txt files know this crawler.
ROBOTSTXT_USER_AGENT = "deepweb"
# A full disk is one line of the log.
LOG_FORMATTER = "deepweb.output.log_lines.ShortErrors"
# Slow down when the site slows down.
AUTOTHROTTLE_ENABLED = True
# Seconds between requests until the speed of the site is known.
AUTOTHROTTLE_START_DELAY = 1.0
# Maximum seconds between requests, however slow the site is.
AUTOTHROTTLE_MAX_DELAY = 60.0
# Number of concurrent requests to a site that AutoThrottle aims at.
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0
# Minimum seconds between two requests to a site.
DOWNLOAD_DELAY = 0.5
# Maximum number of concurrent requests to a site.
CONCURRENT_REQUESTS_PER_DOMAIN = 2
# No delay for sites on this machine (Scrapy 2.19 limits concurrency only where the delay is above
# 0). Pages in the browser wait in the slot "browser"; their own requests wait in the slot of the
# site.
DOWNLOAD_SLOTS = {
    host: {"delay": 0.001, "concurrency": 2, "jitter": 0}
    for host in ("127.0.0.1", "localhost", "::1", "browser")
}
# Scrapy's HTTP handler, extended with pages that only a browser can show.
DOWNLOAD_HANDLERS = {
    "http": "deepweb.browser.handler.BrowserDownloadHandler",
    "https": "deepweb.browser.handler.BrowserDownloadHandler",
}
# Seconds after which a response is given up.
DOWNLOAD_TIMEOUT = 60
# Maximum size of a decompressed response in bytes.
DOWNLOAD_MAXSIZE = 20 * 1024 * 1024
# Size of a response in bytes above which a warning is logged.
DOWNLOAD_WARNSIZE = 10 * 1024 * 1024
# How often a failed request is retried. Where a third of all responses fail, 1 in 400 questions
# still fails after 4 retries; the crawl asks it again later.
RETRY_TIMES = 4
# The store holds the reason of every failed request, so the log need not show it as an error.
RETRY_GIVE_UP_LOG_LEVEL = "INFO"
# Maximum number of redirects of one request.
REDIRECT_MAX_TIMES = 5
# Items of one response processed in parallel; higher values only cost CPU time.
CONCURRENT_ITEMS = 8
# Resolves host names, and refuses private addresses unless the user gave the site so.
TWISTED_DNS_RESOLVER = "deepweb.middlewares.private_addresses.GuardedResolver"
# Off, since it runs Python code for anyone who can connect.
TELNETCONSOLE_ENABLED = False
# Off for the same reason; Scrapy 2.19 starts it by default.
REMOTE_CONTROL_ENABLED = False
# Level of Scrapy's log; DEBUG shows each request.
LOG_LEVEL = "INFO"
# Non-ASCII characters are written as they are, not as escapes.
FEED_EXPORT_ENCODING = "utf-8"
# Makes links to the same result page equal for Scrapy's duplicate filter [He13 §6.3].
REQUEST_FINGERPRINTER_CLASS = "deepweb.crawl.asking.fingerprint.SecondLevelFingerprinter"
# Feed exporters that escape what a page could use to break out of a line, cell or element.
FEED_EXPORTERS = {
    "jsonlines": "deepweb.output.exporters.SafeJsonLines",
    "jsonl": "deepweb.output.exporters.SafeJsonLines",
    "jl": "deepweb.output.exporters.SafeJsonLines",
    "csv": "deepweb.output.exporters.SafeCsv",
    "xml": "deepweb.output.exporters.SafeXml",
}
# Components that live as long as the crawl.
EXTENSIONS = {
    "scrapy.extensions.corestats.CoreStats": None,
    "deepweb.extensions.count_records.RecordStats": 0,
    "scrapy.extensions.closespider.CloseSpider": None,
    "deepweb.extensions.count_records.CloseAfterRecords": 0,
    "scrapy.extensions.feedexport.FeedExporter": None,
    "deepweb.extensions.feeds.Feeds": 0,
    "deepweb.extensions.open_store.OpenStore": 0,
    "deepweb.extensions.settled_memory.SettledMemory": 0,
    "deepweb.browser.session.Browser": 100,
    "deepweb.extensions.contact.ContactReminder": 200,
    "deepweb.extensions.progress.ShowProgress": 300,
    "deepweb.extensions.report.Report": 400,
    "deepweb.extensions.summary.Summary": 500,
    "deepweb.extensions.monitors.Monitors": 600,
}
# Which requests may leave, in the order of the checks; Scrapy's robots.txt check is at 100.
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
# The steps of an item on its way to the store.
ITEM_PIPELINES = {
    "deepweb.pipelines.form_classification.FormClassification": 100,
    "deepweb.pipelines.query_surfacing.QuerySurfacing": 200,
    "deepweb.pipelines.empty_page_filter.EmptyPageFilter": 300,
    "deepweb.pipelines.second_level_dedup.SecondLevelDedup": 400,
    "deepweb.pipelines.store.Store": 500,
    "deepweb.pipelines.worker.Worker": 900,
}

# --- deepweb ----------------------------------------------------------------------------------

# Your e-mail or web address, so that owners of sites can reach you; else the environment variable
# of this name.
DEEPWEB_CONTACT = os.environ.get("DEEPWEB_CONTACT", "")
# Maximum number of requests to a site over all runs, with robots.txt, redirects and retries.
DEEPWEB_MAX_REQUESTS = 1000
# Folder for the files of each site: OUTPUT/<site>/records.jsonl and others.
DEEPWEB_OUTPUT = "output"
# SQLAlchemy URL of the store, which holds all answers; an answered question is not asked again.
DEEPWEB_STORE = "sqlite:///output/deepweb.db"
# Seconds without a heartbeat after which another process may take over a site.
DEEPWEB_LEASE = 60.0
# Seconds to wait for a store or Redis that cannot be reached before the crawl gives up.
DEEPWEB_MAX_WAIT = 3600.0
# URL of a Redis server (redis://…). `scrapy crawl surfacer` without a site then works off its
# queue.
DEEPWEB_REDIS = ""
# Number of sites that a worker crawls in parallel.
DEEPWEB_SITES_TOGETHER = 8
# Whether a worker waits for more sites when the queue is empty instead of ending.
DEEPWEB_QUEUE_WAIT = False
# Seed of all random choices, together with the names of the site and the form.
DEEPWEB_SEED = 0
# Whether to print the closing summary to standard error.
DEEPWEB_SUMMARY = True
# Whether to show progress: a panel in a terminal, otherwise a log line each minute.
DEEPWEB_PROGRESS = True
# Whether to write OUTPUT/<site>/report.html and report.json when a crawl ends.
DEEPWEB_REPORT = True
# Also read the pages of a site that list records: categories, indexes, archives, logs.
DEEPWEB_LISTS = True
# Maximum depth, in clicks from the first page, at which the crawl looks for forms [Gujrati SC1].
DEEPWEB_SC1_MAX_DEPTH = 3
# Maximum number of pages visited at each depth [Gujrati SC2].
DEEPWEB_SC2_MAX_PAGES_PER_DEPTH = 30
# Number of search forms found at a depth after which the depth is closed [Gujrati SC3].
DEEPWEB_SC3_MAX_FORMS_PER_DEPTH = 10
# Number of pages without a new search form after which a depth is closed [Gujrati SC4].
DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH = 20
# Number of pages without a new search form after which exploring ends [Gujrati SC5].
DEEPWEB_SC5_MAX_BARREN_PAGES = 28
# Probability of a further search form, from 0 to 1, from which a link is always followed.
DEEPWEB_MIN_PROMISE = 0.5
# Pages in a row without a new search form before exploring ends, for each page that had one.
DEEPWEB_FURTHER_PAGES = 6
# Minimum probability, from 0 to 1, that a form is a search before it is submitted by GET; above
# 0.5, doubtful forms are not tried either.
DEEPWEB_MIN_PROBABILITY = 0.5
# The same minimum for POST, which may change something on the site.
DEEPWEB_MIN_POST_PROBABILITY = 0.9
# Other sites that forms may send to, separated by commas: "search.example.org,example.net".
DEEPWEB_FORM_SITES = ""
# Sites on private addresses that links and located sites may lead to, separated by commas, such as
# "intranet.example,10.0.0.5:8080"; all others are refused.
DEEPWEB_PRIVATE_SITES = ""
# Folder of your own form model (`scrapy train forms`); empty for the bundled one.
DEEPWEB_FORM_MODEL = ""
# File of your own topic model (`scrapy train topic`); searches on other topics are not submitted.
DEEPWEB_TOPIC_MODEL = ""
# Minimum probability, from 0 to 1, that a form is about the topic before it is submitted.
DEEPWEB_MIN_TOPIC_PROBABILITY = 0.5
# Number of background queries (nonsense words) that show the empty pages of a form [He13 §5].
DEEPWEB_BACKGROUND_QUERIES = 10
# Number of background queries that are asked at first; the others only if the answers differ.
DEEPWEB_BACKGROUND_FIRST = 4
# Minimum similarity to the background pages for a page to count as empty [He13 §5].
DEEPWEB_EMPTY_THETA = 0.85
# Maximum number of first keywords: words of the form page [Madhavan08 §5.1], then common ones.
DEEPWEB_SEED_WORDS = 50
# Minimum distinctness of the answers to a form for it to be informative [Madhavan08 §4.4].
DEEPWEB_TAU = 0.25
# Number of answers after which distinctness is trusted; the paper samples 200 in advance.
DEEPWEB_SAMPLE = 20
# File of a query log: query, clicked URL, number of clicks [He13 §4.1]; empty for none.
DEEPWEB_QUERY_LOG = ""
# Folder of a knowledge base, domain/type.tsv [He13 §4.2]; empty for the bundled one, "none" for
# none.
DEEPWEB_KNOWLEDGE = ""
# Number of answers in a row without a new record after which a form is finished; a tenth of it, and
# at least 5, where the browser asks every question.
DEEPWEB_PATIENCE = 50
# Number of errors in a row after which a form is given up.
DEEPWEB_MAX_FAILURES = 5
# Maximum seconds of silence after a site says that it is busy (429, 503).
DEEPWEB_MAX_BACK_OFF = 60.0
# Maximum seconds to wait if the site says how long (Retry-After); a site that asks for more is
# left.
DEEPWEB_MAX_RETRY_AFTER = 600.0
# Number of known records shown in a row, without a new one, after which a complete list is trusted.
DEEPWEB_SATURATION = 50
# Estimated share of the database that must be known for answers without new records to end the
# crawl.
DEEPWEB_COVERAGE = 0.995
# Minimum distinctness against the answers of all other templates of the form [Madhavan08 §4.4].
DEEPWEB_FORM_TAU = 0.2
# Maximum number of questions used to test a template; most tests need far fewer.
DEEPWEB_TEMPLATE_SAMPLE = 200
# Maximum number of binding inputs of a template [Madhavan08 §4.3].
DEEPWEB_MAX_DIMENSION = 3
# Maximum number of questions that one template may generate [Madhavan08 §4.3].
DEEPWEB_MAX_TEMPLATE_URLS = 10_000
# Menus with fewer options than this are binding only if no other input is [Madhavan08 §4.3].
DEEPWEB_FEW_OPTIONS = 5
# Minimum distinctness for a text box to accept values of a type [Madhavan08 §5.3].
DEEPWEB_TYPED_TAU = 0.3
# Share of the budget that may be spent on testing menus and further text boxes.
DEEPWEB_INPUTS_SHARE = 0.2
# Share of the budget that may be spent on facets to learn attributes of known records; at most
# 20 questions or a quarter of those that found the records.
DEEPWEB_FACETS_SHARE = 0.1
# Whether to fetch the own pages of records: "no", "sample" for a few, "yes" after the search,
# "along" while it runs (or -a details).
DEEPWEB_DETAILS = "no"
# Maximum number of own pages of a site; 0 for all, None for DEEPWEB_DETAILS_SHARE (or -a
# max_details).
DEEPWEB_MAX_DETAILS = None
# Share of the budget that is kept for the own pages of records, if these are fetched.
DEEPWEB_DETAILS_SHARE = 0.5
# Prevalence above which a link argument is irrelevant, if no other sign decides [He13 §6.3.3].
DEEPWEB_LINKS_THETA = 0.1
# Whether to stop when the informative templates are known (`scrapy templates`).
DEEPWEB_ONLY_TEMPLATES = False
# How careful to be: "normal" leaves alone forms and links that say that they change something,
# "strict" also forms about the visitor's own things (account, cart, saved searches, history,
# messages).
DEEPWEB_CAREFUL = "normal"
# When to use a browser: "least" only where nothing else works, "always" for every question to a
# search that works by script, "never".
DEEPWEB_BROWSER = "least"
# Path of the browser, a Chromium; empty finds Debian's, Chrome, or Playwright's own.
DEEPWEB_BROWSER_PATH = ""
# Whether pages in the browser may load scripts and style sheets from other public hosts by GET.
DEEPWEB_BROWSER_LIBRARIES = True
# Seconds after which a page in the browser is given up.
DEEPWEB_BROWSER_TIMEOUT = 120
# Maximum memory for the scripts of a page, in megabytes.
DEEPWEB_BROWSER_MEMORY = 512
# Maximum number of pages of a topic crawl, of all sites over all runs (or -a max_pages).
DEEPWEB_LOCATE_PAGES = 5000
# Number of deep-web sites after which a topic crawl ends (or -a max_sites).
DEEPWEB_LOCATE_SITES = 1000
# Number of sites visited in parallel; each keeps its own pace.
DEEPWEB_LOCATE_TOGETHER = 8
# Engines for reverse searching: "opensearch=URL,searxng=URL,backlinks=FOLDER,ddgs" [Gujrati alg.
# 1].
DEEPWEB_ENGINES = ""
# Further queries for the engines, separated by commas, beside the bundled ones of the topic.
DEEPWEB_TOPIC_QUERIES = ""
# Weight of the link texts in the rank of a site; the rest is who links to it [Gujrati].
DEEPWEB_ALPHA = 0.6
# Number of visited sites after which the site ranker is trained again; [Gujrati] counts deep-web
# sites.
DEEPWEB_RELEARN_SITES = 50
# Number of new forms after which the site ranker is trained again [Gujrati].
DEEPWEB_RELEARN_FORMS = 100
# Size of the site frontier below which engines are asked for more sites [Gujrati alg. 1].
DEEPWEB_REVERSE_THRESHOLD = 20
# Maximum number of engine queries in a row.
DEEPWEB_REVERSE_QUERIES = 5
# Number of result pages that are visited for each engine query.
DEEPWEB_REVERSE_RESULTS = 10
# Number of links to known deep-web sites that make a page a hub [Gujrati, reverse searching].
DEEPWEB_HUB_LINKS = 3
# Minimum probability, from 0 to 1, that a site is on the topic before it is explored.
DEEPWEB_MIN_SITE_PROBABILITY = 0.5
# Maximum number of hosts of one registered domain that count as sites; link farms have thousands.
DEEPWEB_SITES_PER_DOMAIN = 20
# Maximum size of a home page in bytes; larger ones are skipped.
DEEPWEB_MAX_HOME_PAGE = 3_000_000
