#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# purity.sh LIBRARY...: the static libraries of core and of the decoders must need nothing but plain
# functions over memory: no I/O, no clock, no heap, no state of their own.
# purity.sh --self-test: shows on made-up objects that the check above sees what it must see.
#
# The list says what is allowed, not what is forbidden: a function nobody thought of fails too. Names
# every object and symbol that breaks the rule. Tools: $NM, $OBJDUMP; for the self-test also $CC, $AR.
set -eu

NM=${NM:-nm}
OBJDUMP=${OBJDUMP:-objdump}
CC=${CC:-cc}
AR=${AR:-ar}

# string.h over memory the caller owns (nothing with a locale, a hidden buffer or the heap), their
# fortified twins, and what compilers put in by themselves (__cpu_model is how they ask the processor
# which instructions it has).
allowed='
	memcpy memmove memset memcmp memchr memrchr bcmp
	strlen strnlen strcmp strncmp strchr strrchr strstr strspn strcspn strpbrk
	__memcpy_chk __memmove_chk __memset_chk
	__stack_chk_fail __stack_chk_guard _GLOBAL_OFFSET_TABLE_ __cpu_model __cpu_indicator_init
	invariant_failed
'

# undefined_symbols LIBRARY...: "object symbol" for what no library here defines and nobody allows.
undefined_symbols()
{
	{
		for symbol in $allowed; do
			echo "defined $symbol"
		done
		"$NM" -P -g --defined-only "$@" | awk 'NF >= 2 { print "defined", $1 }'
		"$NM" -A -P -u "$@" | awk '{ sub(/:$/, "", $1); print "needed", $2, $1 }'
	} | awk '
		$1 == "defined" { defined[$2] = 1; next }
		# Helpers of the compiler runtime: arithmetic wider than the machine.
		$2 ~ /^__[a-z]+[sdt]i[234]?$/ { next }
		!($2 in defined) { print $3, $2 }'
}

# writable_symbols LIBRARY...: "object symbol section" for every object in memory that can be written.
# Constants holding addresses (.data.rel.ro) are read-only once loaded.
writable_symbols()
{
	"$OBJDUMP" -t "$@" | awk '
		/^In archive / { library = $3; sub(/:$/, "", library) }
		/:     file format / { object = library "[" $1; sub(/:$/, "]", object); next }
		# 0000000000000000 l     O .bss	0000000000000004 name
		/\t/ {
			split($0, half, "\t")
			n = split(half[1], left, " ")
			split(half[2], right, " ")
			section = left[n]
			if (section ~ /^\.data\.rel\.ro/)
				next
			if (left[n - 1] ~ /d/) # the section itself
				next
			if (section == "*COM*" || section ~ /^\.(data|bss|tdata|tbss|sdata|sbss)($|\.)/)
				print object, right[2], section
		}'
}

check()
{
	for library in "$@"; do
		if [ "$("$NM" -P -g --defined-only "$library" | grep -c ' T ')" -eq 0 ]; then
			echo "$library: defines no function; is it the right file?" >&2
			return 1
		fi
	done
	bad=$(undefined_symbols "$@" | sed 's/^\([^ ]*\) \(.*\)$/\1: needs \2, which is not pure/'
		writable_symbols "$@" |
			sed 's/^\([^ ]*\) \([^ ]*\) \(.*\)$/\1: \2 is a writable variable (\3)/')
	if [ -n "$bad" ]; then
		printf '%s\n' "$bad" >&2
		return 1
	fi
	echo "pure: $*"
}

# expect_of WORD FILE: the check must fail on FILE's object and say WORD of it; with WORD "nothing" it must pass.
expect_of()
{
	"$CC" -c -O1 -fPIC "$work/$2" -o "$work/${2%.c}.o"
	rm -f "$work/lib.a"
	"$AR" rc "$work/lib.a" "$work/${2%.c}.o"
	[ "$1" = nothing ] && pattern=nothing || pattern="lib.a\[*:*${2%.c}.o.*$1"
	expect "$pattern" "$work/lib.a"
}

self_test()
{
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT

	cat >"$work/clean.c" <<-'END'
		#include <string.h>
		static const char *const names[] = { "pawn", "knight" };
		size_t f(int i) { return strlen(names[i & 1]); }
	END
	cat >"$work/heap.c" <<-'END'
		#include <stdlib.h>
		void *f(size_t n) { return malloc(n); }
	END
	cat >"$work/clock.c" <<-'END'
		#include <time.h>
		long f(void) { return (long)time(NULL); }
	END
	cat >"$work/stdio.c" <<-'END'
		#include <stdio.h>
		void f(int i) { printf("%d", i); }
	END
	cat >"$work/counter.c" <<-'END'
		int f(void) { static int calls; return ++calls; }
	END
	cat >"$work/table.c" <<-'END'
		int table[] = { 1, 2, 3 };
		int f(int i) { return table[i]; }
	END
	expect_of nothing clean.c
	expect_of malloc heap.c
	expect_of time clock.c
	expect_of printf stdio.c
	expect_of calls counter.c
	expect_of table table.c
	echo "the check names heap, clock, output and variables"
}

# shellcheck source=/dev/null # beside this one
. "${0%/*}/expect.sh"

case ${1-} in
--self-test) self_test ;;
'')
	echo "usage: purity.sh LIBRARY... | --self-test" >&2
	exit 2
	;;
*) check "$@" ;;
esac
