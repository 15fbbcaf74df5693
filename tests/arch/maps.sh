#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# maps.sh ROOT: the folders of many files have a map, in the comment at the head of a header, and every file in them and in
# their folders is on it; and comments name no file of the project's that is not there.
# maps.sh --self-test: shows that one that is missing is found.
set -eu

# on_map FOLDER HEADER...: every file of the folder and of those in it is named in one of these comments, by its name without .c or .h.
on_map()
{
	folder=$1
	shift
	missing=0
	for header in "$@"; do
		sed '/^ \*\/$/q' "$folder/$header"
	done | grep -o '[a-z_0-9]*' >"$work/map"
	find "$folder" -name '*.[ch]' >"$work/there"
	while read -r file; do
		name=$(basename "$file")
		case " $* " in *"/$name "* | *" $name "*) continue ;; esac
		grep -qxF "${name%.[ch]}" "$work/map" && continue
		echo "$file: not on the map of $*" >&2
		missing=1
	done <"$work/there"
	return $missing
}

# named ROOT: every "name.c" and "name.h" in a comment of core, drivers or daemon is a file.
named()
{
	(cd "$1" && find core drivers daemon tests -name '*.[ch]' | sed 's|.*/||') | sort -u >"$work/files"
	(cd "$1" && find core drivers daemon -name '*.[ch]' -exec grep -hE '^ ?\*|/\*|^	+ \*' {} +) |
		grep -oE '[a-z][a-z_0-9]+\.[ch]\b' | sort -u >"$work/named"
	if comm -23 "$work/named" "$work/files" | grep .; then
		echo "named in comments, and not there" >&2
		return 1
	fi
}

self_test()
{
	root=$work/root
	mkdir -p "$root/core/few" "$root/drivers" "$root/daemon" "$root/tests"
	printf '/* A map.\n *\n *     one.c  the first\n */\n' >"$root/core/few/few.h"
	touch "$root/core/few/one.c"
	on_map "$root/core/few" few.h
	named "$root"
	mkdir "$root/core/few/more"
	touch "$root/core/few/more/two.c"
	if on_map "$root/core/few" few.h 2>/dev/null; then
		echo "a file that is not on the map was not found" >&2
		exit 1
	fi
	rm "$root/core/few/one.c"
	if named "$root" >/dev/null 2>&1; then
		echo "a name without a file was not found" >&2
		exit 1
	fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$1" = --self-test ]; then
	self_test
	exit
fi
status=0
on_map "$1/core/tracker" tracker_state.h || status=1
on_map "$1/core/laws" laws_state.h laws_irregular.h clock/clock_watch_state.h || status=1
named "$1" || status=1
exit $status
