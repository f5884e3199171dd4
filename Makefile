# `make help` lists what there is. Everything installs into .venv; nothing outside this folder is touched, but for
# what the tests need of the system: root gets that from apt-get.

PYTHON ?= python3
VENV := .venv
NEWEST := .venv-newest
BENCH := .venv-bench
BIN := $(VENV)/bin
SCHEMAS ?= ../shared/schemas
HARVEST ?= ../shared/harvest
OPENAPI ?= ../shared/openapi

.DEFAULT_GOAL := help
.PHONY: help install demo picture docs docs-serve reference check test lint unit newest bench bench-reach bench-faults bench-crud bench-rest bench-doors bench-large bench-time bench-wrong bench-causes bench-audit fuzz format clean frontend postgresql phpunit chromium dist release-check

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "querious needs Python 3.11 or newer; say which with: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[demo,harvest,hypothesis,crud]' --group test --group lint
	@touch $@

install: $(VENV)/installed ## Make the environment

demo: install ## Start the demo API with faults on, test it over GraphQL and REST, show what was found
	@$(BIN)/querious demo

check: lint ## Lint, types, import rules, and the tests of what was touched since main, or since the last commit
	$(BIN)/python tests/touched.py

test: lint unit newest ## Everything that must hold before a commit

lint: install ## ruff, mypy --strict, the import rules and cognitive complexity
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/complexipy

# Tests start querious dozens of times. Where Python may not keep what it compiled, each start compiles it anew.
unit newest: export PYTHONDONTWRITEBYTECODE =

unit: install postgresql phpunit chromium tests/apollo/node_modules tests/streams/node_modules tests/vitest/node_modules ## All tests; those of single rooms cover at least 90% of the lines
	$(BIN)/python -m pytest tests/unit -n 3 --dist worksteal --cov --cov-report=term --cov-fail-under=90
	$(BIN)/python -m pytest tests/integration -n 4 --dist worksteal

# The main environment holds all four GraphQL frameworks, and graphene keeps graphql-core at 3.2.
# This one has the newest graphql-core.
$(NEWEST)/installed: pyproject.toml
	$(PYTHON) -m venv $(NEWEST)
	$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(NEWEST)/bin/python -m pip install --quiet --editable '.[demo,harvest,hypothesis,crud]' --group newest
	@touch $@

# Everything else hands GraphQL over as text, works on answers, values and graphs that are already there, or is about REST
# and state; of these folders that is what is marked any_graphql_core.
OF_GRAPHQL_CORE := apis coverage demo execute export graphql harvest model pipeline/graphql relations shrink store \
  test_api.py test_recorder.py test_strategies.py
newest: $(NEWEST)/installed ## The unit tests that graphql-core can change, again with the newest
	$(NEWEST)/bin/python -m pytest -n 2 --dist worksteal $(addprefix tests/unit/,$(OF_GRAPHQL_CORE)) \
	  --ignore tests/unit/demo/rest --ignore tests/unit/relations/lists --ignore tests/unit/relations/objects -m "not any_graphql_core"

# Without npm the tests with Apollo Server are skipped, and say so; in CI a failing install fails.
tests/apollo/node_modules: tests/apollo/package.json tests/apollo/package-lock.json
	@if ! command -v npm >/dev/null; then echo "npm is not installed: the tests with Apollo Server will be skipped"; \
	elif (cd tests/apollo && npm ci --silent --no-audit --no-fund); then touch $@; \
	else echo "npm ci failed: the tests with Apollo Server will be skipped"; [ -z "$$CI" ]; fi

tests/streams/node_modules: tests/streams/package.json tests/streams/package-lock.json
	@if ! command -v npm >/dev/null; then echo "npm is not installed: the tests with servers of subscriptions will be skipped"; \
	elif (cd tests/streams && npm ci --silent --no-audit --no-fund); then touch $@; \
	else echo "npm ci failed: the tests with servers of subscriptions will be skipped"; [ -z "$$CI" ]; fi

