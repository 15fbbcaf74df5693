/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADOUBED_TESTS_BENCH_DISK_PROBE_H
#define ADOUBED_TESTS_BENCH_DISK_PROBE_H

/* What the disk itself takes, in the same run as what is measured: a thread writes 4 kB four times a second into a
 * file of its own and waits until they are durable. While it waits the writes go on coming in the count: each has
 * waited from the quarter second it was due at. */

struct disk_probe;

/* disk_probe_start: in that folder, which must stay until the end. Ends the program where it cannot. */
struct disk_probe *disk_probe_start(const char *folder);

/* disk_probe_end: stop, take the file away; the 99th percentile of the times, in milliseconds. */
double disk_probe_end(struct disk_probe *probe);

#endif
