#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the journal promises, in figures: how long an entry takes to be durable, what a game takes on the
# disk, how long a start takes that folds it all and one from snapshots - at 1, 64 and 1,000 tables, and in the
# last round of an event - and what is lost when the daemon is killed at random moments.
#
# usage: tests/bench/journal.sh BUILD [PGN [TABLES [BOARDS KILLS [SECONDS [ROUNDS]]]]]
#   BUILD     folder of a release build, with tests
#   PGN       its first game is played on every table (drivers/sim/games/opera-1858.pgn)
#   TABLES    numbers of tables, in quotes ("1 64 1000")
#   BOARDS    simulated boards beside the daemon that is killed (64), KILLS times (1000)
#   SECONDS   of the run that measures commits, for each number of tables (10)
#   ROUNDS    of the event of 100 tables; 0: none (9)
# The journals are made in $TMPDIR; the file system there is what is measured.
set -eu

[ $# -ge 1 ] || { sed -n '4,16s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$1 pgn=${2:-drivers/sim/games/opera-1858.pgn} tables=${3:-"1 64 1000"}
boards=${4:-64} kills=${5:-1000} seconds=${6:-10} rounds=${7:-9}
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
	rm -r "$folder/state/journals/event.journal.snapshots"
	start "$n" "by a full fold"
	start "$n" "from snapshots"
	echo "$n tables: $(wc -l <"$folder/capture") lines a game are" \
		"$(($(stat -c %s "$folder/state/journals/event.journal") / n)) bytes on the disk a game"
done

# An event of 100 tables: all its games are in the journal, and those of the last round are to go on.
if [ "$rounds" -gt 0 ]; then
	rm -rf "$folder/state"
	mkdir -p "$folder/state/captures/event"
	printf '[event]\nround = %s\n[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\nport = 0\n' \
		"$rounds" "$folder" "$folder" >"$folder/conf"
	i=1
	while [ "$i" -le 100 ]; do
		r=1
		while [ "$r" -le "$rounds" ]; do
			sed "2s/\$/\n# table $i\n# round $r/" "$folder/capture" \
				>"$folder/state/captures/event/round-$r-table-$i.capture"
			r=$((r + 1))
		done
		echo "[table $i]" >>"$folder/conf"
		i=$((i + 1))
	done
	start 100 "of round $rounds with the import of all rounds"
	rm -r "$folder/state/journals/event.journal.snapshots"
	start 100 "of round $rounds by a full fold"
	start 100 "of round $rounds from snapshots"
	echo "$rounds rounds: $(($(stat -c %s "$folder/state/journals/event.journal") / 1000000)) MB of journal"
fi

[ "$kills" -eq 0 ] ||
	"$build/tests/daemon/test_soak" "$build/daemon/adoubed" "$adoube" "$boards" "$kills"
