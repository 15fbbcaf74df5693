#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_case.sh ADOUBE RECORDINGS: an illegal move on a simulated board, and its case file from the recording; men knocked
# over; two hands, from RECORDINGS/two-hands.capture; what later games, names and faults in the recording make of it.
set -eu

adoube=$1
recordings=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "$1" >&2
	exit 1
}

cat >"$work/game.pgn" <<END
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *
END
"$adoube" simulate --quiet --pgn "$work/game.pgn" --profile clean --irregular illegal --from-ply 6 \
	--capture "$work/game.capture" --truth "$work/game.truth" || fail "no capture"
grep -q '"hand":"illegal"' "$work/game.truth" || fail "nothing irregular happened"

"$adoube" case "$work/game.capture" >"$work/list"
number=$(sed -n 's/^ *\([0-9]*\) .* critical *illegal-move: .*/\1/p' "$work/list")
[ -n "$number" ] || fail "no illegal move is listed: $(cat "$work/list")"

# The arbiter confirmed it; the same capture gives the same file.
last=$(grep -E '^[0-9]+ ' "$work/game.capture" | tail -n 1 | cut -d ' ' -f 1)
cp "$work/game.capture" "$work/decided.capture"
echo "$last ! {\"op\":\"alert\",\"number\":$number,\"outcome\":\"confirmed\"}" \
	>>"$work/decided.capture"
"$adoube" case "$work/decided.capture" "$number" >"$work/case"
"$adoube" case "$work/decided.capture" "$number" | cmp - "$work/case"
for word in illegal-move 7.5.1 'Position before' 'Position after' confirmed 'it runs for White' \
	'^  1 [RNBQK.] ' '^    a b c d e f g h$' ' has a white ' 'K king, Q queen'; do
	grep -q "$word" "$work/case" || fail "the case file says nothing about $word"
done
! grep -q '^  A\.4' "$work/case" || fail "the rules without supervision are cited at a standard game"
"$adoube" case --lang fr --html --around 5 "$work/game.capture" "$number" >"$work/page"
grep -q '<h2>Position avant</h2>' "$work/page" || fail "no French page"
grep -q '7.5.1  An illegal move is completed' "$work/case" || fail "no words of 7.5.1"
grep -q '7.5.1  Le coup illégal est complété' "$work/page" || fail "no French words of 7.5.1"
grep -q 'coup illégal' "$work/page" || fail "no French sentence"

# In its language throughout, and what is long is not cut off on paper.
for word in '(critique)' 'partie 1, coup ' 'Blancs 1:' 'elle marche, temps des' 'est vide' 'overflow-wrap: anywhere' '<pre role="img" aria-label="Blancs.*roi e1'; do
	grep -q "$word" "$work/page" || fail "the French page says nothing about $word"
done
! sed '/<style>/,/<\/style>/d; s/{&quot;op.*//; /Pour le revoir/,$d' "$work/page" |
	grep -E 'running|clock|white|black|fide-|arbiter|half-move' || fail "English in the French page"
grep -q "arbitre est à l'échiquier.*{&quot;op" "$work/page" || fail "what the arbiter did is not said in French"
grep -q '^1 T C F D R \. \. T$' "$work/page" || fail "English letters in a French diagram"
"$adoube" case --lang fr "$work/game.capture" | grep -q "^ *$number .* partie 1  demi-coup 6 .* critique " ||
	fail "English in the French list"

# Only what the event allows may be done about it; and until when an appeal can be made, once the game is over.
cat >"$work/event.conf" <<END
[event]
name = Open <Test>
round = 3
utc_offset = Z
[rules]
penalties.allowed = warning, opp-time
appeals.minutes = 30
[table 1]
white = Surname, First
black = Surname, Second
END
case_by_event()
{
	"$adoube" case --event "$work/event.conf" "$work/decided.capture" "$number" >"$work/case"
}
case_by_event
grep -q '^  more time for the opponent$' "$work/case" || fail "no penalty is offered"
for line in 'Open <Test>, round 3' 'White: Surname, First' 'Black: Surname, Second'; do
	grep -q "^  $line\$" "$work/case" || fail "the case file does not say: $line"
