#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Our PGN reader beside pgn-extract on the same files, in turn: CPU seconds and MB/s. Both check
# every move; pgn-extract keeps to reading and checking (-r).
#
# usage: tests/bench/pgn.sh BENCH_PGN FILE...
set -eu

[ $# -ge 2 ] || { sed -n '4,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
bench=$1
shift
extract=$(command -v pgn-extract || echo /usr/games/pgn-extract)
bytes=$(cat "$@" | wc -c)
for round in 1 2 3; do
	printf 'round %s  adoubed:     ' "$round"
	"$bench" "$@"
	begin=$(date +%s%N)
	"$extract" -s -r "$@" >/dev/null 2>&1 || true
	end=$(date +%s%N)
	printf 'round %s  pgn-extract: %s\n' "$round" "$(awk -v n="$((end - begin))" -v b="$bytes" \
		'BEGIN { printf "%.1f MB in %.2f s (wall): %.1f MB/s", b / 1e6, n / 1e9, b / 1e6 / (n / 1e9) }')"
done
