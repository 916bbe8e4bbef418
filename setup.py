"""What to install: all else is in pyproject.toml.

``resources/`` stands at the top level of the project and is installed as ``deepweb.resources``,
which pyproject.toml cannot say beside finding the other packages. scrapyd-deploy needs this file as
well: it builds an egg by it.
"""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["deepweb*", "demosite*"]), "deepweb.resources"],
    package_dir={"deepweb.resources": "resources"},
    package_data={"deepweb.resources": ["**/*"]},
)
