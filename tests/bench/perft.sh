#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# perft.sh ADOUBE [ROUNDS]: perft of adoube beside Debian's stockfish, in turn, in one run.
#
# Prints, for each position, the median CPU seconds (user and system) of whole processes less the same
# program's depth 1, millions of leaf nodes a second, and the ratio. Both count the last ply without
# making it, and neither has a hash table. $STOCKFISH names another engine. Exit 77: no engine here.
set -eu

adoube=${1:?usage: perft.sh ADOUBE [ROUNDS]}
rounds=${2:-5}
stockfish=${STOCKFISH:-/usr/games/stockfish}

for program in "$adoube" "$stockfish"; do
	[ -x "$program" ] || {
		echo "perft.sh: $program is not there" >&2
		exit 77
	}
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME CHESS960 DEPTH FEN: everything the program prints, into $work/out.
run()
{
	case $1 in
	adoube)
		"$adoube" perft "$3" "$4" >"$work/out" 2>/dev/null
		;;
	stockfish)
		printf 'setoption name UCI_Chess960 value %s\nposition fen %s\ngo perft %s\nquit\n' \
			"$2" "$4" "$3" | "$stockfish" >"$work/out"
		;;
	esac
}

# cpu NAME CHESS960 DEPTH FEN: sets $seconds of CPU and $nodes. bash's own clock counts milliseconds.
cpu()
{
	local TIMEFORMAT='%3U %3S'

	{ time run "$@"; } 2>"$work/time"
	seconds=$(awk '{ printf "%.3f", $1 + $2 }' "$work/time")
	nodes=$(sed -n 's/^nodes //p; s/^Nodes searched: //p' "$work/out")
}

median()
{
	sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# measure NAME CHESS960 DEPTH FEN NODES
measure()
{
	rm -f "$work"/sample.*
	for ((round = 0; round < rounds; round++)); do
		for program in adoube stockfish; do
			cpu $program "$2" 1 "$4"
			base=$seconds
			cpu $program "$2" "$3" "$4"
			if [ "$nodes" != "$5" ]; then
				echo "$program counts '$nodes' instead of $5: $1" >&2
				exit 1
			fi
			awk -v a="$seconds" -v b="$base" 'BEGIN { print a - b }' \
				>>"$work/sample.$program"
		done
	done
	awk -v name="$1 $3" -v n="$5" -v a="$(median "$work/sample.adoube")" \
		-v s="$(median "$work/sample.stockfish")" 'BEGIN {
		printf "%-11s adoube %6.3f s %7.1f Mn/s   stockfish %6.3f s %7.1f Mn/s   ratio %.2f\n",
			name, a, n / a / 1e6, s, n / s / 1e6, s / a
	}'
}

measure start false 6 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 119060324
measure kiwipete false 5 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' \
	193690690
measure chess960 true 6 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9' 227689589
