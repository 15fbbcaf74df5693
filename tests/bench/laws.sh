#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the arbiter is told, by kind of what happened: recall, precision, false alerts and latency over
# played games; the columns are explained in bench_laws.c, and options go there.
# Some minutes for 1,000 games a kind; --games 100 --clean 200 is a tenth.
#
# usage: tests/bench/laws.sh BENCH_LAWS [OPTION...]
set -eu

[ $# -ge 1 ] || { sed -n '4,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
bench=$1
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
shared=${ADOUBED_SHARED:-$here/../shared}
[ -d "$shared/data/pgn" ] || { echo "no games: $shared/data/pgn is missing" >&2; exit 77; }
exec "$bench" --games 1000 --clean 2000 "$@" "$shared"/data/pgn/otb-clk/*.pgn \
	"$shared"/data/pgn/online-clk/*.pgn "$shared"/data/pgn/plain/*.pgn
