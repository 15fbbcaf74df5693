#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_event.sh ADOUBE SOURCE: what the event file says of a hall, and what persons say of a table, from the
# words to the alerts of a replay, in both languages.
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

# replay TIME LINE: with that line before the first one from TIME seconds on, by the event in $work/conf.
replay()
{
	awk -v us="${1}000000" -v line="$2" \
		'!done && /^[0-9]/ && $1 >= us { print us " " line; done = 1 } { print }' \
		"$opera" >"$work/capture"
	"$adoube" replay --event "$work/conf" --pgn "$work/pgn" --alerts "$work/alerts" "$work/capture"
}

# tells N ID TEXT: so many alerts of that id, and where there are any a text of theirs.
tells()
{
	n=$(grep -c "\"id\":\"$2\"" "$work/alerts" || true)
	[ "$n" -eq "$1" ] || fail "$n times $2 instead of $1: $(cat "$work/alerts")"
	[ "$1" -eq 0 ] || grep "\"id\":\"$2\"" "$work/alerts" | grep -Fq "$3" ||
		fail "$2 does not say $3: $(cat "$work/alerts")"
	! grep -q "$2" "$work/pgn" || fail "$2 is in the PGN"
}

serial="< 9100083031303939"

cat >"$work/conf" <<-END
	[event]
	date = 1858-11-02
	round = 1.2
	utc_offset = Z
	[rules]
	overlay = fqe-2018
	rated = fide
		session.announce_start = START
	[time]
	control = 30/5400+30:1800+30
	[table 1]
	board = any
	white_elo = 2300
END
began=$(sed -n 's/^# start .*T\(..:..\):.*/\1/p' "$opera")
sed -i "s/START/$began/" "$work/conf"
replay 60 "$serial"
tells 1 equipment-changed "Q5 12.11"
tells 1 time-control-not-allowed "trop peu de coups"
sed -i 's/overlay = fqe-2018/overlay = none/' "$work/conf"
replay 60 "$serial"
tells 0 equipment-changed
sed -i 's/photo.*//; s/\[time\]/photo.minutes_r1 = 1\nphoto.minutes_rn = 600\n[time]/' "$work/conf"
replay 60 '! {"op":"disconnected","side":"black"}'
tells 1 photo-window-closed "Photography period over."
tells 1 player-disconnected "Black disconnected"
tells 1 player-disconnected "Déconnexion des Noirs"
replay 60 '! {"op":"draw-offer","side":"white"}'
grep -Fq '(=)' "$work/pgn" || fail "no offer in $(cat "$work/pgn")"
sed -i 's/round = 1.2/round = 11/' "$work/conf"
replay 60 '! {"op":"result","result":"1/2-1/2","termination":"time forfeit"}'
tells 0 photo-window-closed
tells 1 result-mismatch "mat possible"

# OL 20.1: the virtual board's moves are the game, whatever is played on the set beside it.
sed -i 's/overlay = none/overlay = hybrid/' "$work/conf"
awk 'BEGIN { n = split("d4 d5 c4 e6", san) }
	n > 0 && /^[0-9]/ && $1 >= (20 + 5 * i) * 1000000 && i < n {
		i++
		print $1 " ! {\"op\":\"virtual\",\"move\":\"" san[i] "\"}"
	} { print }' "$opera" >"$work/capture"
"$adoube" replay --event "$work/conf" --pgn "$work/pgn" --alerts "$work/alerts" "$work/capture"
if ! grep -Fq '1. d4' "$work/pgn" || ! grep -Fq '2. c4' "$work/pgn" || grep -Fq 'Nf3' "$work/pgn"; then
	fail "not the virtual game: $(cat "$work/pgn")"
fi
tells 1 hybrid-position-mismatch "Set differs"
! grep -Eq '"id":"(clock|move)-' "$work/alerts" || fail "the clock is none of that game's: $(cat "$work/alerts")"
