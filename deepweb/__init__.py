"""deepweb crawls the records behind search forms."""

__version__ = "0.1.0"
