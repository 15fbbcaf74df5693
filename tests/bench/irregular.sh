#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Irregularities made to order in simulated games of real players: how many the arbiter hears of, and what
# he hears that was not so. The columns: games played, those in which it happened; how many of them were hidden
# by a failing sensor (one that had to do with it failed on a square that decides, or on those of the ply before),
# and how many else by the scan (of two hands: the reports leave open that one hand did it; of a man touched: none
# says that he left his square, or that it was after the opponent's move; of a rook before the king: one round told
# of both; of one let go: he may have stood no longer than a hand rests on him; irregular_hidden.h; of what one hand did:
# irregular_unseen.h); how many were found of all and of those that nothing hid, and how many alerts of that kind were
# right; false criticals, games with one, other false alerts (infos aside); games whose plies are right, of all and of
# those in which the board told whatever is wrong (tracker_hidden.h, irregular_alike.h); and of all plies those that are right
# (tracker_score.h). A row of "all" is the sum of a kind's, the last one of all kinds'. Options go to bench_irregular.
#
# IRREGULAR_SAMPLE=1: from one file of games only, which is quicker read.
#
# usage: tests/bench/irregular.sh BENCH_IRREGULAR [OPTION...]
set -eu

[ $# -ge 1 ] || { sed -n '4,18s/^# \{0,1\}//p' "$0" >&2; exit 2; }
bench=$1
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
shared=${ADOUBED_SHARED:-$here/../shared}
[ -d "$shared/data/pgn" ] || { echo "no games: $shared/data/pgn is missing" >&2; exit 77; }

[ -z "${IRREGULAR_SAMPLE:-}" ] || exec "$bench" "$@" "$shared"/data/pgn/otb-clk/tata-steel-2017.pgn
exec "$bench" "$@" "$shared"/data/pgn/otb-clk/*.pgn "$shared"/data/pgn/online-clk/*.pgn \
	"$shared"/data/pgn/plain/*.pgn
