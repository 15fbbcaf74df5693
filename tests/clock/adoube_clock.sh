#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_clock.sh ADOUBE SOURCE: what the clock did, from a capture to the alerts of adoube replay.
set -eu

adoube=$1
captures=$2/tests/captures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# alerts CAPTURE [OPTION...]: their ids, a line each.
alerts()
{
	capture=$1
	shift
	"$adoube" replay --pgn /dev/null --alerts "$work/alerts" "$@" "$capture"
	sed 's/.*"id":"\([a-z-]*\)".*/\1/' "$work/alerts"
}

# expect WANTED WHAT FOUND
expect()
{
	[ "$1" = "$3" ] && return
	printf '%s: wanted\n%s\nfound\n%s\n' "$2" "$1" "$3" >&2
	exit 1
}

expect "checkmate" "the right clock" "$(alerts "$captures/opera-clean.capture")"

cat >"$work/event.conf" <<-'END'
	[rules]
	adequate_supervision = on
	[time]
	control = 900+10
END
expect "$(printf 'clock-setting-mismatch\nclock-setting-mismatch\nclock-setting-mismatch\ncheckmate')" \
	"5400+30 where 900+10 is asked" \
	"$(alerts "$captures/opera-clean.capture" --event "$work/event.conf")"
grep -q '"text":"Clock shows 1:30:00, event requires 15:10."' "$work/alerts"

grep -v '^#' "$captures/opera-clean.capture" | tail -n 1 | sed 's/ .*//' >"$work/end"
end=$(cat "$work/end")
{
	cat "$captures/opera-clean.capture"
	echo "$end ! {\"op\":\"arbiter\",\"what\":\"pause\"}"
	echo "$end ! {\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\",\"seconds\":120}"
} >"$work/arbiter.capture"
expect "checkmate" "orders of the arbiter" "$(alerts "$work/arbiter.capture")"

# The capture says 00:00 UTC; it lasts less than two minutes.
session()
{
	printf '[event]\nutc_offset = %s\n[rules]\nsession.end = %s\n' "$1" "$2" >"$work/session.conf"
	alerts "$3" --event "$work/session.conf"
}
opera=$captures/opera-clean.capture
expect "$(printf 'session-end\nplay-after-adjournment\ncheckmate')" "a session that ends meanwhile" \
	"$(session Z 00:01 "$opera")"
grep -q '"t":60.000000,.*"id":"session-end"' "$work/alerts"
expect "checkmate" "a session that ends later" "$(session Z 00:02 "$opera")"
expect "$(printf 'session-end\nplay-after-adjournment\ncheckmate')" "the local time" \
	"$(session -05:00 19:01 "$opera")"
grep -q '"text":"Session ends at 19:01: seal on board ?.' "$work/alerts"
head -n 8 "$opera" >"$work/zone.capture"
{
	echo '0 ! {"op":"time-of-day","utc_offset":"+02:00"}'
	tail -n +9 "$opera"
} >>"$work/zone.capture"
printf '[rules]\nsession.end = 02:01\n' >"$work/local.conf"
expect "$(printf 'session-end\nplay-after-adjournment\ncheckmate')" "an offset told by the capture" \
	"$(alerts "$work/zone.capture" --event "$work/local.conf")"
sed 's/"time-of-day".*/"session","end":"00:05"}/' "$work/zone.capture" >"$work/later.capture"
expect "checkmate" "an end that was put off" "$(session Z 00:01 "$work/later.capture")"
sed 's/"time-of-day".*/"session","end":"5"}/' "$work/zone.capture" >"$work/wrong.capture"
status=0
"$adoube" replay --pgn /dev/null "$work/wrong.capture" 2>"$work/said" || status=$?
expect 2 "a session that ends at 5" "$status"
grep -q '"end" must be a time of day as "15:15", "none", or "file"' "$work/said"

# The round had begun at 23:00 and White has not come by midnight, though his men stand there.
sed '/"time-of-day"/d; 0,/^[3-9][0-9]\{6\} /s//3000000 ! {"op":"arbiter","what":"absent","side":"white"}\n&/' \
	"$work/zone.capture" >"$work/away.capture"
default_time()
{
	printf '[rules]\ndefault_time = %s\nsession.announce_start = 23:00\nsession.end = 02:00\n' "$1" \
		>"$work/default.conf"
	alerts "$work/away.capture" --event "$work/default.conf"
}
expect "$(printf 'game-not-started\ndefault-time-expired\ncheckmate')" "a default time that is over" "$(default_time 60)"
expect "$(printf 'game-not-started\ncheckmate')" "a default time that is not over" "$(default_time 90)"

for what in '"nap"' '"absent"' '"penalty","side":"white"'; do
	{
		cat "$captures/opera-clean.capture"
		echo "$end ! {\"op\":\"arbiter\",\"what\":$what}"
	} >"$work/wrong.capture"
	status=0
	"$adoube" replay --pgn /dev/null "$work/wrong.capture" 2>"$work/said" || status=$?
	expect 2 "the order $what" "$status"
	grep -q 'pause, seal, adjourned or reopen' "$work/said"
done
echo "the clock is heard from capture to alert"
