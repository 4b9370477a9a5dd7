# make run | test | bench | soak | docs | install: each makes its own .venv and installs what it needs.
# make test-native needs a C compiler: the real spidev, lgpio and smbus2 on a preloaded stand-in of the kernel.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
NATIVE := .venv-native
NATIVE_STAMP := $(NATIVE)/.installed

.PHONY: run test test-native lint bench soak docs install clean

run: $(STAMP)
	$(BIN)/tablectl demo

test: $(STAMP) lint
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not soak and not native"

test-native: $(NATIVE_STAMP)
	$(NATIVE)/bin/python -m pytest -m native tests/native

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

# mfrc522 and pi-rc522 ask for packages that need a compiler and a Raspberry Pi; the emulated ones stand in.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=24"
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	$(BIN)/python -m pip install --quiet --no-deps "mfrc522==0.0.7" "pi-rc522==2.3.0"
	touch $@

# lgpio has ready-made wheels up to Python 3.12; for later ones the packages of the system are taken.
$(NATIVE_STAMP): pyproject.toml
	test -x $(NATIVE)/bin/python || $(PYTHON) -m venv --system-site-packages $(NATIVE)
	$(NATIVE)/bin/python -m pip install --quiet --upgrade "pip>=24"
	$(NATIVE)/bin/python -m pip install --quiet --editable ".[dev,native]"
	$(NATIVE)/bin/python -m pip install --quiet --no-deps "mfrc522==0.0.7"
	touch $@

clean:
	rm -rf $(VENV) $(NATIVE) demo
