/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOKEN_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/="
#define BLANKS        " \t\r\n"

/* What stands in text, if it is a token and nothing else (RFC 6750: it goes into a header). */
static int
take_token(char *text, char ret_token[TOKEN_SIZE])
{
	const char *token = text + strspn(text, BLANKS);
	size_t len = strspn(token, TOKEN_LETTERS);

	if (len == 0 || len >= TOKEN_SIZE || token[len + strspn(token + len, BLANKS)] != '\0')
		return -EBADMSG;
	memcpy(ret_token, token, len);
	ret_token[len] = '\0';
	return 0;
}

static int
read_file(int fd, const char *path, char ret_token[TOKEN_SIZE], char *error, size_t error_size)
{
	char text[TOKEN_SIZE + 64];
	struct stat stat;
	ssize_t len;

	if (fstat(fd, &stat) == 0 && (stat.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
		snprintf(error, error_size, "%s: others may read it too; chmod 600 %s", path, path);
		return -EACCES;
	}
	len = read(fd, text, sizeof(text) - 1);
	if (len < 0) {
		snprintf(error, error_size, "%s: cannot be read: %s", path, strerror(errno));
		return -errno;
	}
	text[len] = '\0';
	if (take_token(text, ret_token) == 0)
		return 0;
	snprintf(error, error_size, "%s: holds no token: letters, digits and -._~+/=, at most %d",
	         path, TOKEN_SIZE - 1);
	return -EBADMSG;
}

int
token_read(const char *path, char ret_token[TOKEN_SIZE], char *error, size_t error_size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), result;

	if (fd < 0) {
		snprintf(error, error_size, "%s: cannot be opened: %s", path, strerror(errno));
		return -errno;
	}
	result = read_file(fd, path, ret_token, error, error_size);
	close(fd);
	return result;
}
