#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Irregularities made to order in simulated games of real players: how many the arbiter hears of, and what
# he hears that was not so. The columns: games played, and those in which it happened; how many of these
# were found, and how many alerts of that kind were right; false criticals, games with one, other false
# alerts (infos aside); games whose plies are right. Options go to bench_irregular.
#
# usage: tests/bench/irregular.sh BENCH_IRREGULAR [OPTION...]
set -eu

[ $# -ge 1 ] || { sed -n '4,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
bench=$1
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
shared=${ADOUBED_SHARED:-$here/../shared}
[ -d "$shared/data/pgn" ] || { echo "no games: $shared/data/pgn is missing" >&2; exit 77; }

exec "$bench" "$@" "$shared"/data/pgn/otb-clk/*.pgn "$shared"/data/pgn/online-clk/*.pgn \
	"$shared"/data/pgn/plain/*.pgn