done
"$adoube" case --html --event "$work/event.conf" "$work/decided.capture" "$number" |
	grep -q '^<li>Open &lt;Test&gt;, round 3</li>$' || fail "the page does not name the event"
"$adoube" case --lang de --event "$work/event.conf" "$work/decided.capture" "$number" |
	grep -Eq '^ +[0-9.]+; 00:0[0-9]:[0-9]{2}  Meldung 1 bestätigt: \{' || fail "the decision is not said in words"
grep -Eq '^  [0-9.]+; 00:0[0-9]:[0-9]{2}$' "$work/case" || fail "no time of day"
! grep -q 'the fine' "$work/case" || fail "a fine is offered"
grep -q '^  30 minutes from the end of the game$' "$work/case" || fail "no word on appeals"
echo "$last ! {\"op\":\"result\",\"result\":\"1-0\"}" >>"$work/decided.capture"
case_by_event
grep -Eq '^  30 minutes from the end of the game: [0-9]{2}:[0-9]{2}:[0-9]{2}$' "$work/case" ||
	fail "no time for an appeal: $(cat "$work/case")"
echo "$last ! {\"op\":\"penalty\",\"side\":\"white\",\"kind\":\"fine\"}" >>"$work/decided.capture"
case_by_event 2>"$work/err" || true
grep -q 'the event has no fine (12.9); allowed: warning, opp-time' "$work/err" || fail "$(cat "$work/err")"

# A flag: what is read before is no turn's beginning. In French a colon stands apart, by a blank that does not break.
cat >"$work/blitz.conf" <<END
[rules]
edition = fide-2018
adequate_supervision = off
END
apart=$(printf '\302\240')
"$adoube" case --event "$work/blitz.conf" "$recordings/flag-fallen.capture" >"$work/list"
flag=$(sed -n "s/^ *\([0-9]*\) .* critical *flag-fallen: .*/\1/p" "$work/list")
"$adoube" case --event "$work/blitz.conf" "$recordings/flag-fallen.capture" "$flag" >"$work/case"
for line in 'White flag; 2 moves completed; opponent can mate. Not a ruling.' 'Clocks: as read before, and then:' \
	'  White 0:00:01, Black 0:01:35' '  White 0:00:00, Black 0:01:35' \
	'Moves until then, with the clock at each press:' \
	'     1. e4        0:00:10   e5        0:01:38' '     2. Nf3       0:00:07   Nc6       0:01:35'; do
	grep -Fqx "$line" "$work/case" || fail "the flag's case does not say: $line"
done
"$adoube" case --lang fr --event "$work/blitz.conf" "$recordings/flag-fallen.capture" "$flag" >"$work/case"
grep -Fqx "Pendules : lues avant, puis$apart:" "$work/case" || fail "$(cat "$work/case")"
grep -Fqx '     2. Cf3       0:00:07   Cc6       0:01:35' "$work/case" || fail "English letters in a French list of moves"
! grep '[^ ]:$' "$work/case" | grep -v "$apart:\$" || fail "a French colon stands beside its word"

# Of anything else it is not for the moves to decide.
"$adoube" case --event "$work/blitz.conf" "$recordings/flag-fallen.capture" 1 >"$work/case"
! grep -q 'Moves until then' "$work/case" || fail "a clock that is set wrongly has moves"

# A man taken illegally stands in the one position and not in the other.
"$adoube" case --event "$work/blitz.conf" "$recordings/illegal-capture.capture" 1 >"$work/case"
for line in '  5 . . . p . . . .' '  5 . . . N . . . .' '  d5: first a black pawn, then a white knight' \
	'  f3: first a white knight, then nobody' 'Clocks: at the turn'"'"'s beginning, and then:' \
	'      16.860  d5 has a white knight'; do
	grep -Fqx "$line" "$work/case" || fail "the case of the illegal capture does not say: $line"
done

