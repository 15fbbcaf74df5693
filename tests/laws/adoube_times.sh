#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_times.sh ADOUBE ADOUBED SOURCE: the time sheet of a game that takes more than an hour, each half hour from
# its first move, by the time of day.
set -eu

adoube=$1
adoubed=$2
work=$(mktemp -d)
# shellcheck source=/dev/null # beside this one
. "${0%/*}/daemon.sh"

# Somebody thinks for 65 minutes after the first minute.
mkdir -p "$work/captures/event"
awk '/^[0-9]/ && $1 >= 60000000 { $1 = sprintf("%.0f", $1 + 3900000000) } { print }' \
	"$3/tests/captures/opera-clean.capture" >"$work/captures/event/table-2.capture"
cat >"$work/conf" <<-END
	[daemon]
	state_dir = $work
	runtime_dir = $work
	port = 0
	[event]
	utc_offset = +02:00
	[table 1]
	[table 2]
	white = Morphy, Paul
	black = Duke of Brunswick
END
start "$adoubed"
"$adoube" times --config "$work/conf" >"$work/times"
# The table that has a clock is the first.
[ "$(sed -n 1p "$work/times")" = "table 2  Morphy, Paul - Duke of Brunswick" ] || fail "$(cat "$work/times")"
grep -qx '  02:30:0[0-9]      White 1:35:0[0-9]  Black 1:35:0[0-9]  made 12, 11  completed 11, 11  White runs' \
	"$work/times" || fail "$(cat "$work/times")"
grep -qx '  03:00:0[0-9]      White 1:35:0[0-9]  .*' "$work/times" || fail "$(cat "$work/times")"
[ "$(grep -c '  White runs$' "$work/times")" -eq 2 ] || fail "$(cat "$work/times")"
grep -q ' now  White 1:37:35 .* made 17, 16 ' "$work/times" || fail "$(cat "$work/times")"
"$adoube" times --config "$work/conf" --json | grep -q '"completed":{"white":11,"black":11},"clock":{"white":57' ||
	fail "no data"
