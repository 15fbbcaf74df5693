#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# format.sh: every C file of the project is as clang-format would write it.
# `find core drivers daemon tests -name '*.[ch]' | xargs clang-format -i` puts it right.
set -eu

list=$(find core drivers daemon tests -name '*.[ch]' | sort)
if [ -z "$list" ]; then
	echo "no C file found" >&2
	exit 1
fi
# shellcheck disable=SC2086 # no file name of ours has a space
clang-format --dry-run -Werror $list
# shellcheck disable=SC2086
echo "$(printf '%s\n' $list | wc -l) files formatted"
