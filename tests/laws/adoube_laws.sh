#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# adoube_laws.sh ADOUBE: the rules as they are printed, and what is said of a wrong event file.
set -eu

adoube=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "$1" >&2
	exit 1
}

# says PATTERN ARG...: adoube laws ARG... prints a line that matches.
says()
{
	pattern=$1
	shift
	"$adoube" laws "$@" >"$work/out" 2>"$work/err" || fail "laws $*: $(cat "$work/err")"
	grep -Eq "$pattern" "$work/out" || fail "laws $*: no line matches $pattern"
}

cat >"$work/blitz.conf" <<END
[event]
date = 2015-03-01
[rules]
edition = auto
adequate_supervision = off
draw.min_moves = 30
[time]
control = 180+2
END

says '^edition +  fide-2023 '
says '^illegal.penalty_s +  120 +7\.5\.5 ' --lang en
says '^edition +  fide-2014 ' --event "$work/blitz.conf"
says '^illegal.penalty_s +  60 +B\.2 ' --event "$work/blitz.conf"
says '^illegal.limit +  1 +B\.4, A\.4\.b ' --event "$work/blitz.conf"
says '^draw.min_moves +\* 30 +9\.1\.a ' --event "$work/blitz.conf"
says '^time control +all moves / 180 s \+ 2 s a move \(fischer\)$' --event "$work/blitz.conf"
says '^cadence +tous les coups / 180 s ' --event "$work/blitz.conf" --lang fr
says 'coup illégal entraînant la perte$' --lang fr
says '^fivefold-repetition +critical +arbiter .* 9\.6\.a +Occurrence' --event "$work/blitz.conf" --alerts
says '^fivefold-repetition +critique +arbitre +toujours +9\.6\.1 +Apparition' --alerts --lang fr
says '^checkmate .* 5\.1\.1 +Mat donné par \{side\} : partie terminée\.$' --alerts --lang fr
[ "$("$adoube" laws --alerts | wc -l)" -eq 104 ] || fail "the catalogue has not 104 rows"

# What has to be announced, by the event's word.
printf '[rules]\nappeals.minutes = 30\nleave_notice = on\nphones.arbiter_ok = on\n' >"$work/event.conf"
says '^  Nobody uses a phone .* \(12\.8\)$'
says '^  Arbiters may use a phone .* \(12\.8\)$' --event "$work/event.conf"
says '^  An appeal is made within 30 minutes .* \(11\.10, Q5 5\.19\)$' --event "$work/event.conf"
says '^  Un joueur prévient un arbitre ' --event "$work/event.conf" --lang fr
says '^  Ein Einspruch wird innerhalb von 30 Minuten .* \(11\.10, Q5 5\.19\)$' --event "$work/event.conf" --lang de
says '^default_time +  [0-9]+ .*  Karenzzeit, Minuten$' --lang de
says '^fivefold-repetition +kritisch +Schiedsrichter +nie +9\.6\.1 ' --alerts --lang de

printf '[time]\ncontrol = 180+2\n' >"$work/wrong.conf"
status=0
"$adoube" laws --event "$work/wrong.conf" >"$work/out" 2>"$work/err" || status=$?
[ $status -eq 2 ] || fail "a missing statement gives status $status"
grep -Fq "wrong.conf:2: [rules] adequate_supervision must be stated for blitz chess" "$work/err" ||
	fail "$(cat "$work/err")"
status=0
"$adoube" laws --lang xx >"$work/out" 2>"$work/err" || status=$?
[ $status -eq 2 ] || fail "an unknown language gives status $status"
grep -Fqx "adoube laws: --lang xx is not allowed; allowed: en, fr, de" "$work/err" || fail "$(cat "$work/err")"
