#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_alerts.sh ADOUBE ADOUBED SOURCE: the arbiter decides about alerts and says what happened, the daemon
# keeps it over a restart, and a replay of what it recorded finds the same.
set -eu

adoube=$1
adoubed=$2
work=$(mktemp -d)
# shellcheck source=/dev/null # beside this one
. "${0%/*}/daemon.sh"
capture=$work/captures/event/table-7.capture

ask()
{
	"$adoube" "$@" --config "$work/conf"
}

# refuses STATUS PATTERN COMMAND...
refuses()
{
	wanted=$1
	pattern=$2
	shift 2
	status=0
	ask "$@" >"$work/said" 2>&1 || status=$?
	[ $status -eq "$wanted" ] || fail "$*: status $status: $(cat "$work/said")"
	grep -q "$pattern" "$work/said" || fail "$*: $(cat "$work/said")"
}

# shows LINE: adoube alerts prints it.
shows()
{
	ask alerts >"$work/shown"
	grep -Fqx "$1" "$work/shown" || fail "no '$1' in $(cat "$work/shown")"
}

mkdir -p "${capture%/*}"
cp "$3/tests/captures/opera-clean.capture" "$capture"
cat >"$work/conf" <<-END
	[daemon]
	state_dir = $work
	runtime_dir = $work
	port = 0
	[table 7]
	white = Morphy, Paul
END

start "$adoubed"
mate="7:1  game 1  ply 33  info      checkmate: Mate by White: game over. (5.1.1)"
shows "$mate"
refuses 1 "alert 9 is not known" alerts confirm 7:9
refuses 1 "number of a table" alerts confirm 3:1
refuses 2 "confirm, dismiss or defer" alerts approve 7:1
refuses 2 "confirm, dismiss or defer" alerts confirm 1
ask alerts defer 7:1 'when the clock stands'
shows "$mate [deferred: when the clock stands]"
ask alerts confirm 7:1 'both "signed"'
shows "$mate [confirmed: both \"signed\"]"
refuses 1 "alert 1 has been decided so" alerts confirm 7:1
ask alerts dismiss 7:1 'on second thoughts'
shows "$mate [dismissed: on second thoughts]"
ask alerts defer 7:1
shows "$mate [deferred]"
ask alerts confirm 7:1 'both "signed"'

[ "$(ask announce 7)" = 'Turm David eins David acht Schachmatt' ] || fail "announced: $(ask announce 7)"
[ "$(ask announce 7 en full)" = 'Rook from d1 to d8 checkmate' ] || fail "announced: $(ask announce 7 en full)"
refuses 1 "must be de, de-ascii, en or fr" announce 7 nl
refuses 1 "number of a table" announce 3
refuses 2 "takes the number of a table" announce 7 en full now

refuses 1 "'plugged' is nothing that a person says" tell 7 plugged
refuses 1 '"result" must be' tell 7 result result=3-0
refuses 2 "KEY=VALUE" tell 7 result 1-0
refuses 2 "number of a table" tell result
ask tell 7 result result=1/2-1/2
shows "7:3  game 1  ply 33  warning   result-mismatch: Entered result contradicts the board: mate. (8.7)"
stop

# What was refused is not recorded, what was said is, and a restart has it again.
"$adoube" journal export --table 7 "$work/journals/event.journal" >"$work/recorded"
! grep -q plugged "$work/recorded" || fail "a word that was refused is recorded"
start "$adoubed"
shows "$mate [confirmed: both \"signed\"]"
stop
"$adoube" replay --pgn "$work/pgn" --alerts "$work/alerts" "$work/recorded"
grep -q '"id":"checkmate".*"outcome":"confirmed","note":"both \\"signed\\"","evidence":{' "$work/alerts" ||
	fail "$(cat "$work/alerts")"
grep -q '^\[Result "1/2-1/2"\]$' "$work/pgn" || fail "$(cat "$work/pgn")"
