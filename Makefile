# Two commands: `make play` starts the bot, `make test` checks everything. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-emit-index-url --no-header --no-annotate --quiet
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test test-slow strength lint format bench words pictures lock clean

play: $(VENV)/.play
	@$(BIN)/python -m bot

test: $(VENV)/.test lint
	$(BIN)/python -m pytest -m "not slow"

test-slow: $(VENV)/.test
	$(BIN)/python -m pytest -m slow

# How the computer's levels do against each other (half an hour).
strength: $(VENV)/.test
	$(BIN)/python -m pytest -rP tests/strength/matches.py tests/strength/crumble.py

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.test
	@$(BIN)/python -m benchmarks

# Collects every sentence of the code into the English catalogue.
words: $(VENV)/.test
	$(BIN)/python -m bot.words

# Makes the pictures of the README with the product itself; needs Chromium.
pictures: $(VENV)/.test
	$(BIN)/python -m docs.pictures.make

# Needs a package index; the locks name none.
lock: $(VENV)/.test
	$(COMPILE) --extra speed -o requirements.lock
	$(COMPILE) --extra speed --extra postgres -o requirements-postgres.lock
	$(COMPILE) --extra speed --extra postgres --extra dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Tumbledown needs Python 3.11 or newer; set PYTHON=/path/to/python3.11")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements.lock | $(VENV)/bin/python
	@echo "Setting up .venv (once)…"
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.test: requirements-dev.lock | $(VENV)/bin/python
	@echo "Setting up .venv for the tests (once)…"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@