# Not npm ci: it wants the binaries of all other systems in the lock file.
# Without npm or PHPUnit what is exported for Vitest or PHPUnit is not run, and the tests say so; likewise in CI.
tests/vitest/node_modules: tests/vitest/package.json tests/vitest/package-lock.json
	@if ! command -v npm >/dev/null; then echo "npm is not installed: the tests with Vitest will be skipped"; \
	elif (cd tests/vitest && npm install --no-save --silent --no-audit --no-fund); then touch $@; \
	else echo "npm install failed: the tests with Vitest will be skipped"; [ -z "$$CI" ]; fi

# The built page is committed, so that nobody needs npm to install or test querious.
frontend/node_modules: frontend/package.json frontend/package-lock.json
	(cd frontend && npm install --no-save --silent --no-audit --no-fund) && touch $@

frontend: frontend/node_modules ## Build the page of the HTML report from frontend/; needs Node.js and npm
	cd frontend && npm run --silent check && npm run --silent build

# Without a browser the tests of the HTML report are skipped, and say so; in CI a failing install fails.
chromium: ## Chromium for the tests, likewise
	@if command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
	  echo "Chromium is not installed: the tests with it will be skipped"; \
	elif { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium; } \
	  >/dev/null 2>&1; then :; \
	else echo "apt-get install chromium failed: the tests with it will be skipped"; [ -z "$$CI" ]; fi

phpunit: ## PHPUnit for the tests, likewise
	@if command -v phpunit >/dev/null; then :; \
	elif [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
	  echo "PHPUnit is not installed: the tests with it will be skipped"; \
	elif { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends php-cli phpunit; } \
	  >/dev/null 2>&1; then :; \
	else echo "apt-get install phpunit failed: the tests with it will be skipped"; [ -z "$$CI" ]; fi

# Without PostgreSQL the tests with it are skipped, and say so; in CI a failing install fails.
postgresql: ## PostgreSQL for the tests, where it is missing and can be installed
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
	  echo "PostgreSQL is not installed: the tests with it will be skipped"; \
	elif { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql; } \
	  >/dev/null 2>&1; then :; \
	else echo "apt-get install postgresql failed: the tests with it will be skipped"; [ -z "$$CI" ]; fi

$(BENCH)/installed: pyproject.toml
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BENCH)/bin/python -m pip install --quiet --editable '.[demo,harvest,hypothesis,crud]' --group bench
	@touch $@

bench: $(BENCH)/installed chromium ## Speed against peers, in one run (SCHEMAS=folder of schemas)
	$(BENCH)/bin/python -m bench.generation $(SCHEMAS)
	$(BENCH)/bin/python -m bench.paths $(SCHEMAS)
	$(BENCH)/bin/python -m bench.plans $(SCHEMAS)
	$(BENCH)/bin/python -m bench.throughput
	$(BENCH)/bin/python -m bench.rest_speed $(OPENAPI)
	$(BENCH)/bin/python -m bench.memory
	$(BENCH)/bin/python -m bench.export $(HARVEST) $(SCHEMAS)
	$(BENCH)/bin/python -m bench.store
	$(BENCH)/bin/python -m bench.importing
	$(BENCH)/bin/python -m bench.proxy
	$(BENCH)/bin/python -m bench.recording
	$(BENCH)/bin/python -m bench.triage
	$(BENCH)/bin/python -m bench.exchanges
	$(BENCH)/bin/python -m bench.html_report

bench-reach: $(BENCH)/installed ## How many planned paths are really gone, with learning and without
	$(BENCH)/bin/python -m bench.reach

bench-large: $(BENCH)/installed ## Large schemas: time to the first request, memory, share of the API seen; plotted
	$(BENCH)/bin/python -m bench.large --plot docs/evidence/large.svg

bench-faults: $(BENCH)/installed ## Which of the demo's faults are found, each alone, beside Schemathesis
	$(BENCH)/bin/python -m bench.faults

