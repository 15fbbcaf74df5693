#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# restarted.sh ADOUBED ADOUBE CAPTURE: a daemon is killed in mid-game while a clock runs, and another is started minutes
# later. That the clock did not count down meanwhile is no news, since nobody listened: the journal says until when somebody
# did, and who folds it again, as the daemon or as a capture, comes to the same alerts.
set -eu

adoubed=$1
adoube=$2
work=$(mktemp -d)
# shellcheck source=/dev/null # of the laws
. "$(dirname "$0")/../laws/daemon.sh"

# Ten minutes ago, and the last word was of its first minute.
mkdir -p "$work/state/journals"
awk -v start="$(date -u -d '-10 minutes' +%Y-%m-%dT%H:%M:%SZ)" \
	'/^# start/ { print "# start " start; next } /^#/ || $1 < 60000000' "$3" >"$work/cut.capture"
journal=$work/state/journals/open.journal
"$adoube" journal import --round 1 --table 1 "$journal" "$work/cut.capture" >/dev/null
cat >"$work/conf" <<END
[event]
name = Open
round = 1
[time]
control = 5400+30
[table 1]
board = $work/board
[daemon]
state_dir = $work/state
runtime_dir = $work/run
port = 0
END

# alerts: their ids, and when, as the journal has them.
alerts()
{
	"$adoube" journal show --kind alert "$journal" | sed 's/.*"t":\([0-9.]*\).*"id":"\([a-z-]*\)".*/\1 \2/'
}

for turn in first second; do
	start "$adoubed"
	kill -9 "$pid"
	wait "$pid" 2>/dev/null || :
	pid=
	! grep -e 'others than were recorded' -e 'differs from' "$work/log" || fail "$turn: that comes otherwise of the journal"
	! alerts | grep clock-stuck || fail "$turn: the clock is said to have stood still"
	[ "$(alerts | grep -c board-disconnected)" -eq 1 ] || fail "$turn: the board was lost once: $(alerts)"
	said=$("$adoube" journal show --kind host "$journal" | grep -c '"listened"')
	[ "$said" -eq 1 ] || fail "$turn: the journal says $said times until when somebody listened"
done

last=$(tail -n 1 "$work/cut.capture" | cut -d ' ' -f 1)
"$adoube" journal export --table 1 "$journal" >"$work/again.capture"
grep -q "^$last ! {\"op\":\"listened\"}" "$work/again.capture" || fail "nobody listened until the last word"
"$adoube" replay --event "$work/conf" --alerts - "$work/again.capture" --pgn /dev/null |
	sed 's/.*"t":\([0-9.]*\).*"id":"\([a-z-]*\)".*/\1 \2/' >"$work/again"
alerts | cmp - "$work/again" || fail "the capture gives other alerts: $(cat "$work/again")"
