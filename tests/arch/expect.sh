#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How a check of objects shows that it can fail: for its self-test, in which $work is a folder of its own.

# expect WORD OBJECT...: check must fail on these and say WORD; with WORD "nothing" it must pass.
# shellcheck disable=SC2154 # work
expect()
{
	word=$1
	shift
	if (check "$@") >"$work/said" 2>&1; then
		[ "$word" = nothing ] && return
		echo "self-test: $* passed, but the check should name $word" >&2
	else
		grep -q "$word" "$work/said" && return
		echo "self-test: $*: expected $word, got:" >&2
		cat "$work/said" >&2
	fi
	exit 1
}
