#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_results.sh ADOUBE SOURCE: results that a person enters, and what PGN says of them.
set -eu

adoube=$1
opera=$2/tests/captures/opera-clean.capture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "$*" >&2
	exit 1
}

# enter TIME MEMBERS: the game with that result, entered before the first line from TIME seconds on.
enter()
{
	awk -v us="${1}000000" -v json="{\"op\":\"result\",$2}" \
		'!done && /^[0-9]/ && $1 >= us { print us " ! " json; done = 1 } { print }' \
		"$opera" >"$work/capture"
	"$adoube" replay --alerts "$work/alerts" "$work/capture" >"$work/pgn"
}

# tags TAG...: each is there, and what is no word of PGN is not the result.
tags()
{
	for tag; do
		grep -Fqx "[$tag]" "$work/pgn" || fail "no [$tag] in $(cat "$work/pgn")"
	done
	grep -Eq '^\[Result "(1-0|0-1|1/2-1/2|\*)"\]$' "$work/pgn" || fail "$(cat "$work/pgn")"
}

silent()
{
	! [ -s "$work/alerts" ] || fail "$1: $(cat "$work/alerts")"
}

enter 3 '"result":"+/-"'
tags 'Result "1-0"' 'Termination "rules infraction"' 'Score "+/-"'
silent "White has come alone"
enter 3 '"result":"-/+"'
tags 'Result "0-1"' 'Termination "rules infraction"' 'Score "-/+"'
enter 3 '"result":"-/-"'
tags 'Result "*"' 'Termination "abandoned"' 'Score "-/-"'
enter 60 '"result":"0-0"'
tags 'Result "*"' 'Termination "rules infraction"' 'Score "0-0"'
silent "both have lost"
enter 60 '"result":"1/2-0","termination":"adjudication"'
tags 'Result "*"' 'Termination "adjudication"' 'Score "1/2-0"'
enter 60 '"result":"0-1","termination":"time forfeit"'
tags 'Result "0-1"' 'Termination "time forfeit"'
! grep -q '^\[Score' "$work/pgn" || fail "a score beside a result of PGN's"
enter 60 '"result":"1/2-1/2"'
tags 'Result "1/2-1/2"'
! grep -q '^\[Termination' "$work/pgn" || fail "a termination that nobody said"
# Where a draw counts as a win (Q17 8.1), the points stand beside it.
printf '[rules]\narmageddon.draw_odds = black\n' >"$work/event"
"$adoube" replay --event "$work/event" "$work/capture" >"$work/pgn"
tags 'Result "1/2-1/2"' 'Score "0-1"'
enter 60 '"result":"+/-"'
grep -q '"id":"result-mismatch".*both have moved' "$work/alerts" || fail "a forfeit of a game that was played"

for wrong in '"result":"2-0"' '"result":1' '"result":"1-0","termination":"boredom"'; do
	status=0
	enter 60 "$wrong" 2>"$work/said" || status=$?
	[ $status -eq 2 ] || fail "$wrong gives status $status"
	grep -q 'must be' "$work/said" || fail "$wrong: $(cat "$work/said")"
done
