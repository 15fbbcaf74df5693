#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bits32.sh BUILD: a system of 32 bits, as many Raspberry Pis have: all sources of both programs compile for one without a
# warning; what needs no library of such a system runs, and makes the same of everything as BUILD does: the readers of foreign
# bytes of their corpora, the tracker of recorded and of simulated games.
#
# For this processor's own 32 bits, which need no emulator. BUILD is of gcc and Ninja, which tells what to compile and how.
# Skipped (77) where the compiler knows none.
set -eu

build=$1
readers='fen san pgn capture dgt dgt_bus notation verdict day_time'
games='drivers/sim/games/*.pgn'
recordings='tests/captures/*.capture'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! echo 'int main(void) { return 0; }' | gcc -m32 -x c -o "$work/nothing" - 2>"$work/said"; then
	[ "$(uname -m)" != x86_64 ] || {
		cat "$work/said" >&2
		echo "packages are missing: ./bootstrap deps test" >&2
		exit 1
	}
	echo "no 32 bits on this processor"
	exit 77
fi

# compiles TARGET...: how each of their sources is compiled, a line each; but for what needs a processor of 64 bits.
compiles()
{
	ninja -C "$build" -t commands "$@" | grep ' -c ' | grep -v 'PERFT_TREE=\|attacks_pext\|attacks_gen' | sort -u
}

# object: of such a line, the file in $work that it is compiled into.
object()
{
	sed 's/.* -o \([^ ]*\) .*/\1/; s/[^A-Za-z0-9.]/_/g; s|^|'"$work"'/|'
}

targets=bench_tracker
for name in $readers; do
	targets="$targets fuzz_$name"
done
# shellcheck disable=SC2086 # a list of words
compiles $targets adoubed adoube >"$work/compiles"
object <"$work/compiles" >"$work/objects"
# What no link needs is left out of it by sections. Some libraries keep headers with those of the processor.
sed 's/ -MD -MT [^ ]* -MF [^ ]*//; s/ -o [^ ]* / /' "$work/compiles" | paste -d ' ' - "$work/objects" |
	sed "s|\$| -m32 -UADOUBED_PERFT_BMI2 -ffunction-sections -idirafter /usr/include/$(gcc -print-multiarch)|
		s|\\( $work/[^ ]*\\)| -o\\1|" >"$work/commands"
(cd "$build" && xargs -P "${JOBS:-1}" -d '\n' -n 1 sh -c <"$work/commands")

# link TARGET: into $work/TARGET.
link()
{
	# shellcheck disable=SC2046 # a list of words
	gcc -m32 -pthread -Wl,--gc-sections -o "$work/$1" $(compiles "$1" | object) -lm
}

for name in $readers; do
	link "fuzz_$name"
	"$work/fuzz_$name" "tests/fuzz/corpus/$name" >"$work/said" || {
		echo "fuzz_$name failed in 32 bits" >&2
		exit 1
	}
done

# tell PROGRAM: what it makes of recordings, and of games under the worst hands and sensors; but for the time that took.
tell()
{
	set -- "$1" --games 0 --seed 32 --verbose
	for capture in $recordings; do
		set -- "$@" --capture "$capture"
	done
	# shellcheck disable=SC2086 # a pattern
	"$@" $games | sed 's/ *[0-9]* |/ |/2'
}

link bench_tracker
tell "$build/tests/bench/bench_tracker" >"$work/told.64"
tell "$work/bench_tracker" >"$work/told.32"
diff "$work/told.64" "$work/told.32" >&2 || {
	echo "the tracker tells something else in 32 bits (>)" >&2
	exit 1
}
grep -q 'harsh ' "$work/told.32" || {
	echo "no game was played" >&2
	exit 1
}
echo "$(wc -l <"$work/objects") sources compile for 32 bits; readers and tracker make the same of $(wc -l <"$work/told.32") lines"
