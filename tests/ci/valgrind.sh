#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# valgrind.sh BUILD TEST [ARGUMENT...]: runs a test program under memcheck: no error, nothing lost.
set -eu

program=$(find "$1/tests" -name "$2" -type f -perm -100)
if [ -z "$program" ]; then
	echo "$1: no program $2" >&2
	exit 1
fi
shift 2
# Without a fork per test function memcheck sees the whole run.
CK_FORK=no exec valgrind --quiet --error-exitcode=99 --leak-check=full \
	--errors-for-leak-kinds=definite,indirect "$program" "$@"