# What the sensors read is said where it is neither position: White promoted to a queen of the other colour.
"$adoube" case "$recordings/wrong-queen.capture" 1 >"$work/case"
for line in 'What the board showed when it was told:' '  b8: by the record a white pawn, on the board the black queen' \
	'       7.837  b8 has the black queen'; do
	grep -Fqx "$line" "$work/case" || fail "the case of the wrong queen does not say: $line"
done

# Where there is but one pair of times, it is that of the moment, and not of the turn's beginning.
last=$(grep -E '^[0-9]+ ' "$work/game.capture" | tail -n 1 | cut -d ' ' -f 1)
cp "$work/game.capture" "$work/claim.capture"
echo "$last ! {\"op\":\"device\",\"side\":\"black\"}" >>"$work/claim.capture"
device=$("$adoube" case "$work/claim.capture" | sed -n 's/^ *\([0-9]*\) .* device-found: .*/\1/p')
"$adoube" case "$work/claim.capture" "$device" >"$work/case"
grep -qx 'Clocks: when it was told:' "$work/case" || fail "of which moment are these times? $(grep Clocks "$work/case")"

# What proves it may come later than the moments that it is about: the times are those of the moments.
"$adoube" case "$recordings/pressed-early.capture" 1 >"$work/case"
sed -n '/^Clocks/,/^$/p; s/^ *31.850  /later: /p; /^ *32.795 /p' "$work/case" >"$work/clocks"
diff "$work/clocks" - >&2 <<END || fail "the clocks are not those when White pressed, and when he moved"
Clocks: when it began, and when it was told:
  White 1:31:47, Black 1:31:21
  White 1:31:47, Black 1:31:18

later: Clock: White 1:31:47, Black 1:31:18; it runs for Black
      32.795  b5 has a white bishop
END

# The next game is played the other way round: what was said in this one stays as it was.
"$adoube" simulate --quiet --pgn "$work/game.pgn" --profile clean --irregular illegal --from-ply 6 --kings on --reset \
	--capture "$work/first.capture" || fail "no capture"
"$adoube" simulate --quiet --pgn "$work/game.pgn" --profile clean --rotated --capture "$work/second.capture" ||
	fail "no second capture"
end=$(grep -E '^[0-9]+ ' "$work/first.capture" | tail -n 1 | cut -d ' ' -f 1)
{
	cat "$work/first.capture"
	awk -v from=$((end + 30000000)) '/^[0-9]+ / { $1 += from; print }' "$work/second.capture"
} >"$work/both.capture"
for game in first both; do
	"$adoube" case "$work/$game.capture" 1 | sed '/^To see it again:/,$d' >"$work/$game"
done
"$adoube" replay "$work/both.capture" | grep -c '^\[Event ' | grep -qx 2 || fail "there is no second game"
sed 's/^\(  [0-9]* minutes from the end of the game\).*/\1/' "$work/first" >"$work/case"
sed 's/^\(  [0-9]* minutes from the end of the game\).*/\1/' "$work/both" | diff "$work/case" - >&2 ||
	fail "a later game changed the case file"

# The clock's readings that say something, though the lever stands: the first there, the one at that moment, a jump.
"$adoube" case --around 6 "$work/first.capture" 1 | sed -n 's/^ *[0-9.]*  Clock: //p' >"$work/clocks"
[ "$(wc -l <"$work/clocks")" -ge 4 ] || fail "readings of the clock are missing: $(cat "$work/clocks")"

# What is typed to see it again gives the same file, whatever the names are.
adoube()
{
	"$adoube" "$@"
}
mkdir "$work/it's <b> \$HOME"
cp "$work/decided.capture" "$work/it's <b> \$HOME/x.capture"
cp "$work/event.conf" "$work/it's <b> \$HOME/e.conf"
"$adoube" case --event "$work/it's <b> \$HOME/e.conf" --lang de --around 5 "$work/it's <b> \$HOME/x.capture" "$number" \
	>"$work/case" 2>/dev/null || true
