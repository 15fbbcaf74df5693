#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# journal.sh ADOUBED ADOUBE: a game is recorded, and `adoube journal` is given what comes of it: whole, changed by hand,
# cut off, overwritten, and what is no journal at all. It names what is wrong and what to do, and leaves nothing behind.
set -eu

adoubed=$1
adoube=$2
work=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || :; rm -rf "$work"' EXIT

fail()
{
	echo "$*"
	cat "$work/said" "$work/errors"
	exit 1
}

# journal STATUS WORD...: `adoube journal WORD...` ends with that status.
journal()
{
	want=$1
	shift
	status=0
	"$adoube" journal "$@" >"$work/said" 2>"$work/errors" || status=$?
	[ "$status" -eq "$want" ] || fail "adoube journal $*: status $status, not $want"
}

says()
{
	cat "$work/said" "$work/errors" | grep -q -e "$1" || fail "nothing like '$1' in:"
}

# A game by a person's word alone; the board is waited for.
"$adoubed" --board "$work/board" --state-dir "$work/state" --runtime-dir "$work/run" --port 0 >"$work/out" 2>&1 &
daemon=$!
n=0
until grep -q 'listening on' "$work/out"; do
	n=$((n + 1))
	[ "$n" -lt 1200 ] || fail "adoubed does not listen: $(cat "$work/out")"
	sleep 0.05
done
tell()
{
	"$adoube" "$1" --socket "$work/run/control" --yes "$2" "$3" "$4" "${5:-}" >"$work/said" 2>"$work/errors" ||
		fail "adoube $*"
}
"$adoube" correct --socket "$work/run/control" --yes 1 position \
	'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' >"$work/said" 2>"$work/errors" || fail position
tell correct 1 insert 1 'e4 e5 Nf3 Nc6'
tell correct 1 insert 5 'Bb5 a6'
kill "$daemon"
wait "$daemon" || fail "adoubed failed: $(cat "$work/out")"
daemon=
set -- "$work"/state/journals/*.journal
j=$1

# Whole, and what was published.
journal 0 check "$j"
says 'all as they were written'
says '^1 games published in [1-9][0-9]* revisions, as the entries give them$'
journal 0 salvage "$j"
says 'nothing was done'

# Cut off and overwritten: what is wrong, and what to do; then it is done.
cp "$j" "$work/cut.journal"
truncate -s -5000 "$work/cut.journal"
journal 1 check "$work/cut.journal"
says 'it is cut off: it has'
says "'adoube journal salvage $work/cut.journal' makes a new journal"
journal 1 show "$work/cut.journal"
says "'adoube journal check' says more"
journal 0 salvage "$work/cut.journal"
journal 0 check "$work/cut.journal" # what was cut off is the index
says '^1 games published'
ls "$work"/cut.journal.damaged-* >/dev/null || fail "the damaged file is gone"

# What is none.
head -c 5000 /dev/urandom >"$work/random.journal"
journal 1 check "$work/random.journal"
says 'it is no SQLite database: it has 5000 bytes'
says 'move it away'
journal 1 salvage "$work/random.journal"
says 'nothing was done'
set -- "$work"/*random*
[ $# -le 2 ] || fail "salvage left something behind: $(ls "$work")"
: >"$work/empty.journal"
journal 1 check "$work/empty.journal"
says 'is empty'
journal 1 prune --round 1 "$work/none.journal"
says 'there is no'
[ ! -e "$work/none.journal" ] || fail "prune began a journal"

# A capture that is refused begins no journal; with its table it is taken.
printf '# adoubed capture 1\n# driver dgt\n5 < 01\n' >"$work/nobodys.capture"
journal 2 import "$work/new.journal" "$work/nobodys.capture"
says "'adoube journal import --table N' says it instead"
set -- "$work"/*new.journal*
[ ! -e "$1" ] || fail "import left $1"
journal 0 import --table 4 "$work/new.journal" "$work/nobodys.capture"
journal 0 check "$work/new.journal"
says 'all as they were written'

# The orders of the event come out as they went in, and the chain around them is whole.
cat >"$work/event.orders" <<'END'
# adoubed orders 1
2026-11-20T09:00:00.250000Z {"op":"round","round":"2","open":true,"was_round":"1","was_open":true,"file":"1","uid":0}
2026-11-20T13:30:01.000007Z {"op":"assign","changes":[{"table":1,"board":"serial:55555","was":null,"file":"any"}],"uid":0}
END
journal 0 import "$work/moved.journal" "$work/nobodys.capture" --table 4 "$work/event.orders"
says 'event.orders: 2 orders'
journal 0 check "$work/moved.journal"
says '^5 entries, all as they were written'
journal 0 export --to "$work/exported" "$work/moved.journal"
cmp "$work/exported/event.orders" "$work/event.orders" || fail "orders went in otherwise than they came out"
journal 0 export --orders "$work/moved.journal"
cmp "$work/said" "$work/event.orders" || fail "--orders gives others"
journal 1 import "$work/moved.journal" "$work/event.orders"
says 'this one has entries already'
printf '# adoubed orders 1\n2026-11-20T09:00:00.250000Z {"op":7}\n' >"$work/bad.orders"
journal 2 import "$work/bad.journal" "$work/bad.orders"
says 'bad.orders:2: this is no order'
[ ! -e "$work/bad.journal" ] || fail "import began a journal"
