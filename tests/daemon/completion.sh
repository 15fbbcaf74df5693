#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# completion.sh SCRIPT ADOUBE ADOUBED: what bash completes is what the programs' --help lists, all of it.
set -eu

script=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(realpath "$2")" "$folder/adoube"
ln -s "$(realpath "$3")" "$folder/adoubed"
adoube=$folder/adoube
adoubed=$folder/adoubed
# shellcheck disable=SC1090 # given
. "$script"

# completes WORD...: what is offered for the last word, sorted.
completes()
{
	# shellcheck disable=SC2034 # read by the completion
	COMP_WORDS=("$@")
	# shellcheck disable=SC2034
	COMP_CWORD=$(($# - 1))
	_adoube_complete
	printf '%s\n' "${COMPREPLY[@]}" | sort -u
}

# same WHAT IS WANTED
same()
{
	if [ -z "$3" ] || [ "$2" != "$3" ]; then
		printf 'completion of %s:\n%s\nand not:\n%s\n' "$1" "$2" "$3" >&2
		exit 1
	fi
}

complete -p adoube adoubed >/dev/null
commands=$("$adoube" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
same commands "$(completes "$adoube" '')" "$(printf '%s\n' --help --version "$commands" | sort -u)"
same 'st' "$(completes "$adoube" sta)" status
same adoubed "$(completes "$adoubed" --)" \
	"$("$adoubed" --help | grep -o -e '--[a-z][a-z-]*' | sort -u)"
n=0
for command in $commands; do
	same "$command" "$(completes "$adoube" "$command" --)" \
		"$("$adoube" "$command" --help | grep -o -e '--[a-z][a-z0-9-]*' | sort -u)"
	n=$((n + 1))
done
same profiles "$(completes "$adoube" simulate --profile '')" \
	"$("$adoube" simulate --help | awk '/^profiles:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' | sort)"
touch "$folder/a.conf"
same files "$(completes "$adoubed" --config "$folder/a.")" "$folder/a.conf"
echo "$n commands are completed as their --help says"