eval "$(sed -n 's/^  \(adoube case .*\)/\1/p' "$work/case")" 2>/dev/null | cmp - "$work/case" || fail "it is another file"
"$adoube" case --html --event "$work/it's <b> \$HOME/e.conf" "$work/it's <b> \$HOME/x.capture" "$number" 2>/dev/null |
	grep -q '<b>' && fail "a name's signs are not escaped"

# Every decision is there to its end, however many and long they are; what turns the direction of a line is not.
cp "$work/game.capture" "$work/many.capture"
note=$(printf '%0150d' 0)
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ $((i % 2)) = 0 ] && outcome=confirmed || outcome=dismissed
	printf '%s ! {"op":"alert","number":%s,"outcome":"%s","note":"%s-%s\342\200\256-end"}\n' "$last" "$number" \
		"$outcome" "$note" "$i"
done >>"$work/many.capture"
"$adoube" case "$work/many.capture" "$number" >"$work/case"
[ "$(sed '/^What sensors/,$d' "$work/case" | grep -c '0-[0-9]*�-end"}$')" = 20 ] || fail "decisions are missing or cut off"

# Of one move two things are told, that it is illegal and that it loses: the file of each has the other, and its decision.
printf '[rules]\nillegal.limit = 1\n' >"$work/one.conf"
"$adoube" case --event "$work/one.conf" "$work/decided.capture" >"$work/list" 2>"$work/err" || true
[ "$(grep -c ' \(second-\)\{0,1\}illegal-move: ' "$work/list")" = 2 ] || fail "two things are not told: $(cat "$work/list")"
other=$(sed -n 's/^ *\([0-9]*\) .* second-illegal-move: .*/\1/p' "$work/list")
"$adoube" case --lang de --event "$work/one.conf" "$work/decided.capture" "$other" >"$work/case" 2>"$work/err" || true
grep -q "^  Meldung $number, Zug 3 (Halbzug 6): Schwarz .* (bestätigt)\$" "$work/case" || fail "the illegal move is not in the file of the loss"
grep -q "  Meldung $number bestätigt: {" "$work/case" || fail "what was decided about it is not"
grep -q '^  Meldungen zu demselben Zug sind ein Verstoß' "$work/case" || fail "it is not said that they are one offence"
"$adoube" case --event "$work/one.conf" "$work/decided.capture" "$number" >"$work/case" 2>"$work/err" || true
grep -q "^  alert $other, move 3 (half-move 6): " "$work/case" || fail "the loss is not in the file of the illegal move"

# A name that breaks a line or steers a terminal stays on its line, and is typed so that it is that name.
odd=$(printf 'a\n\nDecisions:\033[2Jb\342\200\256.capture')
{
	cat "$work/game.capture"
	echo "0 > 4"
} >"$work/$odd"
for form in --html --around=30; do
	"$adoube" case "$form" "$work/$odd" "$number" >"$work/case" 2>"$work/err" || true
	! grep -q "^Decisions:\[2Jb\|$(printf '\033')\|$(printf '\342\200\256')" "$work/case" "$work/err" || fail "a name steers"
	[ "$(grep -c 'adoube case: .*a??Decisions:.*time stamps never decrease' "$work/case")" = 1 ] ||
		fail "a name breaks its line: $(cat "$work/case")"
	grep -Fq "a\\012\\012Decisions:\\033[2Jb\\342\\200\\256.capture' $number" "$work/case" || fail "it cannot be seen again"
done
cp "$work/game.capture" "$work/${odd}s"
for name in "${odd}s" "${odd}none"; do
	! "$adoube" case "$work/$name" 99 >"$work/case" 2>"$work/err" || fail "an alert that there is not"
	[ "$(wc -l <"$work/err")" = 1 ] || fail "a name breaks a complaint: $(cat "$work/err")"
	! grep -q "$(printf '\033')\|$(printf '\342\200\256')" "$work/err" || fail "a name steers the terminal"
done
"$adoube" case --lang de "$work/$odd" "$number" 2>"$work/err" | grep -q '^  sie ließ sich nur bis Sekunde [0-9.]* lesen$' ||
	fail "English says what is wrong with the recording"

