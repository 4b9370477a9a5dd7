# make run | test | bench | soak | docs | install: each makes its own .venv and installs what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint bench soak docs install clean

run: $(STAMP)
	$(BIN)/tablectl demo

test: $(STAMP) lint
	$(BIN)/python -m pytest -n 2 -m "not soak"

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(STAMP)
	$(BIN)/python -m pytest -n 2 -m soak

bench: $(STAMP)
	$(BIN)/python -m tests.bench

docs: $(STAMP)
	$(BIN)/python -m controller.tools.protocol
	$(BIN)/python -m controller.tools.housedoc
	$(BIN)/python -m controller.tools.coverage
	$(BIN)/python -m controller.tools.manual

install:
	systemd/install.sh

# mfrc522 asks for packages that need a compiler and a Raspberry Pi; the emulated ones stand in for them.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=24"
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	$(BIN)/python -m pip install --quiet --no-deps "mfrc522==0.0.7"
	touch $@

clean:
	rm -rf $(VENV) demo
