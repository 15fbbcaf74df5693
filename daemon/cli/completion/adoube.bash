# SPDX-License-Identifier: GPL-3.0-or-later
#
# bash completion for adoube and adoubed. What there is to complete is asked of the programs' --help, so that
# it cannot say anything else.

# _adoube_words PATTERN COMMAND...: the words of its --help that match.
_adoube_words()
{
	local pattern=$1
	shift
	"$@" --help 2>/dev/null | grep -o -e "$pattern" | sort -u
}

_adoube_complete()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local program=${COMP_WORDS[0]} words
	COMPREPLY=()
	case $prev in
	--config | -c | --event | --pgn | --alerts | --capture | --truth | --link | --root | --socket | --file | \
		--state-dir | --runtime-dir)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--profile)
		words=$("$program" simulate --help 2>/dev/null | sed -n '/^profiles:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
		return
		;;
	esac
	if [[ ${program##*/} == adoubed ]]; then
		words=$(_adoube_words '--[a-z][a-z-]*' "$program")
	elif ((COMP_CWORD == 1)); then
		words="--help --version $("$program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')"
	else
		words=$(_adoube_words '--[a-z][a-z0-9-]*' "$program" "${COMP_WORDS[1]}")
	fi
	if [[ $cur == -* || (${program##*/} == adoube && $COMP_CWORD -eq 1) || -z $cur ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}

complete -F _adoube_complete adoube adoubed
