#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tracker beside the usual algorithm: real recordings and the fixtures first, then simulated
# games of every profile. The columns are explained in tracker_score.h, "unseen" in
# tracker_stream.h; options go to bench_tracker.
# A minute or two for 200 games a profile; --games 2000 is ten times that, --games 0 takes all.
#
# usage: tests/bench/tracker.sh BENCH_TRACKER [OPTION...]
set -eu

[ $# -ge 1 ] || { sed -n '4,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
bench=$1
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
shared=${ADOUBED_SHARED:-$here/../shared}
[ -d "$shared/data/pgn" ] || { echo "no games: $shared/data/pgn is missing" >&2; exit 77; }

# The tests' own recordings, then the real one; a profile alone goes without them.
case " $* " in
*" --profile"*) ;;
*)
	[ ! -f "$shared/protocols/dgt-captures.md" ] ||
		set -- "$@" --notes "$shared/protocols/dgt-captures.md"
	for capture in "$here"/tests/captures/*.capture; do
		set -- "$@" --capture "$capture"
	done
	;;
esac
exec "$bench" "$@" "$shared"/data/pgn/otb-clk/*.pgn "$shared"/data/pgn/online-clk/*.pgn \
	"$shared"/data/pgn/plain/*.pgn "$shared"/data/pgn/rules/*.pgn
