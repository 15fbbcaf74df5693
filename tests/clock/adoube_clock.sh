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
