#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# doctor.sh ADOUBE: `adoube doctor` finds nothing wrong on a made-up machine where nothing is, and names each
# thing that is then spoilt, one at a time, with a way to mend it.
set -eu

adoube=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
m=$work/machine

# make: a machine with a board's adapter at /dev/ttyUSB0, everything as it should be but the daemon.
make_machine()
{
	rm -rf "$m"
	usb=$m/sys/devices/pci0/usb1/1-1
	mkdir -p "$m/etc/adoubed" "$m/etc/default" "$m/proc/self" "$m/proc/7/fd" "$m/dev" \
		"$m/run/udev/data" "$m/usr/lib/udev/rules.d" "$m/var/lib" "$m/sys/class/tty" \
		"$usb/1-1:1.0/ttyUSB0/tty/ttyUSB0"
	printf '[event]\nname = Test\n[table 1]\nboard = any\n' >"$m/etc/adoubed/adoubed.conf"
	echo 'adoubed:x:990:990::/var/lib/adoubed:/usr/sbin/nologin' >"$m/etc/passwd"
	echo "dialout:x:$(id -g):anna,adoubed" >"$m/etc/group"
	touch "$m/usr/lib/udev/rules.d/65-adoubed.rules" "$m/dev/ttyUSB0"
	chgrp "$(id -g)" "$m/dev/ttyUSB0"
	chmod 660 "$m/dev/ttyUSB0"
	echo 0403 >"$usb/idVendor"
	echo 6001 >"$usb/idProduct"
	echo 188:0 >"$usb/1-1:1.0/ttyUSB0/tty/ttyUSB0/dev"
	ln -s ../../devices/pci0/usb1/1-1/1-1:1.0/ttyUSB0/tty/ttyUSB0 "$m/sys/class/tty/ttyUSB0"
	printf 'I:1\nE:ADOUBED_OFFER=1\nE:ID_MM_DEVICE_IGNORE=1\n' >"$m/run/udev/data/c188:0"
	echo cat >"$m/proc/7/comm"
}

doctor()
{
	status=0
	"$adoube" doctor --root "$m" "$@" >"$work/said" 2>"$work/errors" || status=$?
}

fail()
{
	echo "doctor: $*" >&2
	cat "$work/said" "$work/errors" >&2
	exit 1
}

# wrong TEXT: one thing more than the missing daemon is wrong, TEXT is said of it, and how to mend it.
wrong()
{
	doctor
	[ "$status" -eq 1 ] || fail "status $status for: $1"
	[ "$(grep -c '^WRONG' "$work/said")" -eq 2 ] || fail "not two things are wrong for: $1"
	grep -F -A1 "$1" "$work/said" | grep -q -e '-> .' || fail "not said, or not how to mend it: $1"
	cases=$((cases + 1))
	make_machine
}

cases=0
make_machine
doctor
[ "$status" -eq 1 ] || fail "the missing daemon is no matter"
[ "$(grep -c '^WRONG' "$work/said")" -eq 1 ] || fail "something is wrong on a good machine"
grep -q '^WRONG  daemon .*does not run' "$work/said" || fail "not a word about the daemon"
grep -q '^fine   ports  .*/dev/ttyUSB0: Wooden USB boards' "$work/said" || fail "the port is not seen"
! grep -q "$(printf '\033')" "$work/said" || fail "colour where there is no terminal"

echo 'name = x' >"$m/etc/adoubed/adoubed.conf"
wrong "adoubed.conf:1: 'name' stands before any section"
rm "$m/etc/adoubed/adoubed.conf"
wrong 'there is no such file'
echo '[event]' >"$m/etc/adoubed/adoubed.conf"
wrong 'has no table'
: >"$m/etc/passwd"
wrong 'there is no user adoubed'
echo "dialout:x:$(id -g):adoubedness,anna" >"$m/etc/group"
wrong 'the user adoubed is not in the group dialout'
rm "$m/usr/lib/udev/rules.d/65-adoubed.rules"
wrong '65-adoubed.rules is not installed'
: >"$m/run/udev/data/c188:0"
wrong '/dev/ttyUSB0: the udev rule is installed, but was not applied'
chmod 600 "$m/dev/ttyUSB0"
wrong '/dev/ttyUSB0 is not for the group dialout to read and write (mode 600)'
rm "$m/dev/ttyUSB0"
wrong '/dev/ttyUSB0: No such file'
echo ModemManager >"$m/proc/7/comm"
printf 'E:ADOUBED_OFFER=1\n' >"$m/run/udev/data/c188:0"
wrong 'may probe /dev/ttyUSB0'
echo brltty >"$m/proc/7/comm"
wrong 'brltty runs'
echo gpsd >"$m/proc/7/comm"
echo 'USBAUTO="true"' >"$m/etc/default/gpsd"
wrong 'gpsd runs and takes every'
ln -s /dev/ttyUSB0 "$m/proc/7/fd/3"
wrong 'cat (process 7) has /dev/ttyUSB0 open'

# Others may run that do no harm.
echo ModemManager >"$m/proc/7/comm"
doctor --json
[ "$(grep -o '"state":"wrong"' "$work/said" | wc -l)" -eq 1 ] || fail "a harmless ModemManager is wrong"
grep -q '^{"ok":false,"findings":\[{"check":"configuration","state":"fine"' "$work/said" || fail "no JSON"
status=0
"$adoube" doctor nonsense >"$work/said" 2>&1 || status=$?
[ "$status" -eq 2 ] || fail "nonsense is no usage error"
echo "doctor: $cases spoilt machines were seen through"
