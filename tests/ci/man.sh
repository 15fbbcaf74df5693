#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# man.sh BUILD README: the manual pages have no mistake a formatter could see; adoubed(8) explains every option of
# `adoubed --help` and no other, adoube(1) every command of `adoube --help` with every option of its own --help and no other,
# and every host event; adoubed.conf(5) every section and key that the daemon takes and no other,
# with an example that it takes, as it takes what README.md writes into the file.
set -eu

adoubed=$1/daemon/adoubed
adoube=$1/daemon/adoube
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missing=0

for page in adoubed.8 adoubed.conf.5 adoube.1; do
	mandoc -T lint -W warning "$1/daemon/$page"
	# What reads them on most machines has an opinion of its own.
	if command -v groff >/dev/null; then
		groff -mandoc -Tutf8 -ww -z "$1/daemon/$page" >"$work/said" 2>&1
		[ ! -s "$work/said" ] || { cat "$work/said" >&2; exit 1; }
	fi
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

# section PAGE NAME: its source.
section()
{
	awk -v name="$2" '/^\.S[sh] / { on = $0 == ".Ss " name } on' "$1"
}

# told PAGE COMMAND: the options in its section.
told()
{
	section "$1" "$2" | grep -o -e '--[a-z][a-z0-9-]*' -e 'Fl Fl [a-z][a-z0-9-]*' | sed 's/Fl Fl /--/'
}

# less A B WHAT: what file A has and B has not is missing.
less()
{
	for word in $(comm -23 "$1" "$2"); do
		echo "$3: $word" >&2
		missing=1
	done
}

"$adoubed" --help | grep -o -e '--[a-z][a-z0-9-]*' | sort -u >"$work/is"
sed -n '/^\.Sh DESCRIPTION/,/^\.Ss /p' "$adoubed.8" | sed -n 's/^\.It //p' | grep -o -e 'Fl Fl [a-z][a-z0-9-]*' |
	sed 's/Fl Fl /--/' | sort -u >"$work/own"
less "$work/is" "$work/own" "adoubed.8 does not say of"
less "$work/own" "$work/is" "adoubed --help does not say"
commands=$("$adoube" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
# shellcheck disable=SC2086
explained "$adoube.1" $commands
for command in $commands; do
	"$adoube" "$command" --help | grep -o -e '--[a-z][a-z0-9-]*' | grep -v -x -e --help | sort -u >"$work/is"
	told "$adoube.1" "$command" | sort -u >"$work/own"
	{
		cat "$work/own"
		section "$adoube.1" "$command" | tr '\n' ' ' |
			grep -o -e 'are those of \(\.Cm \)\{0,1\}[a-z]*' | while read -r words; do
				told "$adoube.1" "${words##* }"
			done
	} | sort -u >"$work/all"
	less "$work/is" "$work/all" "adoube.1 does not say of $command"
	less "$work/own" "$work/is" "adoube $command --help does not say"
done

# A capture's host events, which are named where there is another.
printf '# adoubed capture 1\n# driver dgt\n0 ! {"op":"no-such"}\n' >"$work/capture"
{ "$adoube" replay "$work/capture" 2>&1 || :; } | sed -n 's/.*(known: \(.*\)).*/\1/p' | sed 's/, /\n/g' | sort -u >"$work/is"
sed -n 's/^[0-9]* ! {"op":"\([a-z-]*\)".*/\1/p' "$adoube.1" | sort -u >"$work/own"
[ -s "$work/is" ]
less "$work/is" "$work/own" "adoube.1 does not say of host events"
less "$work/own" "$work/is" "a capture is not to have the host event"

# The daemon names what it takes when there is something else.
sed -n 's/^\.Ss \[\(.*\)\]$/\1/p' "$adoubed.conf.5" >"$work/titles"
while read -r title; do
	section "$adoubed.conf.5" "[$title]" | sed -n 's/^\.It Cm //p' | tr -d ' ' | tr ',' '\n' | sort -u >"$work/own"
	printf '[%s]\nno-such-key = 1\n' "$(echo "$title" | sed 's/ N$/ 1/; s/ NAME$/ x/')" >"$work/conf"
	"$adoubed" --check-config --config "$work/conf" 2>&1 | sed -n 's/.*; allowed are //p' | tr -d ' ' |
		tr ',' '\n' | sort -u >"$work/is"
	less "$work/is" "$work/own" "adoubed.conf.5 does not say of [$title]"
	less "$work/own" "$work/is" "[$title] is not to have"
done <"$work/titles"

# And so with its sections.
printf '[no-such]\nkey = 1\n' >"$work/conf"
"$adoubed" --check-config --config "$work/conf" 2>&1 | grep -o '\[[a-z]*\( [A-Z]*\)\{0,1\}\]' | sort -u >"$work/is"
sed 's/.*/[&]/' "$work/titles" | sort -u >"$work/own"
less "$work/is" "$work/own" "adoubed.conf.5 does not say of the section"
less "$work/own" "$work/is" "there is to be no section"

# What is typed from the page or README.md into a file is good; there a file is written bit by bit.
sed -n '/^\.Bd -literal/,/^\.Ed/p' "$adoubed.conf.5" | sed '/^\./d' >"$work/conf"
"$adoubed" --check-config --config "$work/conf" >/dev/null
awk '/^ *```/ { on = /```ini$/; next } on' "$2" | sed 's/^ *//' >"$work/conf"
grep -q '^\[table 1\]' "$work/conf"
"$adoubed" --check-config --config "$work/conf" >/dev/null
exit $missing
