"""Word lists and, later, models and values; source and licence beside each."""