# A recording that breaks off gives what came before, and says that there was more; so does one with an order that does not fit.
cp "$work/game.capture" "$work/broken.capture"
echo "${last}0 > 4" >>"$work/broken.capture"
if "$adoube" case "$work/broken.capture" "$number" >"$work/case" 2>"$work/err"; then
	fail "a broken recording is as good as a whole one"
fi
grep -q '^What is wrong with the recording:$' "$work/case" || fail "nothing is said of the fault: $(cat "$work/err")"
grep -q 'has a white ' "$work/case" || fail "nothing is said of the sensors"

# What is refused is no decision, and what lapses by itself says so.
cp "$work/game.capture" "$work/refused.capture"
printf '%s ! {"op":"alert","number":%s,"outcome":"dismissed"}\n' "$last" "$number" "$last" "$number" >>"$work/refused.capture"
"$adoube" case "$work/refused.capture" "$number" >"$work/case" 2>/dev/null || true
sed -n '/^Decisions/,/^$/s/^ *[0-9.]*; [0-9:]*  \([^{]*\): {.*dismissed.*/\1/p' "$work/case" >"$work/said"
printf 'alert 1 dismissed\nrefused, and not in force: alert 1 dismissed\n' | diff - "$work/said" >&2 || fail "a refused decision is in force"
"$adoube" case --lang de "$recordings/out-of-step.capture" 2 | grep -Eq '^ +[0-9.]+  verfallen$' ||
	fail "it is not said that an alert expired"

# Whose names: of the table that the recording says it is of, of the only one, or nobody's.
printf '[table 7]\nwhite = Seventh, First\n' >>"$work/event.conf"
sed '2a # table 7' "$work/game.capture" >"$work/seventh.capture"
sed '2a # table 9' "$work/game.capture" >"$work/ninth.capture"
names()
{
	"$adoube" case --event "$work/event.conf" "$work/$1.capture" "$number" | sed -n 's/^  White: //p'
}
[ "$(names seventh)" = 'Seventh, First' ] || fail "the seventh table's case has other names: $(names seventh)"
[ -z "$(names ninth)$(names game)" ] || fail "nobody said whose names these are: $(names ninth) $(names game)"

if "$adoube" case "$work/game.capture" 999 2>"$work/err"; then
	fail "there is no alert 999"
fi
grep -q 'no alert 999' "$work/err" || fail "$(cat "$work/err")"

# Men knocked over: what the board showed, which no position says.
"$adoube" simulate --quiet --pgn "$work/game.pgn" --profile clean --irregular displaced --from-ply 6 \
	--capture "$work/fallen.capture" || fail "no capture"
"$adoube" case "$work/fallen.capture" >"$work/list"
number=$(sed -n 's/^ *\([0-9]*\) .* displaced-pieces: .*/\1/p' "$work/list")
"$adoube" case "$work/fallen.capture" "$number" >"$work/case"
grep -q '^What the board showed when it was told:$' "$work/case" || fail "the fallen men are not shown"
grep -Eq '^  [a-h][1-8]: by the record a (white|black) [a-z]*, on the board nobody$' "$work/case" || fail "who fell is not said"
[ "$(grep -c '^  White [0-9:]*, Black [0-9:]*$' "$work/case")" = 2 ] || fail "not both times of both clocks"

# The numbers that two hands are told by; and what the move came to, which nobody knew when they were told.
"$adoube" case "$recordings/two-hands.capture" 1 >"$work/case"
sed -n '/^Position after/,/^$/p' "$work/case" | grep -q '^  8 [^k]* r k \.$' || fail "where they castled to is not said"
grep -q '^  e8 is empty and h8 is empty lie at most 247 ms apart; one hand needs 283 ms. A round of the scan takes 99 ms.$' \
	"$work/case" || fail "no numbers of two hands: $(cat "$work/case")"
[ "$(grep -c '^  White [0-9:]*, Black [0-9:]*$' "$work/case")" = 2 ] || fail "not both times of both clocks"
