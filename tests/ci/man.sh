#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# man.sh BUILD: the manual pages have no mistake a formatter could see; adoubed(8) explains every option of
# `adoubed --help`, adoube(1) every command of `adoube --help`.
set -eu

for page in adoubed.8 adoubed.conf.5 adoube.1; do
	mandoc -T lint -W warning "$1/daemon/$page"
done

# explained PAGE WORD...: every word stands in the page.
explained()
{
	page=$1
	shift
	# A formatter may print a word twice for bold, and a hyphen of its own.
	text=$(mandoc -T utf8 "$page" | sed 's/.\x08//g; s/‐/-/g; s/−/-/g')
	for word in "$@"; do
		if ! printf '%s\n' "$text" | grep -q -w -e "$word"; then
			echo "$page: nothing about $word" >&2
			missing=1
		fi
	done
}

missing=0
# shellcheck disable=SC2046 # words
explained "$1/daemon/adoubed.8" \
	$("$1/daemon/adoubed" --help | grep -o -e '--[a-z][a-z0-9-]*' | sort -u)
# shellcheck disable=SC2046
explained "$1/daemon/adoube.1" $("$1/daemon/adoube" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
exit $missing
