/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/disk.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct disk_file {
	sqlite3_file file; /* first: SQLite's view */
	sqlite3_file *real;
};

struct disk disk;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs vfs;
static sqlite3_vfs *real_vfs;
static sqlite3_io_methods methods;
static int last_error;

void
disk_set(int *field, int value)
{
	pthread_mutex_lock(&lock);
	*field = value;
	pthread_mutex_unlock(&lock);
}

void
disk_hold_sync(bool hold)
{
	pthread_mutex_lock(&lock);
	disk.hold_sync = hold;
	pthread_mutex_unlock(&lock);
}

unsigned int
disk_count(const unsigned int *field)
{
	unsigned int value;

	pthread_mutex_lock(&lock);
	value = *field;
	pthread_mutex_unlock(&lock);
	return value;
}

void
disk_reset(void)
{
	pthread_mutex_lock(&lock);
	memset(&disk, 0, sizeof(disk));
	pthread_mutex_unlock(&lock);
}

/* What SQLite's own VFS makes of that errno. */
static int
refusal(int error, int otherwise)
{
	last_error = error;
	return error == ENOSPC ? SQLITE_FULL : error == EROFS ? SQLITE_READONLY : otherwise;
}

static sqlite3_file *
real(sqlite3_file *file)
{
	return ((struct disk_file *)(void *)file)->real;
}

static int
disk_close(sqlite3_file *file)
{
	int code = real(file)->pMethods ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;

	free(real(file));
	return code;
}

static int
disk_read(sqlite3_file *file, void *bytes, int len, sqlite3_int64 at)
{
	return real(file)->pMethods->xRead(real(file), bytes, len, at);
}

static int
disk_write(sqlite3_file *file, const void *bytes, int len, sqlite3_int64 at)
{
	int error;

	pthread_mutex_lock(&lock);
	disk.writes++;
	error = disk.refuse_write;
	pthread_mutex_unlock(&lock);
	if (error)
		return refusal(error, SQLITE_IOERR_WRITE);
	return real(file)->pMethods->xWrite(real(file), bytes, len, at);
}

static int
disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	return real(file)->pMethods->xTruncate(real(file), size);
}

static int
disk_sync(sqlite3_file *file, int flags)
{
	bool hold;
	int error;

	do {
		pthread_mutex_lock(&lock);
		hold = disk.hold_sync;
		error = disk.refuse_sync;
		disk.syncs += !hold;
		pthread_mutex_unlock(&lock);
		if (hold)
			usleep(1000);
	} while (hold);
	if (error)
		return refusal(error, SQLITE_IOERR_FSYNC);
	return real(file)->pMethods->xSync(real(file), flags);
}

static int
disk_size(sqlite3_file *file, sqlite3_int64 *ret_size)
{
	return real(file)->pMethods->xFileSize(real(file), ret_size);
}

static int
disk_lock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xLock(real(file), level);
}

static int
disk_unlock(sqlite3_file *file, int level)
{
	return real(file)->pMethods->xUnlock(real(file), level);
}

static int
disk_reserved(sqlite3_file *file, int *ret_is)
{
	return real(file)->pMethods->xCheckReservedLock(real(file), ret_is);
}

static int
disk_control(sqlite3_file *file, int op, void *argument)
{
	return real(file)->pMethods->xFileControl(real(file), op, argument);
}

static int
disk_sector(sqlite3_file *file)
{
	return real(file)->pMethods->xSectorSize(real(file));
}

static int
disk_character(sqlite3_file *file)
{
	return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int
disk_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **ret)
{
	return real(file)->pMethods->xShmMap(real(file), page, size, extend, ret);
}

static int
disk_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
	return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}

static void
disk_shm_barrier(sqlite3_file *file)
{
	real(file)->pMethods->xShmBarrier(real(file));
}

static int
disk_shm_unmap(sqlite3_file *file, int remove)
{
	return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static int
disk_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *ret_flags)
{
	struct disk_file *ours = (struct disk_file *)(void *)file;
	int code;

	(void)self;
	ours->real = calloc(1, (size_t)real_vfs->szOsFile);
	if (!ours->real)
		return SQLITE_NOMEM;
	code = real_vfs->xOpen(real_vfs, name, ours->real, flags, ret_flags);
	if (code != SQLITE_OK) {
		free(ours->real);
		return code;
	}
	file->pMethods = &methods;
	return SQLITE_OK;
}

static int
disk_last_error(sqlite3_vfs *self, int size, char *text)
{
	(void)self;
	(void)size;
	(void)text;
	return last_error;
}

void
disk_register(void)
{
	real_vfs = sqlite3_vfs_find(NULL);
	vfs = *real_vfs;
	vfs.zName = DISK_VFS;
	vfs.szOsFile = sizeof(struct disk_file);
	vfs.xOpen = disk_open;
	vfs.xGetLastError = disk_last_error;
	methods = (sqlite3_io_methods){
		.iVersion = 2,
		.xClose = disk_close,
		.xRead = disk_read,
		.xWrite = disk_write,
		.xTruncate = disk_truncate,
		.xSync = disk_sync,
		.xFileSize = disk_size,
		.xLock = disk_lock,
		.xUnlock = disk_unlock,
		.xCheckReservedLock = disk_reserved,
		.xFileControl = disk_control,
		.xSectorSize = disk_sector,
		.xDeviceCharacteristics = disk_character,
		.xShmMap = disk_shm_map,
		.xShmLock = disk_shm_lock,
		.xShmBarrier = disk_shm_barrier,
		.xShmUnmap = disk_shm_unmap,
	};
	sqlite3_vfs_register(&vfs, 0);
}
