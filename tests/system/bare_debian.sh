#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bare_debian.sh [--dir DIR] [--keep] [--skip-test]: proves the two commands of the README on a bare
# machine. Makes a minimal Debian 12 root with nothing added but git, clones this checkout (what is
# committed) into it, and runs `./bootstrap run` and `./bootstrap test` there.
#
#   --dir DIR     where the root goes (an empty or new folder; a temporary one otherwise)
#   --keep        leave the root there, to look at
#   --skip-test   only `./bootstrap run`
#
# Needs root, Debian 12 and its package mirror; mirror, suite and proxy are those of this machine's own
# apt configuration. Takes minutes, so it is not part of `./bootstrap test`.
set -eu -o pipefail

say()
{
	printf '%s\n' "bare_debian: $*"
}

fail()
{
	printf '%s\n' "bare_debian: $*" >&2
	exit 1
}

# A private mount namespace takes its mounts with it when it ends, however it ends, and a private
# process namespace whatever was left running.
if [ -z "${BARE_DEBIAN_INSIDE-}" ]; then
	[ "$(id -u)" -eq 0 ] || fail "needs root: chroot and mounts"
	export BARE_DEBIAN_INSIDE=1
	if unshare --mount --pid --fork --kill-child true 2>/dev/null; then
		exec unshare --mount --pid --fork --kill-child "$0" "$@"
	elif unshare --mount true 2>/dev/null; then
		exec unshare --mount "$0" "$@"
	fi
	say "no private namespaces here; mounts are undone at the end"
fi

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
dir=
keep=
skip_test=
while [ $# -gt 0 ]; do
	case $1 in
	--dir)
		[ $# -ge 2 ] || fail "--dir needs a folder"
		dir=$2
		shift
		;;
	--keep) keep=1 ;;
	--skip-test) skip_test=1 ;;
	*) fail "unknown option '$1'; the options are --dir DIR, --keep, --skip-test" ;;
	esac
	shift
done

# shellcheck disable=SC1091 # of the machine
. /etc/os-release
[ "${ID-} ${VERSION_ID-}" = "debian 12" ] ||
	fail "this is ${PRETTY_NAME-no Debian}; the apt configuration of a Debian 12 is needed"
suite=$VERSION_CODENAME

# archives: "URI release" for every Debian archive of this suite that apt is configured to use.
archives()
{
	# shellcheck disable=SC2016 # apt's variables, not ours
	apt-get indextargets \
		--format '$(REPO_URI) $(RELEASE) $(CODENAME) $(COMPONENT) $(CREATED_BY) $(TARGET_OF)' |
		awk -v suite="$suite" '
			$(NF - 2) == "main" && $(NF - 1) == "Packages" && $NF == "deb" &&
			($2 ~ "^" suite || $3 ~ "^" suite) { print $1, $2, $3 }' | sort -u
}

mirror=
include=
sources=
while read -r uri release codename; do
	sources+="deb $uri $release main"$'\n'
	if [ "$release" = "$suite" ] || [ "$codename" = "$suite" ]; then
		mirror=${mirror:-$uri}
	fi
	case $uri in
	https:*) include=--include=ca-certificates ;;
	esac
done < <(archives)
[ -n "$mirror" ] || fail "apt on this machine knows no archive of $suite"

if ! command -v debootstrap >/dev/null; then
	say "installing debootstrap, which makes the root"
	DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install \
		--no-install-recommends debootstrap
fi
command -v git >/dev/null || fail "git is needed to clone the checkout"

if [ -z "$dir" ]; then
	dir=$(mktemp -d "${TMPDIR:-/tmp}/bare-debian.XXXXXX")
else
	mkdir -p "$dir"
	[ -z "$(ls -A "$dir")" ] || fail "$dir is not empty"
	dir=$(cd "$dir" && pwd)
fi
root=$dir/root

clean_up()
{
	local mount
	for mount in /dev/pts /proc /sys ''; do
		umount "$root$mount" 2>/dev/null || true
	done
	if [ -n "$keep" ]; then
		say "kept: $root"
	elif grep -q " $root" /proc/self/mounts; then
		say "still mounted, so not removed: $root"
	else
		rm -rf "$dir"
	fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# step TEXT COMMAND...: says how long it took.
step()
{
	local text=$1 start=$SECONDS
	shift
	say "$text ..."
	"$@" || fail "$text: failed"
	say "$text: $((SECONDS - start)) s"
}

make_root()
{
	local proxy=
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	if [ -n "$proxy" ] && [ "$proxy" != DIRECT ]; then
		export http_proxy=$proxy
	fi
	# shellcheck disable=SC2086 # nothing when empty
	debootstrap --variant=minbase $include "$suite" "$root" "$mirror" >"$dir/debootstrap.log" 2>&1 || {
		tail -20 "$dir/debootstrap.log" >&2
		return 1
	}
	printf '%s' "$sources" >"$root/etc/apt/sources.list"
	apt-config dump | grep -E '^Acquire::(https?::.|Check-Valid-Until|Check-Date|Retries|ForceIPv)' |
		grep -v Auto-Detect >"$root/etc/apt/apt.conf.d/00machine" || true
	cp /etc/resolv.conf "$root/etc/resolv.conf"
	# A mount point, as the root of a machine is: tests make namespaces of their own in there.
	mount --bind "$root" "$root"
	mount -t proc proc "$root/proc"
	mount -t sysfs -o ro sysfs "$root/sys"
	mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts "$root/dev/pts"
}

# inside COMMAND...: in the root, with the environment of a login and nothing of ours.
inside()
{
	env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		"$(command -v chroot)" "$root" "$@"
}

install_git()
{
	if ! { inside apt-get -q update && inside env DEBIAN_FRONTEND=noninteractive \
		apt-get -q -y install --no-install-recommends git; } >"$dir/git.log" 2>&1; then
		tail -20 "$dir/git.log" >&2
		return 1
	fi
}

run_run()
{
	inside /root/adoubed/tests/ci/run.sh </dev/null
}

run_tests()
{
	inside bash -c 'cd /root/adoubed && exec ./.ci/run' </dev/null
}

say "mirror of $suite: $mirror"
step "minimal root" make_root
step "git, as on the machine of a newcomer" install_git
step "clone of $(git -C "$source_dir" rev-parse --short HEAD)" \
	git clone -q --no-hardlinks "$source_dir" "$root/root/adoubed"
step "./bootstrap run" run_run
if [ -n "$skip_test" ]; then
	say "./bootstrap run works on a bare $PRETTY_NAME"
else
	step "./bootstrap test" run_tests
	say "./bootstrap run and ./bootstrap test work on a bare $PRETTY_NAME"
fi
