#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# fuzz.sh BUILD TARGET SECONDS: fuzzes from the seeds of tests/fuzz/corpus, into a folder that is thrown
# away. An input that fails is kept as BUILD/repro-TARGET-... and its path is printed.
set -eu

program=$(find "$1/tests" -name "$2" -type f -perm -100)
if [ -z "$program" ]; then
	echo "$1: no program $2" >&2
	exit 1
fi
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
fixed=
if setarch "$(uname -m)" -R true 2>/dev/null; then
	fixed="setarch $(uname -m) -R" # see sanitized.sh
fi
# shellcheck disable=SC2086 # a command with its words
$fixed "$program" -max_total_time="$3" -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
	-artifact_prefix="$1/repro-$2-" "$found" "tests/fuzz/corpus/${2#fuzz_}"
