#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How long `adoube replay` takes for one long game: whole process, and its own account of plies and
# events per second. The game is played on the simulated board first, with a clock that speaks each
# second.
#
# usage: tests/bench/replay.sh ADOUBE PGN [GAME [ROUNDS]]
set -eu

[ $# -ge 2 ] || { sed -n '3,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
adoube=$1 pgn=$2 game=${3:-1} rounds=${4:-11}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$adoube" simulate --quiet --pgn "$pgn" --game "$game" --profile human \
	--capture "$folder/capture"
printf '%s: game %s, %s lines, %s bytes\n' "$pgn" "$game" \
	"$(wc -l <"$folder/capture")" "$(wc -c <"$folder/capture")"
i=0
while [ "$i" -lt "$rounds" ]; do
	begin=$(date +%s%N)
	"$adoube" replay --stats --pgn "$folder/pgn" "$folder/capture" 2>"$folder/stats"
	end=$(date +%s%N)
	echo "$(((end - begin) / 1000)) $(cat "$folder/stats")"
	i=$((i + 1))
done | sort -n >"$folder/rounds"
awk '{ t[NR] = $1; line[NR] = $0 }
     END {
	m = int((NR + 1) / 2)
	printf "whole process: %.1f ms fastest, %.1f ms median, %.1f ms slowest of %d\n",
		t[1] / 1000, t[m] / 1000, t[NR] / 1000, NR
	sub(/^[0-9]+ /, "", line[m])
	print "median run: " line[m]
     }' "$folder/rounds"
