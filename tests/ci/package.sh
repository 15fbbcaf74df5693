#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# package.sh BUILD LIST: cpack makes a Debian package of the build with all that LIST says an installation is
# (paths below /usr), what Debian wants besides, and no more; its fields and its unit are right, and lintian,
# where there is one, finds no error. Nobody's address is known here, so about that lintian is not asked.
set -eu

build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$build" && cpack -G DEB -B "$work") >"$work/log" 2>&1 || {
	cat "$work/log" >&2
	exit 1
}
deb=$(echo "$work"/adoubed_*.deb)

dpkg-deb -c "$deb" | awk '$1 !~ /^d/ { sub(/^\.\//, "", $6); print $6 }' | sort >"$work/is"
{
	grep -v -e '^#' -e '/LICENSE$' "$2" | sed 's|^|usr/|; s|^\(usr/share/man/.*\)|\1.gz|'
	echo etc/adoubed/adoubed.conf
	echo usr/share/doc/adoubed/changelog.Debian.gz
	echo usr/share/doc/adoubed/copyright
} | sort >"$work/want"
diff -u --label expected "$work/want" --label packaged "$work/is" >&2

fail()
{
	echo "package: $*" >&2
	dpkg-deb -I "$deb" >&2
	exit 1
}

# field NAME PATTERN
field()
{
	dpkg-deb -f "$deb" "$1" | grep -q -e "$2" || fail "$1 is not $2"
}

field Package '^adoubed$'
field Version '^[0-9.]*-1$'
field Architecture "^$(dpkg --print-architecture)\$"
field Depends 'libevent-2.1-7'
field Depends 'libudev1'
field Depends 'systemd'
[ "$(dpkg-deb -I "$deb" conffiles)" = /etc/adoubed/adoubed.conf ] || fail "conffiles"
dpkg-deb -x "$deb" "$work/root"
grep -q '^ExecStart=/usr/sbin/adoubed --config /etc/adoubed/adoubed.conf' \
	"$work/root/usr/lib/systemd/system/adoubed.service" || fail "the unit starts something else"
"$work/root/usr/sbin/adoubed" --check-config --config "$work/root/etc/adoubed/adoubed.conf"
for script in postinst prerm postrm; do
	dpkg-deb -I "$deb" "$script" | sh -n || fail "$script"
done
# What was recorded stays when all else of the package goes; nobody's token does.
rm "$work/root/etc/adoubed/adoubed.conf" # as dpkg does before
mkdir -p "$work/root/var/lib/adoubed/journals" "$work/bin"
touch "$work/root/etc/adoubed/tokens" "$work/root/var/lib/adoubed/journals/open.journal"
ln -s "$(command -v rm)" "$(command -v rmdir)" "$work/bin" # of this machine's service it hears nothing
dpkg-deb -I "$deb" postrm >"$work/postrm"
env -i PATH="$work/bin" DPKG_ROOT="$work/root" "$(command -v sh)" "$work/postrm" purge || fail "postrm purge"
[ ! -e "$work/root/etc/adoubed" ] || fail "a purge leaves /etc/adoubed"
[ -e "$work/root/var/lib/adoubed/journals/open.journal" ] || fail "a purge takes the journals"
if command -v lintian >/dev/null; then
	lintian --allow-root --fail-on error \
		--suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "$deb"
fi
echo "package: $(basename "$deb"), $(wc -l <"$work/is") files"
