#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# circles.sh OBJECT...: no file may call another one that calls it back, on whatever way.
# circles.sh --self-test: shows that circles are found.
#
# Files that call each other in a circle can only be read, tested and moved together. What both need stands beneath them, and
# who has nobody to ask tells a listener.
#
# Read from the objects' symbols, not from includes: a header may be shared. Names each call of a circle. Tools: $NM; for the
# self-test also $CC.
set -eu

NM=${NM:-nm}
CC=${CC:-cc}

# calls OBJECT...: "defined SYMBOL FILE" and "needed SYMBOL FILE".
calls()
{
	for what in defined needed; do
		[ $what = defined ] && only=--defined-only || only=-u
		"$NM" -A -P -g "$only" "$@" | awk -v what=$what '
			{
				file = $1
				sub(/:$/, "", file)
				sub(/CMakeFiles\/[^\/]*\.dir\//, "", file)
				gsub(/\/\.\//, "/", file)
				sub(/\.o$/, "", file)
				# What a program must supply to core, wherever it does.
				if ($2 != "invariant_failed")
					print what, $2, file
			}'
	done
}

check()
{
	calls "$@" | awk '
		$1 == "defined" { definer[$2] = $3; file[$3] = 1; next }
		($2 in definer) && definer[$2] != $3 {
			to = definer[$2]
			if (!(($3, to) in names)) {
				callees[$3] = callees[$3] " " to
				n_calls++
			}
			names[$3, to] = names[$3, to] " " $2
		}

		# walk: seen[] gets all files that `from` reaches by calls.
		function walk(from,   n, at, i, n_next, next_) {
			for (i in seen)
				delete seen[i]
			n = 1
			queue[1] = from
			for (at = 1; at <= n; at++) {
				n_next = split(callees[queue[at]], next_, " ")
				for (i = 1; i <= n_next; i++)
					if (!(next_[i] in seen)) {
						seen[next_[i]] = 1
						queue[++n] = next_[i]
					}
			}
		}

		END {
			for (one in file) {
				walk(one)
				for (other in seen)
					reach[one, other] = 1
				n_files++
			}
			for (pair in names) {
				split(pair, of, SUBSEP)
				if (!((of[2], of[1]) in reach))
					continue
				printf "%s calls %s:%s, and is called by it\n", of[1], of[2], names[pair]
				failed = 1
			}
			if (n_files == 0 || n_calls == 0) {
				print "no calls at all; are these the right files?"
				failed = 1
			}
			if (failed)
				exit 1
			printf "%d files call each other downwards, %d pairs\n", n_files, n_calls
		}'
}

self_test()
{
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT

	echo 'int low(void); int low(void) { return 1; }' >"$work/low.c"
	echo 'int low(void); int mid(void); int mid(void) { return low(); }' >"$work/mid.c"
	echo 'int mid(void); int low(void); int high(void); int high(void) { return mid() + low(); }' >"$work/high.c"
	echo 'int high(void); int low(void); int low(void) { return high(); }' >"$work/back.c"
	for name in low mid high back; do
		"$CC" -c "$work/$name.c" -o "$work/$name.c.o"
	done
	expect nothing "$work/low.c.o" "$work/mid.c.o" "$work/high.c.o"
	expect 'back.c calls .*/high.c: high' "$work/back.c.o" "$work/mid.c.o" "$work/high.c.o"
	expect 'no calls at all' "$work/low.c.o"
	echo "the check names the files of a circle and what they call"
}

# shellcheck source=/dev/null # beside this one
. "${0%/*}/expect.sh"

if [ "${1-}" = --self-test ]; then
	self_test
	exit
fi
check "$@"
