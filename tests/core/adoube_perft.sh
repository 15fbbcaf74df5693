#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_perft.sh ADOUBE: what `adoube perft` prints, and how it refuses.
set -eu

adoube=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

fail()
{
	echo "adoube perft $*" >&2
	cat "$work/out" "$work/err" >&2
	exit 1
}

# run STATUS ARGUMENT...: the command must end so.
run()
{
	expected=$1
	shift
	status=0
	"$adoube" perft "$@" >"$work/out" 2>"$work/err" || status=$?
	[ $status -eq "$expected" ] || fail "$*: status $status, not $expected"
}

# says FILE PATTERN
says()
{
	grep -Eq -e "$2" "$work/$1" || fail "...: '$2' is not in $1:"
}

# The count is the last line of standard output, speed goes to standard error.
run 0 4
[ "$(tail -n 1 "$work/out")" = "nodes 197281" ] || fail "4: wrong count"
says err '^seconds [0-9]+\.[0-9]+$'
says err '^nodes/s [0-9]+$'
run 0 0
[ "$(cat "$work/out")" = "nodes 1" ] || fail "0: wrong count"

# A FEN in one argument or in its fields.
run 0 3 "$start"
[ "$(tail -n 1 "$work/out")" = "nodes 8902" ] || fail "3 FEN: wrong count"
# shellcheck disable=SC2086 # its fields are words
run 0 3 $start
[ "$(tail -n 1 "$work/out")" = "nodes 8902" ] || fail "3 F E N: wrong count"

# --divide: a line for each move, whose counts sum up to the last line.
run 0 --divide 3
[ "$(wc -l <"$work/out")" -eq 21 ] || fail "--divide: not 20 moves and a sum"
awk '$1 == "nodes" { exit sum != $2 } { sum += $2 }' "$work/out" || fail "--divide: wrong sum"
says out '^e2e4 600$'

# Castling is written by the king's target, with --chess960 by the rook.
castling='4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'
run 0 --divide 1 "$castling"
says out '^e1g1 1$'
run 0 --chess960 --divide 1 "$castling"
says out '^e1h1 1$'
says out '^e1a1 1$'
run 0 --divide 1 '4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1'
says out '^f1g1 1$'

run 0 --help
says out '^usage: adoube perft'

# Mistakes: status 2, the cause on standard error, nothing on standard output.
for depth in -1 65 x 3x '' 99999999999999999999; do
	run 2 -- "$depth"
	says err "depth '$depth' is not a number from 0 to 64"
	[ ! -s "$work/out" ] || fail "-- $depth: standard output is not empty"
done
run 2
says err 'DEPTH is missing'
run 2 --speed 3
says err 'speed'
run 2 3 "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
says err 'column 20: rank 6 has fewer than 8 squares'
run 2 3 "8/8/8/8/8/8/8/Kk6 w - - 0 1"
says err 'column 19: the side that is not to move stands in check'
run 2 3 "$(printf '%0600d' 0)"
says err 'longer than'

# A result that cannot be written is a failure.
if [ -c /dev/full ]; then
	status=0
	"$adoube" perft 1 >/dev/full 2>"$work/err" || status=$?
	[ $status -eq 1 ] || fail "1 >/dev/full: status $status"
fi