bench-causes: $(BENCH)/installed ## How many findings each of the demo's faults makes, and how small they become
	$(BENCH)/bin/python -m bench.causes --jobs 2
	$(BENCH)/bin/python -m bench.causes --rest --requests 2000 --time 120 --jobs 2

bench-crud: $(BENCH)/installed ## Which faults of state are found, each alone, beside Schemathesis's stateful phase
	$(BENCH)/bin/python -m bench.crud
	$(BENCH)/bin/python -m bench.crud --graphql

bench-rest: $(BENCH)/installed ## Which faults of the REST demos are found, each alone, beside Schemathesis; and how many operations are reached
	$(BENCH)/bin/python -m bench.rest $(if $(SAVED),--saved $(SAVED))
	$(BENCH)/bin/python -m bench.rest_reach

bench-doors: $(BENCH)/installed ## Which faults of the workspace with every door are found, each alone, beside Schemathesis
	$(BENCH)/bin/python -m bench.doors $(if $(SAVED),--saved $(SAVED))

bench-time: $(BENCH)/installed ## Whether --time bounds whole commands, on slow, huge and faulty APIs
	$(BENCH)/bin/python -m bench.time_limits

# $PYTHON names a Python with the libraries of tests/services/http_rules_servers.py; without it only servers of Node.js are asked.
bench-audit: install ## The audits of graphql-http beside ours, on the same servers; needs Node.js and npm
	cd bench/audit && npm ci --silent --no-audit --no-fund && QUERIOUS="$(abspath $(VENV))/bin/python -m querious" node compare.mjs

bench-wrong: $(BENCH)/installed ## Which wrong answers are found, each alone, by which relation; and by querious diff
	$(BENCH)/bin/python -m bench.wrong --jobs 2
	$(BENCH)/bin/python -m bench.wrong --study --baseline --jobs 2
	$(BENCH)/bin/python -m bench.differ --jobs 2

FUZZ_SECONDS ?= 120
fuzz: install ## Random mutations on everything that is read (FUZZ_SECONDS=1800 FUZZ_SEED=7)
	$(BIN)/python -m bench.fuzz --seconds $(FUZZ_SECONDS) $(if $(FUZZ_SEED),--seed $(FUZZ_SEED))

dist: ## The wheel and the source distribution, built anew
	rm -rf dist
	$(BIN)/python -m build --quiet

release-check: install frontend ## Whether what is committed can be released; docs/release.md says what comes next
	@git diff --exit-code --stat -- src/querious/report/html || { echo "make frontend changed the page: commit it"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group release
	@$(MAKE) --no-print-directory dist
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python ci/release_check.py dist
	@folder=$$(mktemp -d) && $(PYTHON) -m venv "$$folder" && "$$folder"/bin/python -m pip install --quiet dist/*.whl \
	  && "$$folder"/bin/querious --version; status=$$?; rm -rf "$$folder"; exit $$status

picture: install ## Make the pictures of README and site anew, from a real run on the demo API
	$(BIN)/python -m bench.picture docs/demo.svg
	$(BIN)/python docs/draw_pictures.py

SITE := build/site
docs: install ## Build the documentation site into build/site; a warning is an error
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --doctree-dir build/doctrees docs $(SITE)
	@echo "built: $(SITE)/index.html"

DOCS_PORT ?= 8900
docs-serve: docs ## Show the site on this machine (DOCS_PORT=8900)
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory $(SITE) $(DOCS_PORT)

reference: install ## Write the pages of docs/reference anew, from commands, settings and rules
	$(BIN)/python docs/write_reference.py

format: install ## Let ruff format and mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean: ## Remove the environments and what tools left behind
	rm -rf build dist $(VENV) $(NEWEST) $(BENCH) frontend/node_modules tests/apollo/node_modules tests/streams/node_modules tests/vitest/node_modules .mypy_cache .ruff_cache .complexipy_cache .pytest_cache .hypothesis .coverage*
