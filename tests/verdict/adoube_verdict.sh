#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_verdict.sh ADOUBE: what `adoube verdict` prints, and how it refuses.
set -eu

adoube=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rook='8/8/8/8/8/5k2/8/4K2R w - -'
kings='8/8/8/8/8/5k2/8/4K3 w - - 0 1'
forced='Kq6/8/8/8/8/8/8/3k4 w - -'

fail()
{
	echo "adoube verdict $*" >&2
	cat "$work/out" "$work/err" >&2
	exit 1
}

# run STATUS ARGUMENT...: the command must end so; standard input is $work/in.
: >"$work/in"
run()
{
	expected=$1
	shift
	status=0
	"$adoube" verdict "$@" <"$work/in" >"$work/out" 2>"$work/err" || status=$?
	[ $status -eq "$expected" ] || fail "$*: status $status, not $expected"
}

says()
{
	grep -Eq -e "$2" "$work/$1" || fail "...: '$2' is not in $1:"
}

# Arguments, in their order. White's king must take the queen: nothing is left to mate with.
run 0 "$rook" "$kings" "$forced"
printf '%s\n' 'live white=yes black=no' 'dead white=no black=no' 'dead white=no black=no' |
	cmp -s - "$work/out" || fail "of three positions: not as expected"

# Lines of standard input; a bad one is named and the others are answered.
printf '%s\n' "$rook" 'no fen' "$kings" >"$work/in"
run 2
[ "$(wc -l <"$work/out")" -eq 2 ] || fail "with a bad line: not two answers"
says err 'line 2, column 2'

run 0 --line "$rook"
says out '^  white: K.*#$'
run 0 --quick "$kings"
says out '^dead white=no black=no$'
run 0 --limit 1 '1bB5/k7/r7/8/1pBp1p1p/1PpP1PbP/K1P4b/RB6 w - -'
says out '^unknown '
run 0 --help
says out '^usage: adoube verdict'
run 2 --limit many
run 2 --nonsense
