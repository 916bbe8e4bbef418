"""deepweb gets at what lies behind search forms."""

__version__ = "0.1.0"
