#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How long it takes from a board's bytes to a reader, with 8, 256 and 1,000 live tables, what 1,000 readers of
# eight tables and 10,000 that only wait cost, and whether any event is missed; the columns are explained in
# bench_feeds.c. About four minutes.
#
# usage: sh tests/bench/feeds.sh [BUILD [OPTION...]]    (build/release)
set -eu

cd "$(dirname "$0")/../.."
build=${1:-build/release}
[ $# -eq 0 ] || shift
bench=$build/tests/bench/bench_feeds
[ -x "$bench" ] || { echo "$bench is not built: ninja -C $build" >&2; exit 2; }
feeds()
{
	"$bench" "$@" "$build/daemon/adoubed" drivers/sim/games/*.pgn
}

feeds --head --tables 8 "$@"
feeds --tables 256 "$@"
feeds --tables 1000 --pace 1 "$@"
feeds --tables 8 --readers 1000 "$@"
feeds --tables 8 --readers 10000 --idle "$@"
