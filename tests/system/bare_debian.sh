#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bare_debian.sh [--dir DIR] [--keep] [--skip-test | --package DEB]: proves the two commands of the README on a bare
# machine. Makes a minimal Debian 12 root with nothing added but git, clones this checkout (what is
# committed) into it, runs `./bootstrap run`, installs what that built, and runs `./bootstrap test` there.
#
#   --dir DIR     where the root goes (an empty or new folder; a temporary one otherwise)
#   --keep        leave the root there, to look at
#   --skip-test   all but `./bootstrap test`
#   --package DEB neither: install that package (cpack makes it), run what it starts as its user, remove and
#                 purge it; nothing but recordings may stay
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
package=
while [ $# -gt 0 ]; do
	case $1 in
	--dir)
		[ $# -ge 2 ] || fail "--dir needs a folder"
		dir=$2
		shift
		;;
	--keep) keep=1 ;;
	--skip-test) skip_test=1 ;;
	--package)
		[ $# -ge 2 ] || fail "--package needs a package"
		[ -r "$2" ] || fail "--package $2: no such file, or not readable"
		package=$(realpath "$2")
		shift
		;;
	*) fail "unknown option '$1'; the options are --dir DIR, --keep, --skip-test, --package DEB" ;;
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

# install_built: what the README installs, from the tree that run_run has built, and the package of it.
install_built()
{
	quiet sh -c 'cd /root/adoubed/build/run && cpack' || return 1
	quiet cmake --install /root/adoubed/build/run || return 1
	quiet adoubed --version || return 1
	quiet adoube --version
}

run_tests()
{
	inside bash -c 'cd /root/adoubed && exec ./.ci/run' </dev/null
}

# quiet COMMAND...: inside, and what it said only when it failed.
quiet()
{
	inside env DEBIAN_FRONTEND=noninteractive "$@" >"$dir/quiet.log" 2>&1 || {
		tail -20 "$dir/quiet.log" >&2
		return 1
	}
}

files_of_root()
{
	(cd "$root" && find etc usr var/lib/adoubed -xdev \( -type f -o -type l \) 2>/dev/null |
		grep -v -e '^etc/\(passwd\|group\|g\?shadow\|subuid\|subgid\)-\?$' \
			-e '^etc/ld.so.cache' -e '^usr/share/man/' -e '/__pycache__/' | sort)
}

install_package()
{
	quiet apt-get -q update || return 1
	# What it depends on comes first, so that what stays behind is its own.
	cp "$package" "$root/tmp/adoubed.deb"
	quiet apt-get -q -y install --no-install-recommends /tmp/adoubed.deb || return 1
	quiet apt-get -q -y purge adoubed || return 1
	files_of_root >"$dir/before"
	quiet apt-get -q -y install --no-install-recommends /tmp/adoubed.deb
}

# run_package: as the unit would: its user, its two folders, its configuration; before any board is there.
run_package()
{
	inside id -nG adoubed | grep -q -w dialout || return 1
	quiet install -d -o adoubed -g adoubed /var/lib/adoubed /run/adoubed || return 1
	inside setpriv --reuid adoubed --regid adoubed --init-groups /usr/sbin/adoubed \
		--config /etc/adoubed/adoubed.conf >"$dir/adoubed.log" 2>&1 &
	local pid=$! i status=0
	for ((i = 0; i < 100; i++)); do
		! inside adoube status >"$dir/status.log" 2>&1 || break
		sleep 0.1
	done
	grep -q 'waiting for any board' "$dir/status.log" || status=1
	inside adoube doctor >>"$dir/status.log" || true
	grep -q '^fine .*the user adoubed is in the group dialout' "$dir/status.log" || status=1
	grep -q '^fine .*65-adoubed.rules is installed' "$dir/status.log" || status=1
	# shellcheck disable=SC2016 # for the shell inside
	inside sh -c 'kill -TERM $(sed -n "s/^adoubed runs as process \([0-9]*\).*/\1/p")' \
		<"$dir/status.log" || status=1
	wait "$pid" || status=1
	[ $status -eq 0 ] || cat "$dir/adoubed.log" "$dir/status.log" >&2
	return $status
}

remove_package()
{
	quiet apt-get -q -y remove adoubed || return 1
	[ -e "$root/etc/adoubed/adoubed.conf" ] || return 1
	quiet apt-get -q -y purge adoubed || return 1
	files_of_root >"$dir/after"
	diff "$dir/before" "$dir/after" | grep '^>' | grep -v ' var/lib/adoubed/' >"$dir/left" || true
	[ ! -s "$dir/left" ] || {
		cat "$dir/left" >&2
		return 1
	}
	[ -n "$(ls -A "$root/var/lib/adoubed/journals")" ]
}

say "mirror of $suite: $mirror"
step "minimal root" make_root
if [ -n "$package" ]; then
	step "installing $(basename "$package")" install_package
	step "running it" run_package
	step "removing and purging it" remove_package
	say "$(basename "$package") comes and goes cleanly; recordings stay"
	exit 0
fi
step "git, as on the machine of a newcomer" install_git
step "clone of $(git -C "$source_dir" rev-parse --short HEAD)" \
	git clone -q --no-hardlinks "$source_dir" "$root/root/adoubed"
step "./bootstrap run" run_run
step "packing and installing what it built" install_built
if [ -n "$skip_test" ]; then
	say "./bootstrap run works on a bare $PRETTY_NAME"
else
	step "./bootstrap test" run_tests
	say "./bootstrap run and ./bootstrap test work on a bare $PRETTY_NAME"
fi
