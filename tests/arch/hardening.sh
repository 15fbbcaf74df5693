#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# hardening.sh PROGRAM...: reads the programs and says which protection is missing.
# hardening.sh --self-test: shows that a program built without protection is refused.
#
# Tools: $READELF, $CC for the self-test.
set -eu

READELF=${READELF:-readelf}
CC=${CC:-cc}

# missing PROGRAM: one line for every protection that PROGRAM has not.
missing()
{
	header=$("$READELF" -hW "$1")
	segments=$("$READELF" -lW "$1")
	dynamic=$("$READELF" -dW "$1")
	symbols=$("$READELF" -W --dyn-syms "$1")

	case $header in
	*'Type:'*DYN*) ;;
	*) echo "not position-independent (no ET_DYN)" ;;
	esac
	case $segments in
	*INTERP*) ;;
	*) echo "no INTERP segment: not a position-independent program" ;;
	esac
	case $segments in
	*GNU_RELRO*) ;;
	*) echo "no GNU_RELRO segment: relocated data stays writable" ;;
	esac
	case $dynamic in
	*BIND_NOW* | *'Flags: '*NOW*) ;;
	*) echo "no BIND_NOW: the table of functions stays writable" ;;
	esac
	case $(printf '%s\n' "$segments" | grep GNU_STACK || true) in
	'') echo "no GNU_STACK segment: the stack may be executable" ;;
	*E*' 0x'*) echo "the stack is executable" ;;
	esac
	if printf '%s\n' "$segments" | grep LOAD | grep -q 'RWE'; then
		echo "a segment is writable and executable"
	fi
	case $symbols in
	*__stack_chk_fail*) ;;
	*) echo "no stack protector (__stack_chk_fail is not used)" ;;
	esac
	case $symbols in
	*_chk@*) ;;
	*) echo "no fortified function (such as __snprintf_chk) is used" ;;
	esac
	case $dynamic in
	*'(RPATH)'* | *'(RUNPATH)'*) echo "carries a library search path of the build machine" ;;
	esac
}

check()
{
	status=0
	for program in "$@"; do
		said=$(missing "$program")
		if [ -n "$said" ]; then
			printf '%s\n' "$said" | sed "s|^|$program: |" >&2
			status=1
		else
			echo "$program: hardened"
		fi
	done
	return $status
}

# refuses WORD PROGRAM: the check must fail on PROGRAM and say WORD.
refuses()
{
	if missing "$2" | grep -q "$1"; then
		return
	fi
	echo "self-test: nothing about '$1' was said of $2" >&2
	exit 1
}

self_test()
{
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	echo 'int main(void) { return 0; }' >"$work/weak.c"
	"$CC" -O0 -fno-pie -no-pie -fno-stack-protector -U_FORTIFY_SOURCE -Wl,-z,norelro \
		-Wl,-z,lazy -Wl,-z,execstack -Wl,-rpath,/nowhere -o "$work/weak" "$work/weak.c"
	refuses 'position-independent' "$work/weak"
	refuses 'GNU_RELRO' "$work/weak"
	refuses 'BIND_NOW' "$work/weak"
	refuses 'stack is executable' "$work/weak"
	refuses 'stack protector' "$work/weak"
	refuses 'fortified' "$work/weak"
	refuses 'search path' "$work/weak"
	echo "the check refuses an unprotected program on every point"
}

case ${1-} in
--self-test) self_test ;;
'')
	echo "usage: hardening.sh PROGRAM... | --self-test" >&2
	exit 2
	;;
*) check "$@" ;;
esac
