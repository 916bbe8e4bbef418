"""A simulated web: thousands of sites on twelve topics and other subjects, and a search engine."""

from tests.web.engine import ENGINE
from tests.web.server import WebProxy
from tests.web.subjects import TOPICS
from tests.web.web import TrueForm, Web, WebAnswer

__all__ = ["ENGINE", "TOPICS", "TrueForm", "Web", "WebAnswer", "WebProxy"]
