# Needs only Python 3.11 or newer, make and git. Everything else is put into .venv from the lock files.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --require-virtualenv
LOCK_VENV := .venv-lock
OLD_CHROMIUM := .venv-old-chromium
TRANSLATIONS := companion/translations
LANGUAGES ?= it fr de es
# The first of these that is new enough makes .venv.
PYTHONS ?= python3.13 python3.12 python3.11 python3 python
ARGS ?=
# One worker per core of the machine that the times in CONTRIBUTING.md were measured on.
PYTEST_ARGS ?= -n 2 --dist worksteal
# Bytecode is kept even where the environment forbids it: each worker would compile every test again.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest $(PYTEST_ARGS)
LOCK_ARGS ?=

# auto: where a Chromium or Chrome is found; required: fail without one; off: never.
BROWSER_TESTS ?= auto
export BROWSER_TESTS
# The same for WebKit, and in `make test-all` for Firefox and an old Chromium.
ENGINE_TESTS ?= auto
export ENGINE_TESTS
# The same for PostgreSQL, Caddy and nginx.
DATABASE_TESTS ?= auto
export DATABASE_TESTS

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run demo check test test-all test-firefox mutants lint bench bench-scale soak docs pictures transcripts translations lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.runtime ## Start the companion (options: make run ARGS="--port 8000")
	$(BIN)/companion serve $(ARGS)

demo: $(VENV)/.runtime ## Start the companion with a table that plays itself
	$(BIN)/companion serve --demo $(ARGS)

test: $(VENV)/.dev ## Run what must hold, ten minutes on two cores (BROWSER_TESTS, ENGINE_TESTS, DATABASE_TESTS=auto, required or off)
	$(PYTEST) $(ARGS)

check: $(VENV)/.dev ## Run the quick tests, without a browser, a database server or processes
	TEST_EXTENT=check $(PYTEST) $(ARGS)

test-all: $(VENV)/.dev $(OLD_CHROMIUM)/.created test-firefox ## Run every combination, before a release and once a week
	TEST_EXTENT=all $(PYTEST) $(ARGS)

test-firefox: $(VENV)/.dev ## Run the browser tests that matter in Firefox
	BROWSER_ENGINE=firefox $(PYTEST) tests/browser $(ARGS)

mutants: $(VENV)/.dev ## Change the code in 80 places, one at a time, and list the changes that no quick test notices
	$(BIN)/python -m tests.mutants $(ARGS)

# Formatted and read for mistakes by programs that come as wheels, so that nobody needs another language's tools.
SCRIPTS := $(wildcard static/*.js)
lint: $(VENV)/.dev ## Check style, formatting and types
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/oxfmt --check $(SCRIPTS) static/styles
	$(BIN)/oxlint --deny-warnings $(SCRIPTS)
	$(BIN)/biome lint --error-on-warnings static/styles
	$(BIN)/python -m tests.promised_browsers
	$(BIN)/djhtml --check --tabwidth 2 templates
	$(BIN)/djlint --lint --quiet templates

bench: $(VENV)/.dev ## Measure speed
	$(BIN)/python -m tests.bench $(ARGS)

bench-scale: $(VENV)/.dev ## Measure several workers on PostgreSQL
	$(BIN)/python -m tests.bench.scale $(ARGS)

# Nine tests, so many seconds each, and each prints what it did; the same seed makes the same choices again.
soak: $(VENV)/.dev ## Kill the server hundreds of times, crowd it, cut it off, ask it nonsense (SOAK_SECONDS, SOAK_SEED)
	@export SOAK_SECONDS=$${SOAK_SECONDS:-240} SOAK_SEED=$${SOAK_SEED:-$$(date +%s)}; echo "SOAK_SEED=$$SOAK_SEED"; \
	$(PYTEST) -m soak -rP --durations=0 $(ARGS)

docs: $(VENV)/.dev ## Build the documentation as a site in build/docs
	$(BIN)/python -m sphinx -q -W --keep-going -c docs -d build/doctrees . build/docs

pictures: $(VENV)/.dev ## Take the guide's pictures, and one of every screen, in every language, into pictures/
	$(BIN)/python -m tests.browser.test_pictures $(ARGS)

transcripts: $(VENV)/.dev ## Write recorded games and the pages of some moments again, to see what a change changes
	$(BIN)/python -m tests.test_transcripts $(ARGS)
	$(BIN)/python -m tests.games.test_moments

# The template goes into .venv: it is made anew each time and holds a date. The catalogues keep theirs,
# so a second run changes nothing.
translations: $(VENV)/.runtime ## Collect the sentences and update the catalogues
	$(BIN)/pybabel -q extract -F babel.cfg -k say -k say_many:1,2 -k to_you --no-location --sort-by-file \
		--no-wrap --project=companion --version=0 -o $(VENV)/messages.pot .
	for language in $(LANGUAGES); do \
		$(BIN)/pybabel -q update --init-missing -N --no-wrap --ignore-obsolete \
			--ignore-pot-creation-date -i $(VENV)/messages.pot -d $(TRANSLATIONS) -l $$language \
			|| exit 1; \
	done

# Versions already locked are kept while they fit; make lock LOCK_ARGS=--upgrade takes the newest.
COMPILE = $(LOCK_VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
	$(LOCK_ARGS) pyproject.toml

lock: ## Pin the dependencies anew (make lock LOCK_ARGS=--upgrade for newer versions)
	@$(call make_venv,$(LOCK_VENV))
	$(LOCK_VENV)/bin/python -m pip --disable-pip-version-check install --quiet "uv>=0.7"
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra server --constraint requirements.lock --output-file requirements-server.lock
	$(COMPILE) --extra server --group dev --constraint requirements-server.lock \
		--output-file requirements-dev.lock

clean: ## Delete .venv, caches and builds (never a game: instance/ stays)
	rm -rf $(VENV) .venv-home $(LOCK_VENV) $(OLD_CHROMIUM) build dist *.egg-info .coverage .coverage.* htmlcov
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find companion tests -name __pycache__ -type d -prune -exec rm -rf {} +

# A command of that name may be there and not run, so each is tried. Debian's Python lacks ensurepip until
# python3-venv is installed.
define make_venv
found=; \
for python in $(PYTHONS); do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
	found=$$python; \
	$$python -c 'import ensurepip, venv' >/dev/null 2>&1 || continue; \
	echo "Making $(1) with $$python"; \
	$$python -m venv --clear $(1) && exit 0; \
	rm -rf $(1); \
	exit 1; \
done; \
if [ -n "$$found" ]; then \
	echo "$$found cannot make virtual environments: its venv module is missing. On Debian or Ubuntu: apt install python3-venv" >&2; \
else \
	echo "No Python 3.11 or newer was found. Install one, then run make again." >&2; \
fi; \
exit 1
endef

# Chromium 77 comes as a wheel; an environment of its own, for nothing else needs it.
$(OLD_CHROMIUM)/.created:
	@$(call make_venv,$(OLD_CHROMIUM))
	$(OLD_CHROMIUM)/bin/python -m pip --disable-pip-version-check install --quiet \
		PyQt5==5.14.2 PyQtWebEngine==5.14.0
	@touch $@

$(VENV)/.created:
	@$(call make_venv,$(VENV))
	@touch $@

$(VENV)/.runtime: requirements.lock pyproject.toml $(VENV)/.created
	$(PIP) install --quiet -r requirements.lock
	$(PIP) install --quiet --no-deps -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP) install --quiet -r requirements-dev.lock
	@touch $@
