#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_envelope.sh ADOUBE ADOUBED SOURCE: a game is adjourned; its envelope is printed, and what was sealed is in
# nothing that is published.
set -eu

adoube=$1
adoubed=$2
work=$(mktemp -d)
# shellcheck source=/dev/null # beside this one
. "${0%/*}/daemon.sh"
capture=$work/captures/event/table-3.capture

# The order comes after 58 seconds; White castles all the same, and that is what he has to seal.
mkdir -p "${capture%/*}"
awk '/^[0-9]/ && $1 >= 58000000 && !order {
		print "58000000 ! {\"op\":\"draw-offer\",\"side\":\"black\"}"
		print "58000000 ! {\"op\":\"arbiter\",\"what\":\"seal\"}"; order = 1 }
	/^[0-9]/ && $1 >= 62000000 {
		print "62000000 ! {\"op\":\"arbiter\",\"what\":\"adjourned\",\"resume\":\"2025-03-15 10:00\"," \
			"\"place\":\"Grande salle\"}"; exit }
	{ print }' "$3/tests/captures/opera-clean.capture" >"$capture"
cat >"$work/conf" <<-END
	[daemon]
	state_dir = $work
	runtime_dir = $work
	port = 0
	[time]
	control = 5400+30
	[table 3]
	white = Morphy, Paul
	black = Duke of Brunswick
	[table 4]
END

start "$adoubed"

"$adoube" envelope --config "$work/conf" 3 >"$work/envelope"
cat >"$work/wanted" <<-END
	Players: Morphy, Paul - Duke of Brunswick
	Position before the sealed move: r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/R3K2R w KQkq - 1 12
	  8  r . . . k b . r
	  7  p . . n q p p p
	  6  . . . . . n . .
	  5  . B . . p . B .
	  4  . . . . P . . .
	  3  . Q . . . . . .
	  2  P P P . . P P P
	  1  R . . . K . . R
	     a b c d e f g h
	Time used: White 0:00:28, Black 0:00:30
	Sealed by: White
	Sealed move: 12
	Draw offer: Black
	Resumption: 2025-03-15 10:00, Grande salle
END
diff "$work/wanted" "$work/envelope" || fail "another envelope"
"$adoube" envelope --config "$work/conf" 3 fr | grep -qx 'Offre de nulle: Noirs' || fail "no French envelope"
! "$adoube" announce --config "$work/conf" 3 2>"$work/said" || fail "what was sealed is announced"
grep -q 'is adjourned' "$work/said" || fail "$(cat "$work/said")"
! "$adoube" envelope --config "$work/conf" 4 2>"$work/said" || fail "an envelope of no game"
grep -q 'no game is adjourned at that table' "$work/said" || fail "$(cat "$work/said")"

# The file of the game, written when the daemon ends, stops where he was told to seal.
kill "$pid"
wait "$pid" || fail "adoubed ended badly: $(cat "$work/log")"
pid=
cat "$work"/games/event/*table-3* >"$work/pgn"
grep -q 'Nbd7' "$work/pgn" || fail "no game: $(cat "$work/pgn")"
! grep -q 'O-O-O' "$work/pgn" || fail "what was sealed is in $(cat "$work/pgn")"
