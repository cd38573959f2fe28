# The front door. `make run` and `make test` need nothing but git and make on a Debian 12 machine:
# tools/setup installs the rest. Meson and Vite do the work; this file only calls them.

# The parts of the catalogue follow the sources too, but a sentence that is new in them is new in a catalogue too.
page_sources := $(shell find web po tools/po.py $(wildcard src/games/*/*.po src/games/*/*.txt) \( -name node_modules -o -path web/dist \) -prune -o -print 2>/dev/null)
engine_sources := $(shell find src/core src/games src/bots src/table src/wasm meson.build tools/wasm.ini -type f 2>/dev/null)
version := $(shell sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
tidy = $(shell find src tests fuzz bench -name '*.[ch]' 2>/dev/null)

build: ## Build everything into one file, build/negoce
	@tools/setup run
	@$(MAKE) --no-print-directory build/negoce

run: build ## Install what is missing, build, and start the server on http://localhost:8642
	@exec build/negoce serve

test: ## Install what is missing, build, and run every test
	@tools/setup test
	@tools/test

site: build ## Write the page for any static web host into build/site: no server, bots in the page
	@cd web && NEGOCE_SITE=1 ../tools/quiet npm run --silent build -- --outDir ../build/site --emptyOutDir
	@cp build/site/index.html build/site/404.html
	@tools/press.mjs build/site
	@echo "build/site"

bench: site ## Measure: games and moves a second, replay, the time to an acknowledgement, the engine in a browser
	@tools/bench

load: build ## Measure a server under load beside a bare echo, with clocks and without; LOAD="--connections 96 --tables 32 --seconds 10"
	@tools/quiet ninja -C build bench/load
	@build/bench/load $(LOAD)

load-cluster: build ## The same for one server, one node on NATS and three; LOAD_CLUSTER="--tables 100 --seconds 10 --log 99000"
	@tools/setup test
	@tools/quiet ninja -C build bench/load bench/log
	@node bench/cluster.mjs $(LOAD_CLUSTER)

fuzz: ## Fuzz records, notation and messages, FUZZ_SECONDS each (600)
	@tools/setup test
	@tools/test fuzz --seconds $(or $(FUZZ_SECONDS),600)

soak: ## Play new seeds of every game for SOAK_SECONDS (600), every promise held against them
	@tools/setup test
	@tools/test build
	@NEGOCE_SOAK=$(or $(SOAK_SECONDS),600) NEGOCE_LEFT=build build/tests/unit/test_play

cluster: build ## A house of three nodes on three servers of NATS behind a balancer, on this machine, for a look
	@tools/setup test
	@tools/cluster.mjs

cluster-soak: build ## Play on such a house while CLUSTER_KILLS (200) of its processes are killed
	@tools/setup test
	@NEGOCE_KILLS=$(or $(CLUSTER_KILLS),200) NEGOCE_SEED=$(or $(CLUSTER_SEED),5) node --test tests/cluster/kills.soak.mjs

coverage: ## Tell how many lines of the C the tests reach; below 95 % of a room it fails
	@tools/setup test
	@tools/test build
	@tools/coverage

format: ## Let clang-format lay out the C
	@tools/setup test
	@clang-format-14 -i $(tidy)

manual: build ## Write the manual pages and the completion of bash into build/manual
	@tools/manual.py build/negoce build/manual $(version)

deb: ## Build the Debian package build/deb/negoce_*.deb, and let lintian look at it
	@tools/setup package
	@tools/deb

deb-test: deb ## Install, start, upgrade, remove and purge the package in a bare Debian (as root, with a network)
	@tools/deb-test

dist: ## Write the source archive and what npm brings into build/dist; both build without a network
	@tools/setup run
	@tools/dist

clean: ## Remove what was built (not what was installed)
	rm -rf build build-asan build-clang build-wasm build-coverage web/dist

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

# --- what `build` is made of ------------------------------------------------------------------------

build/negoce: page build/build.ninja
	@tools/quiet ninja -C build negoce

build/build.ninja:
	@echo "Building build/negoce"
	@tools/quiet env CC=gcc meson setup build

# The engine for the browser, a piece of the page. Flags of the machine (dpkg's hardening) are not for it.
build-wasm/src/wasm/negoce.wasm: build-wasm/build.ninja $(engine_sources)
	@tools/quiet ninja -C build-wasm
	@touch $@

build-wasm/build.ninja:
	@echo "Building the engine for the page"
	@tools/quiet env -u CFLAGS -u CPPFLAGS -u LDFLAGS meson setup build-wasm --cross-file tools/wasm.ini

page: web/dist/index.html

web/dist/index.html: $(page_sources) build-wasm/src/wasm/negoce.wasm
	@echo "Building the page"
	@cd web && ../tools/quiet npm run --silent build
	@touch $@

.PHONY: cluster cluster-soak load-cluster manual deb deb-test dist build run test site bench coverage load fuzz soak format clean help page build/negoce
