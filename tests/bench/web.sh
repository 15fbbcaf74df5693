#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The spectators' page in Chromium, with 8 and 256 tables that play, as one table: what it weighs, the first board,
# milliseconds from a board's wire and from the feed to the board on the screen, frames while it is scrolled, memory
# and processor of an hour's play that passes in a minute. Figures of one machine at one time; the rows are explained
# in tests/web/bench.mjs. About eight minutes.
#
# usage: sh tests/bench/web.sh [BUILD [TABLES...]]    (build/release 8 256)
set -eu

cd "$(dirname "$0")/../.."
build=${1:-build/release}
[ -x "$build/daemon/adoubed" ] || { echo "$build is not built: ninja -C $build" >&2; exit 2; }
[ -d tests/web/node_modules ] || { echo "tests/web has no packages: ctest --test-dir $build -R web.packages" >&2; exit 2; }
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 8 256
node tests/web/bench.mjs "$build/daemon/adoubed" "$build/daemon/web/sizes.json" "$@"
