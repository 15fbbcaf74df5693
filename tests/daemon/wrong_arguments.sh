#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# wrong_arguments.sh ADOUBE: what every command says of arguments that are wrong: what is wrong, and where help is; a
# line or two, not the whole of its usage, in which that would scroll away. And of files that are not there, or none.
set -eu

adoube=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail()
{
	echo "$1" >&2
	exit 1
}

# refused STATUS WORDS ARGUMENT...: ends so, with the words on standard error, in three lines at most.
refused()
{
	expected=$1
	words=$2
	shift 2
	status=0
	"$adoube" "$@" >said 2>errors </dev/null || status=$?
	[ "$status" -eq "$expected" ] || fail "adoube $*: status $status"
	[ "$(wc -l <errors)" -le 3 ] || fail "adoube $*: too much is said: $(cat errors)"
	grep -qF -- "$words" errors || fail "adoube $*: '$words' is not said: $(cat errors)"
}

commands=$("$adoube" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
[ -n "$commands" ] || fail "no commands"
for command in $commands; do
	"$adoube" help "$command" >said
	"$adoube" "$command" --help | cmp - said || fail "adoube help $command: not what its --help says"
	[ "$command" != journal ] || continue
	refused 2 "adoube $command: unrecognized option '--nonsense'" "$command" --nonsense
	refused 2 "'adoube $command --help' lists the options" "$command" --nonsense
done
refused 2 "'nonsense': it takes check" journal nonsense
refused 2 "unknown command 'nonsense'; 'adoube --help' lists them" help nonsense
refused 2 "it takes check" journal
refused 2 "'adoube journal --help' lists the options" journal check --nonsense

echo garbage >garbage
: >empty
refused 2 "'x' is not allowed; allowed: a number from 1" case garbage x
refused 2 "--lang 'xx' is not allowed; allowed: en, fr, de" case --lang xx garbage
refused 2 "--around '-3' is not allowed" case --around -3 garbage
refused 2 "it takes a capture" case
refused 2 "'garbage': it takes options only; --event FILE" laws garbage
refused 2 "'garbage': it takes options only" simulate garbage
for command in replay case; do
	refused 2 "garbage:1:1: not an adoubed capture" "$command" garbage
	refused 2 "adoube $command: empty: empty" "$command" empty
	refused 2 "adoube $command: .: Is a directory" "$command" .
	refused 2 "cannot open none: No such file" "$command" none
done
refused 1 "there is no file none" journal check none
refused 1 "start it ('systemctl start adoubed')" status --socket none

# Nobody who may read everything can be refused to.
if [ "$(id -u)" -ne 0 ]; then
	chmod 000 garbage
	refused 2 "garbage: permission denied; make it readable for whoever runs this" laws --event garbage
	refused 1 "run it as a user who may read it" journal show garbage
fi
