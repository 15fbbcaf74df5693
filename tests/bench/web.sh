#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The spectators' page in Chromium, with 8 and 256 tables that play: milliseconds from the bytes on the wire to the
# board on the screen, the first board, frames while it is scrolled, memory and processor time of an hour's play that
# passes in a minute. Figures of one machine at one time; the columns are explained in tests/web/bench.mjs. About
# three minutes.
#
# usage: sh tests/bench/web.sh [BUILD]    (build/release)
set -eu

cd "$(dirname "$0")/../.."
build=${1:-build/release}
[ -x "$build/daemon/adoubed" ] || { echo "$build is not built: ninja -C $build" >&2; exit 2; }
[ -d tests/web/node_modules ] || { echo "tests/web has no packages: ctest --test-dir $build -R web.packages" >&2; exit 2; }
for tables in 8 256; do
	node tests/web/bench.mjs "$build/daemon/adoubed" "$tables"
done
