# Needs make and Python 3.11 or newer; everything else comes by itself.

BIN := .venv/bin
BENCH_BIN := bench/.venv/bin

# Tests start some hundred processes: what the first has compiled the others load.
unexport PYTHONDONTWRITEBYTECODE
# Tests wait for pages and servers: two processes more than processors keep these busy.
PROCESSES := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 2)
# What one checkout has found of types another knows: a clone takes a tenth of the time.
CHECKED := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/tabletown/types
# Programs that tests start, unpacked here where the machine has none.
UNPACKED := $(CURDIR)/.venv/unpacked

.PHONY: help env play check test lint compiled collected packages programs tested bench bench-web bench-serving shots torture messages lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

env: .venv/ready ## a virtual environment in .venv with everything for playing and developing

play: env ## the table in the browser, for you and your network; PLAY="--host 127.0.0.1 --port 9000" for other settings
	@$(BIN)/tabletown serve --open --host 0.0.0.0 $(PLAY)

check: env ## the daily round: lint, types, laws on a tenth of the games, the games' own tests; no browser
	@$(MAKE) --no-print-directory --jobs 2 lint compiled
	@TABLETOWN_LAWS=quick $(BIN)/pytest --quiet --numprocesses logical --dist worksteal tests/contract tests/games tests/rulekit tests/match --ignore-glob '*test_mutations.py'

test: ## everything: lint, types, layers, tests
	@$(MAKE) --no-print-directory --jobs 4 lint tested  # types take one processor for a minute, so the tests begin beside them

lint: env ## ruff, mypy --strict, the order of the layers, and known vulnerabilities where somebody can be asked
	@$(BIN)/ruff check
	@$(BIN)/mypy --cache-dir $(CHECKED)
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.audit

compiled: env  # the rules of every game, which all processes of the tests load
	@$(BIN)/python -m tools.warm

collected: env  # else each process of the tests would be the first to read them, which takes three times as long
	@$(BIN)/pytest --quiet --collect-only >/dev/null || true  # what cannot be read is said when they run

packages:  # needs no environment, and waits for the network and the disk: it goes on beside all that only counts
	@tools/system-packages chromium fonts-noto-cjk postgresql
	@tools/system-packages chromium-headless-shell

programs: env packages
	@tools/programs $(UNPACKED) caddy nginx
	@$(BIN)/python -m tools.chromium

tested: env programs compiled collected
	@MAKEFLAGS= PATH="$(UNPACKED)/usr/bin:$(UNPACKED)/usr/sbin:$$PATH" $(BIN)/python -m tools.again --quiet --numprocesses $(PROCESSES) --dist worksteal

bench: bench/.venv/ready ## our speed beside a peer's, in an environment of its own; BENCH="game ..." for some games only
	@$(BENCH_BIN)/python -m bench.bench $(BENCH)

shots: env ## screenshots of every page and game, and strips of motion, into shots/, for looking at; SHOTS="game ..." for some games only
	@tools/system-packages chromium fonts-noto-cjk
	@$(BIN)/python -m tools.shots $(SHOTS)

bench-web: env ## speed of the table in the browser beside an empty request; WEB="milton_keynes tycoons ..." for some of it only
	@tools/system-packages chromium
	@$(BIN)/python -m bench.web $(WEB)

bench-serving: env ## our server under load beside boardgame.io's (Node.js and npm); SERVING="moves memory ..." for some of it only
	@tools/system-packages nodejs npm
	@$(BIN)/python -m bench.serving $(SERVING)

torture: env ## a thousand kills on SQLite and 200 on PostgreSQL under load, and the books afterwards; TORTURE="--kills 50" for fewer
	@tools/system-packages postgresql
	@$(BIN)/python -m tools.torture $(TORTURE)

messages: env ## new and changed messages into the catalogues in locale/, ready to be translated
	@$(BIN)/python -m tools.messages

lock: env ## current versions of everything into requirements.txt and bench/requirements.txt
	@$(BIN)/uv lock --quiet --upgrade
	@$(BIN)/uv export --quiet --frozen --no-header --no-emit-project --format requirements-txt --output-file requirements.txt >/dev/null
	@$(BIN)/uv export --quiet --frozen --no-header --no-emit-project --format requirements-txt --no-dev --group bench --output-file bench/requirements.txt >/dev/null
	@rm uv.lock
	@! grep --line-number -e '://' -e '^-' requirements.txt bench/requirements.txt

clean: ## remove the environments and what tools left behind
	@rm -rf .venv bench/.venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ready: requirements.txt pyproject.toml
	@tools/environment .venv requirements.txt
	@touch $@

bench/.venv/ready: bench/requirements.txt pyproject.toml
	@tools/environment bench/.venv bench/requirements.txt
	@touch $@
