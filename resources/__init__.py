"""Word lists, models, values and knowledge, installed as ``deepweb.resources``."""
