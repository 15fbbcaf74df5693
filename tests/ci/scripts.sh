#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# scripts.sh: shellcheck finds nothing in any shell script of the project, known by its first line.
set -eu

list=$(find . \( -path ./build -o -path ./.git -o -name node_modules \) -prune -o -type f -print | while read -r file; do
	case $(head -c 64 "$file" | tr -d '\0' | head -n 1) in
	'#!/bin/sh'* | '#!/bin/bash'* | '#!/usr/bin/env bash'* | '#!/usr/bin/env sh'*) echo "$file" ;;
	esac
done)
for expected in ./bootstrap ./.ci/run; do
	if ! printf '%s\n' "$list" | grep -qx "$expected"; then
		echo "$expected is missing or is no shell script" >&2
		exit 1
	fi
	if ! [ -x "$expected" ]; then
		echo "$expected is not executable" >&2
		exit 1
	fi
done
# shellcheck disable=SC2086 # no file name of ours has a space
shellcheck $list
# shellcheck disable=SC2086
echo "$(printf '%s\n' $list | wc -l) scripts checked"
