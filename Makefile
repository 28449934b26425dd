# Needs only Python 3.11 or newer, make and git. The rest is installed into .venv from the exported lock files.
VENV := .venv
BIN := $(VENV)/bin
OLD_CHROMIUM := .venv-old-chromium
LANGUAGES ?=
PYTHONS ?= python3.14 python3.13 python3.12 python3.11 python3 python
ARGS ?=
LOCK_ARGS ?=
# auto: run these tests where the programs are found; required: fail without them; off: never.
BROWSER_TESTS ?= auto
ENGINE_TESTS ?= auto
DATABASE_TESTS ?= auto
export PYTHONS BROWSER_TESTS ENGINE_TESTS DATABASE_TESTS
WORKERS := 2
PYTEST_ARGS ?= -n $(WORKERS) --dist worksteal
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest $(PYTEST_ARGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run demo check test test-all test-firefox mutants lint site docs bench bench-scale bench-club soak pictures contact-sheets transcripts translations lock executable release clean
check test test-all test-firefox mutants lint site docs bench bench-scale bench-club soak pictures contact-sheets transcripts translations lock executable release: SHELL := .ci/timed
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile
run: $(VENV)/.runtime ## Start Companion (options: make run ARGS="--port 8000")
	$(BIN)/companion serve $(ARGS)
demo: $(VENV)/.runtime ## Start Companion with a demo game
	$(BIN)/companion serve --demo $(ARGS)
check: $(VENV)/.dev ## Run the quick tests, without browsers, database servers and processes
	TEST_EXTENT=check $(PYTEST) $(ARGS)
# For two cores: tests of browsers and servers often wait, for example for a heartbeat.
test test-all: WORKERS := 3
test: $(VENV)/.dev ## Run the tests (BROWSER_TESTS, ENGINE_TESTS, DATABASE_TESTS=auto, required or off)
	$(PYTEST) $(ARGS)
test-all: $(VENV)/.dev $(OLD_CHROMIUM)/.created test-firefox ## Run every combination, before a release and once a week
	TEST_EXTENT=all $(PYTEST) $(ARGS)
test-firefox: $(VENV)/.dev ## Run the browser tests that matter in Firefox
	BROWSER_ENGINE=firefox $(PYTEST) tests/browser $(ARGS)
mutants: $(VENV)/.dev ## Change the code in 80 places, one at a time, and list the changes that no quick test notices
	$(BIN)/python -m tests.mutants $(ARGS)
lint: $(VENV)/.dev ## Check style, formatting and types (the same checks as pre-commit, on all files)
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/oxfmt --check static/*.js static/styles phone/*.js && $(BIN)/oxlint --deny-warnings static/*.js phone/*.js
	$(BIN)/python -m tests.promised_browsers
	$(BIN)/djhtml --check --tabwidth 2 templates
site: $(VENV)/.dev ## Build the site that runs in a phone's own browser into build/site (plugins: make site ARGS="--plugin WHEEL")
	$(BIN)/python phone/build.py build/site $(ARGS)
docs: $(VENV)/.dev ## Build the documentation into build/docs
	$(BIN)/python -m sphinx -q -W --keep-going -c docs -d build/doctrees . build/docs $(ARGS)
bench: $(VENV)/.dev ## Measure speed
	$(BIN)/python -m tests.bench $(ARGS)
bench-scale: $(VENV)/.dev ## Measure several workers on PostgreSQL
	$(BIN)/python -m tests.bench.scale $(ARGS)
bench-club: $(VENV)/.dev ## Measure forty tables of all games at once
	$(BIN)/python -m tests.bench.club $(ARGS)
soak: $(VENV)/.dev ## Kill the server hundreds of times, overload it, cut it off, send it nonsense (SOAK_SECONDS, SOAK_SEED)
	@export TEST_EXTENT=all SOAK_SECONDS=$${SOAK_SECONDS:-240} SOAK_SEED=$${SOAK_SEED:-$$(date +%s)}; echo "SOAK_SEED=$$SOAK_SEED"; $(PYTEST) -m soak -rP --durations=0 $(ARGS)
pictures: $(VENV)/.dev ## Take the pictures of the documentation again
	FONTCONFIG_FILE=$(CURDIR)/tests/browser/fonts.conf $(BIN)/python -m tests.browser.test_pictures
contact-sheets: $(VENV)/.dev ## Take a picture of each screen into pictures/, beside an older version (ARGS="--beside PATH")
	FONTCONFIG_FILE=$(CURDIR)/tests/browser/fonts.conf $(BIN)/python -m tests.browser.contact_sheets $(ARGS)
transcripts: $(VENV)/.dev ## Regenerate the snapshots of recorded games and pages, to review with git diff
	-git config diff.xz.textconv "xz --decompress --stdout"
	$(BIN)/python -m tests.test_transcripts $(ARGS) && $(BIN)/python -m tests.games.test_moments
translations: $(VENV)/.runtime ## Collect the sentences and update the catalogues (a new language: make translations LANGUAGES=nl)
	.ci/translations $(VENV) $(LANGUAGES)
lock: $(VENV)/.dev ## Update the lock files (make lock LOCK_ARGS=--upgrade for newer versions)
	.ci/lock $(BIN)/uv $(LOCK_ARGS)
executable: $(VENV)/.dev ## Build one file that runs without Python on this system, and play a bid with it
	$(BIN)/python -m tests.executable
release: $(VENV)/.dev ## Check, build and try a release, then print what is left to do
	$(BIN)/python -m tests.release $(ARGS)
clean: ## Delete .venv, caches and builds (never a game: instance/ stays)
	rm -rf .venv* build dist *.egg-info .coverage* htmlcov .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find companion tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.runtime: requirements.lock pyproject.toml
	.ci/venv $@ -r requirements.lock
	.ci/venv $@ --quiet --no-deps -e .
$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	.ci/venv $@ -r requirements-dev.lock
$(OLD_CHROMIUM)/.created:
	.ci/venv $@ PyQt5==5.14.2 PyQtWebEngine==5.14.0
