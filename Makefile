# The two commands of the README, and their parts.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: surface test test-all checked lint types debian help

help:
	@echo "make surface             crawl the bundled demo site"
	@echo "make surface SITE=URL    crawl a site"
	@echo "make test                lint, types, tests"
	@echo "make test-all            the same, with the tests of the benchmarks"

surface: $(VENV)/.installed
ifdef SITE
	@$(BIN)/scrapy crawl surfacer -a 'site=$(SITE)' --loglevel WARNING
else
	@$(BIN)/scrapy demo --surface --loglevel WARNING
endif

test: checked
	$(BIN)/pytest

test-all: checked
	$(BIN)/pytest -m ''

checked: debian $(VENV)/.installed-test lint types

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-test
	$(BIN)/mypy

# Debian packages that the tests need; nothing is installed where all are there.
debian:
	@.ci/debian python3-venv postgresql redis-server chromium

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[test]'
	@touch $@ $(VENV)/.installed

$(BIN)/python:
	@.ci/venv $(PYTHON) $(VENV)
