/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/ask.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/cli/command.h"

#define ASK_TIMEOUT_S  5
#define ASK_ANSWER_MAX ((size_t)4 << 20)

int
ask_parse(const struct ask_command *command, int argc, char **argv, struct ask_options *options)
{
	/* Those of a command that acts come first. */
	static const struct option names[] = { { "dry-run", no_argument, NULL, 'n' },
		                               { "yes", no_argument, NULL, 'y' },
		                               { "socket", required_argument, NULL, 's' },
		                               { "config", required_argument, NULL, 'c' },
		                               { "json", no_argument, NULL, 'j' },
		                               { "help", no_argument, NULL, 'h' },
		                               { NULL, 0, NULL, 0 } };
	const char *socket = NULL, *config_path = NULL;
	struct config config;
	char error[2048];
	int option;

	optind = 0;
	while ((option = getopt_long(argc, argv, command->acts ? "nyc:jh" : "c:jh",
	                             command->acts ? names : names + 2, NULL)) != -1)
		switch (option) {
		case 'n':
			options->dry_run = true;
			break;
		case 'y':
			options->yes = true;
			break;
		case 's':
			socket = optarg;
			break;
		case 'c':
			config_path = optarg;
			break;
		case 'j':
			options->json = true;
			break;
		case 'h':
			fputs(command->usage, stdout);
			return COMMAND_OK;
		default:
			fprintf(stderr, "'adoube %s --help' lists the options\n", command->name);
			return COMMAND_USAGE;
		}
	if (optind < argc && !command->acts) {
		fprintf(stderr, "adoube %s: '%s': it takes options only\n", command->name,
		        argv[optind]);
		return COMMAND_USAGE;
	}
	config_defaults(&config);
	if (config_path && config_load(config_path, &config, error, sizeof(error)) < 0) {
		fprintf(stderr, "adoube %s: %s\n", command->name, error);
		config_free(&config);
		return COMMAND_FAILED;
	}
	if (socket)
		snprintf(options->socket, sizeof(options->socket), "%s", socket);
	else
		snprintf(options->socket, sizeof(options->socket), "%s/control",
		         config.daemon.runtime_dir);
	config_free(&config);
	return -1;
}

static void
ask_explain(const char *name, const char *path, int cause)
{
	switch (cause) {
	case ENOENT:
		fprintf(stderr, "adoubed is not running (no socket at %s)\n", path);
		break;
	case ECONNREFUSED:
		fprintf(stderr,
		        "adoubed is not running (it left its socket at %s and did not end well)\n",
		        path);
		break;
	case EACCES:
		fprintf(stderr,
		        "adoube %s: permission denied on %s; ask as root, or join the group "
		        "adoubed\n",
		        name, path);
		break;
	case EAGAIN:
		fprintf(stderr, "adoube %s: adoubed does not answer within %d s on %s\n", name,
		        ASK_TIMEOUT_S, path);
		break;
	default:
		fprintf(stderr, "adoube %s: cannot talk to adoubed on %s: %s\n", name, path,
		        strerror(cause));
	}
}

/* ask_connect: a connected socket, or a negative errno. */
static int
ask_connect(const char *path)
{
	const struct timeval timeout = { .tv_sec = ASK_TIMEOUT_S };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, cause;

	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	memcpy(address.sun_path, path, strlen(path));
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
		cause = errno;
		close(fd);
		return -cause;
	}
	return fd;
}

/* ask_line: the daemon's answer line without its newline, to be freed; NULL with *ret_error set.
 */
static char *
ask_line(int fd, const char *request, int *ret_error)
{
	size_t len = 0, size = 65536;
	char *answer = malloc(size), *bigger;
	ssize_t n;

	*ret_error = ENOMEM;
	if (!answer)
		return NULL;
	n = send(fd, request, strlen(request), MSG_NOSIGNAL | MSG_MORE);
	if (n > 0)
		n = send(fd, "\n", 1, MSG_NOSIGNAL);
	while (n > 0) {
		if (len == size) {
			bigger = size < ASK_ANSWER_MAX ? realloc(answer, size * 2) : NULL;
			if (!bigger)
				break;
			answer = bigger;
			size *= 2;
		}
		n = read(fd, answer + len, size - len);
		if (n > 0)
			len += (size_t)n;
		if (len > 0 && answer[len - 1] == '\n') {
			answer[len - 1] = '\0';
			return answer;
		}
	}
	if (n <= 0)
		*ret_error = n < 0 ? errno : ECONNRESET;
	free(answer);
	return NULL;
}

char *
ask_daemon(const struct ask_command *command, const struct ask_options *options,
           const char *request)
{
	int fd = ask_connect(options->socket), error;
	char *answer;

	if (fd < 0) {
		ask_explain(command->name, options->socket, -fd);
		return NULL;
	}
	answer = ask_line(fd, request, &error);
	close(fd);
	if (!answer)
		ask_explain(command->name, options->socket, error);
	return answer;
}

const char *
ask_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

long long
ask_number(const json_t *object, const char *key)
{
	return (long long)json_integer_value(json_object_get(object, key));
}
