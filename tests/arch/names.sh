#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# names.sh OBJECT...: no two files of one program may define the same name.
# names.sh --self-test: shows that such a name is found.
#
# Within one library the linker says so. Across libraries it takes whichever it meets first, and says nothing: a function of
# one may be called in place of another's, or read as a table. Names what is defined twice, and where. Tools: $NM; for the
# self-test also $CC.
set -eu

NM=${NM:-nm}
CC=${CC:-cc}

check()
{
	"$NM" -A -P -g --defined-only "$@" | awk '
		{
			file = $1
			sub(/:$/, "", file)
			sub(/CMakeFiles\/[^\/]*\.dir\//, "", file)
			gsub(/\/\.\//, "/", file)
			sub(/\.o$/, "", file)
			if (($2 in definer) && definer[$2] != file) {
				printf "%s is defined in %s and in %s\n", $2, definer[$2], file
				failed = 1
			}
			definer[$2] = file
			n++
		}
		END {
			if (n == 0)
				print "no names at all; are these the right files?"
			if (failed || n == 0)
				exit 1
			printf "%d names, each defined once\n", n
		}'
}

self_test()
{
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT

	echo 'int call(void); static int own; int call(void) { return own; }' >"$work/function.c"
	echo 'extern const int call; const int call = 1; static int own; int other(void); int other(void) { return own; }' >"$work/table.c"
	echo 'static int own; int third(void); int third(void) { return own; }' >"$work/third.c"
	echo 'typedef int nothing;' >"$work/empty.c"
	for name in function table third empty; do
		"$CC" -c "$work/$name.c" -o "$work/$name.c.o"
	done
	expect nothing "$work/function.c.o" "$work/third.c.o"
	expect 'call is defined in .*function.c and in .*table.c' "$work/function.c.o" "$work/third.c.o" "$work/table.c.o"
	expect 'no names' "$work/empty.c.o"
	echo "the check names what is defined twice"
}

# shellcheck source=/dev/null # beside this one
. "${0%/*}/expect.sh"

if [ "${1-}" = --self-test ]; then
	self_test
	exit
fi
check "$@"
