#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# verdict.sh ADOUBE [ROUNDS]: positions per second of `adoube verdict`, both sides asked, whole process, on the
# real and the hard positions of the shared material ($ADOUBED_SHARED, else ../shared beside the checkout).
# The best of ROUNDS (3) is shown, then the slowest of the hard positions.
set -eu

ADOUBE=${1:?usage: verdict.sh ADOUBE [ROUNDS]}
ROUNDS=${2:-3}
HERE=$(cd "$(dirname "$0")" && pwd)
DATA=${ADOUBED_SHARED:-$HERE/../../../shared}/data/unwinnable

if [ ! -d "$DATA" ]; then
	echo "$DATA: not there" >&2
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

now()
{
	date +%s%N
}

# measure NAME FILE [OPTION...]
measure()
{
	name=$1
	file=$2
	shift 2
	best=
	for _ in $(seq "$ROUNDS"); do
		start=$(now)
		"$ADOUBE" verdict "$@" <"$file" >"$work/out"
		took=$(($(now) - start))
		if [ -z "$best" ] || [ "$took" -lt "$best" ]; then
			best=$took
		fi
	done
	lines=$(wc -l <"$file")
	open=$(grep -c unknown "$work/out" || true)
	echo "$name: $lines positions, $((lines * 1000000000 / best)) a second, $open with a side unknown"
}

cut -d' ' -f1-6 "$DATA/lichess-30k.txt" >"$work/real"
grep -v '^#' "$DATA/lichess-timeouts.txt" | cut -d' ' -f1-6 >"$work/timeouts"
grep -v '^#' "$DATA/positions.txt" | cut -d' ' -f2- >"$work/hard"
measure "lichess-30k, exact" "$work/real"
measure "lichess-30k, quick" "$work/real" --quick
measure "timeouts, exact" "$work/timeouts"
measure "timeouts, quick" "$work/timeouts" --quick
ROUNDS=1
measure "positions, exact" "$work/hard"

slowest=0
while read -r fen; do
	start=$(now)
	"$ADOUBE" verdict "$fen" >/dev/null
	took=$(($(now) - start))
	if [ "$took" -gt "$slowest" ]; then
		slowest=$took
		which=$fen
	fi
done <"$work/hard"
echo "slowest of them (both sides): $((slowest / 1000000)) ms, $which"
