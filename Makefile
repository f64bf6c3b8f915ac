# The targets, and what they need: a Python from 3.10 on. Everything is installed into .venv.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PROGRAM = $(VENV)/.program
TOOLS = $(VENV)/.tools
PLAIN = .venv-open
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

.DEFAULT_GOAL := help
.PHONY: help demo test test-open check lint types doctest build bench transcripts clean

help:  ## List these targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(PROGRAM): setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) .
	@touch $@

$(TOOLS): $(PROGRAM)
	$(PIP) '.[test,check,sealed]'
	@touch $@

$(PLAIN)/.tools: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(PLAIN)
	$(PLAIN)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: $(PROGRAM)  ## Set up, and play a recorded game move by move
	$(BIN)/bridgette replay examples/everything.yaml --all

test: $(TOOLS)  ## Set up, and run every test
	$(BIN)/python -m pytest -n auto

test-open: $(PLAIN)/.tools  ## The tests of open games, where PyNaCl is not installed
	$(PLAIN)/bin/python -m pytest -n auto

lint: $(TOOLS)  ## Style, by ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TOOLS)  ## Types, by mypy --strict
	$(BIN)/mypy

doctest: $(TOOLS)  ## The examples in the code
	$(BIN)/python -m pytest --doctest-modules bridgette

build: $(TOOLS)  ## A wheel and a source distribution in dist/
	$(BIN)/python -m build --outdir dist

check: lint types doctest build test-open test  ## All of the above: what must pass before a commit

bench: $(PROGRAM)  ## Measure against the peers (prints ratios, fails nothing)
	$(BIN)/python tests/bench/bench.py

transcripts: $(TOOLS)  ## Write the golden transcripts of the examples, and the README's, anew
	$(BIN)/python tests/transcripts.py --write
	$(BIN)/python tests/readme.py --write

clean:  ## Remove what the targets above have made
	rm -rf $(VENV) $(PLAIN) .venv-bench build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
