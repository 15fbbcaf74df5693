#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the journal promises, in figures: how long an entry takes to be durable, what a game takes on the
# disk, how long a start takes that folds it all - at 1, 64 and 1,000 tables - and what is
# lost when the daemon is killed at random moments.
#
# usage: tests/bench/journal.sh BUILD [PGN [TABLES [BOARDS KILLS [SECONDS]]]]
#   BUILD     folder of a release build, with tests
#   PGN       its first game is played on every table (drivers/sim/games/opera-1858.pgn)
#   TABLES    numbers of tables, in quotes ("1 64 1000")
#   BOARDS    simulated boards beside the daemon that is killed (64), KILLS times (1000)
#   SECONDS   of the run that measures commits, for each number of tables (10)
# The journals are made in $TMPDIR; the file system there is what is measured.
set -eu

[ $# -ge 1 ] || { sed -n '4,15s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$1 pgn=${2:-drivers/sim/games/opera-1858.pgn} tables=${3:-"1 64 1000"}
boards=${4:-64} kills=${5:-1000} seconds=${6:-10}
adoube=$build/daemon/adoube
folder=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true; rm -rf "$folder"' EXIT

for n in $tables; do
	rm -f "$folder"/bench.journal*
	"$build/tests/bench/bench_journal" "$n" "$seconds" "$folder"
done

# start N WORD: how long until the daemon listens, and its processor time.
start()
{
	begin=$(date +%s%N)
	"$build/daemon/adoubed" --config "$folder/conf" >"$folder/out" 2>"$folder/err" &
	daemon=$!
	until grep -q listening "$folder/out"; do sleep 0.01; done
	end=$(date +%s%N)
	awk -v n="$1" -v word="$2" -v ms=$(((end - begin) / 1000000)) -v tick="$(getconf CLK_TCK)" '
		{ printf "%d tables: start %s %d ms, processor %d ms\n", n, word, ms,
			($14 + $15) * 1000 / tick }' "/proc/$daemon/stat"
	sleep 1
	kill "$daemon"
	wait "$daemon"
	daemon=
}

"$adoube" simulate --quiet --pgn "$pgn" --game 1 --profile human --capture "$folder/capture"
for n in $tables; do
	rm -rf "$folder/state"
	mkdir -p "$folder/state/captures/event"
	printf '[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n' \
		"$folder" "$folder" >"$folder/conf"
	i=1
	while [ "$i" -le "$n" ]; do
		sed "2s/\$/\n# table $i/" "$folder/capture" \
			>"$folder/state/captures/event/table-$i.capture"
		echo "[table $i]" >>"$folder/conf"
		i=$((i + 1))
	done
	start "$n" "with the import of the captures"
	start "$n" "by a full fold"
	echo "$n tables: $(wc -l <"$folder/capture") lines a game are" \
		"$(($(stat -c %s "$folder/state/journals/event.journal") / n)) bytes on the disk a game"
done

"$build/tests/daemon/test_soak" "$build/daemon/adoubed" "$adoube" "$boards" "$kills"
