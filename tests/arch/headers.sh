#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# headers.sh ROOT: every header of the project compiles alone, twice in a row, without a warning.
# headers.sh --self-test: shows that a header that leans on another one is found.
#
# Compiler: $CC; $CFLAGS finds the libraries' headers.
set -eu

CC=${CC:-cc}

# check ROOT
check()
{
	count=0
	status=0
	for header in $(cd "$1" && find core drivers daemon tests -name '*.h' | sort); do
		gnu=
		case $header in
		daemon/* | drivers/transport/* | tests/*) gnu=-D_GNU_SOURCE ;;
		esac
		# shellcheck disable=SC2086 # flags are words
		if ! printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
			"$CC" -std=c17 -Wall -Wextra -Werror -pedantic $gnu ${CFLAGS-} \
				-I "$1" -fsyntax-only -x c -; then
			echo "$header: does not stand alone" >&2
			status=1
		fi
		count=$((count + 1))
	done
	if [ $count -eq 0 ]; then
		echo "$1: no header found" >&2
		return 1
	fi
	[ $status -eq 0 ] && echo "$count headers stand alone"
	return $status
}

self_test()
{
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	mkdir -p "$work/core" "$work/drivers" "$work/daemon" "$work/tests"
	printf '#pragma once\n#include <stddef.h>\nsize_t good(void);\n' >"$work/core/good.h"
	(check "$work") >"$work/said" 2>&1 || {
		cat "$work/said" >&2
		echo "self-test: a good header was refused" >&2
		exit 1
	}
	printf '#pragma once\nsize_t leaning(void);\n' >"$work/drivers/leaning.h"
	printf 'struct unguarded { int i; };\n' >"$work/daemon/unguarded.h"
	if (check "$work") >"$work/said" 2>&1; then
		echo "self-test: bad headers passed" >&2
		exit 1
	fi
	for bad in drivers/leaning.h daemon/unguarded.h; do
		grep -q "^$bad: does not stand alone" "$work/said" || {
			echo "self-test: $bad was not named" >&2
			exit 1
		}
	done
	echo "the check names headers that lean on others or are not guarded"
}

case ${1-} in
--self-test) self_test ;;
'')
	echo "usage: headers.sh ROOT | --self-test" >&2
	exit 2
	;;
*) check "$1" ;;
esac
