# The commands of this project. `make help` lists them.

NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$python $(NEW_ENOUGH) 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11 pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help run test check fix bench load soak test-faults audit screenshots lock clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

run: .venv/run ## install what is needed and serve page and API on http://127.0.0.1:8000
	@$(BIN)/howdah serve

test: .venv/test ## install what is needed and run all tests but the slow ones
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

check: .venv/test ## formatting, lint, types, layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q tests/test_architecture.py

fix: .venv/test ## format, and mend what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: .venv/test ## measure against the references of tests/bench
	@$(BIN)/python -m tests.bench

load: .venv/test ## turns of real games on a service of its own: RATE=100 SECONDS=30 TABLES=200
	@$(BIN)/python -m tests.bench.load --rate $(or $(RATE),100) --seconds $(or $(SECONDS),30) \
	  --tables $(or $(TABLES),200)

soak: .venv/test ## the same for ten minutes at RATE=30; fails if memory grows
	@$(BIN)/python -m tests.bench.load --soak --rate $(or $(RATE),30)

test-faults: .venv/test ## kill things under load and count what was lost
	@$(BIN)/python -m pytest tests/faults -s

audit: .venv/test ## ask whether a pinned dependency has a known hole
	@$(BIN)/python -m tests.advisories

screenshots: .venv/test ## make the pictures in docs/screenshots anew
	@$(BIN)/python -m tests.browser.screenshots

lock: ## renew the pinned dependencies from pyproject.toml (needs uv on the PATH)
	@$(LOCK) --group build -o deploy/requirements.txt
	@$(LOCK) --group dev --extra research -o tests/requirements.txt

clean: ## remove the environment and the embedded default's data
	rm -rf .venv .howdah

.venv/bin/python:
	@test -n "$(PYTHON)" && $(PYTHON) $(NEW_ENOUGH) || \
	  { echo "Howdah needs Python 3.11 or newer: install it, or set PYTHON=/path/to/it."; exit 1; }
	@echo "Creating .venv ..."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/run: .venv/bin/python deploy/requirements.txt pyproject.toml
	@echo "Installing what Howdah needs (a minute the first time) ..."
	@$(PIP) --require-hashes -r deploy/requirements.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/test: .venv/bin/python tests/requirements.txt pyproject.toml
	@echo "Installing what the tests need (a minute the first time) ..."
	@$(PIP) --require-hashes -r tests/requirements.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch .venv/run $@
