# For scrapyd-deploy, which builds an egg by it; all else is in pyproject.toml.
__import__("setuptools").setup()
