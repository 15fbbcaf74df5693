/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/ask.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"

#define ASK_TIMEOUT_S  5
#define ASK_ANSWER_MAX ((size_t)64 << 20) /* all games of a round */

int
ask_parse(const struct ask_command *command, int argc, char **argv, struct ask_options *options)
{
	const char *socket = NULL, *config_path = NULL;
	const struct flag flags[] = { { "--socket", NULL, NULL, &socket },
		                      { "--config", "-c", NULL, &config_path },
		                      { "--json", "-j", &options->json, NULL } };
	const struct flags_command line = { command->usage, flags, 3, false };
	struct config config;
	char error[2048];
	int status;

	status = flags_read(&line, argc, argv);
	if (status >= 0)
		return status;
	options->words = argv + optind;
	options->n_words = argc - optind;
	if (optind < argc && !command->takes_words) {
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
		fprintf(stderr,
		        "adoubed is not running (no socket at %s)\n"
		        "start it ('systemctl start adoubed'); one with another --runtime-dir is "
		        "found by --socket PATH, or by --config FILE\n",
		        path);
		break;
	case ECONNREFUSED:
		fprintf(stderr,
		        "adoubed is not running (it left its socket at %s and did not end well)\n"
		        "start it again ('systemctl start adoubed'); 'journalctl -u adoubed' says "
		        "how it ended\n",
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
	n = send(fd, request, strlen(request), MSG_NOSIGNAL);
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

static char *
ask_send(const struct ask_command *command, const struct ask_options *options, const char *request)
{
	int fd = ask_connect(options->socket), error;
	char *answer;

	if (fd < 0) {
		if (!options->quiet)
			ask_explain(command->name, options->socket, -fd);
		return NULL;
	}
	answer = ask_line(fd, request, &error);
	close(fd);
	if (!answer && !options->quiet)
		ask_explain(command->name, options->socket, error);
	return answer;
}

char *
ask_daemon(const struct ask_command *command, const struct ask_options *options, const char *cmd)
{
	return ask_request(command, options, json_pack("{s:s}", "cmd", cmd));
}

char *
ask_request(const struct ask_command *command, const struct ask_options *options, json_t *request)
{
	char *text = request ? json_dumps(request, JSON_COMPACT) : NULL, *answer = NULL;

	if (text)
		answer = ask_send(command, options, text);
	else
		fprintf(stderr, "adoube %s: out of memory, or no text\n", command->name);
	free(text);
	json_decref(request);
	return answer;
}

json_t *
ask_exchange(const struct ask_command *command, const struct ask_options *options,
             const json_t *request)
{
	char *text = ask_request(command, options, json_deep_copy(request));
	json_t *answer = text ? json_loads(text, 0, NULL) : NULL;

	if (options->json && answer)
		puts(text);
	if (text && !json_is_true(json_object_get(answer, "ok"))) {
		if (!options->quiet)
			fprintf(stderr, "adoube %s: %s\n", command->name,
			        ask_text(answer, "error"));
		json_decref(answer);
		answer = NULL;
	}
	free(text);
	return answer;
}

json_t *
ask_read(const struct ask_command *command, const char *answer)
{
	json_error_t error;
	json_t *object = json_loads(answer, 0, &error);
	const char *cause = json_string_value(json_object_get(object, "error"));

	if (object && json_is_true(json_object_get(object, "ok")))
		return object;
	fprintf(stderr, "adoube %s: adoubed answers: %s\n", command->name,
	        object && cause ? cause : error.text);
	json_decref(object);
	return NULL;
}

void
ask_print_undo(const json_t *answer)
{
	const json_t *order;
	size_t i;

	json_array_foreach(json_object_get(answer, "undo"), i, order)
	{
		fputs(i == 0 ? "undo by: adoube " : "    then: adoube ", stdout);
		ask_print_text(json_string_value(order), 0);
		putchar('\n');
	}
}

int
ask_tell(const struct ask_command *command, const struct ask_options *options, int64_t table,
         json_t *event)
{
	json_t *request = json_pack("{s:s, s:o}", "cmd", "tell", "event", event), *answer;

	if (table > 0)
		json_object_set_new(request, "table", json_integer((json_int_t)table));
	answer = ask_exchange(command, options, request);
	json_decref(request);
	if (answer && !options->json)
		ask_print_undo(answer);
	json_decref(answer);
	return answer ? COMMAND_OK : COMMAND_FAILED;
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

void
ask_print_text(const char *text, int width)
{
	int columns = 0;

	for (const char *p = text; *p; p++) {
		putchar((unsigned char)*p < 0x20 || *p == 0x7f ? '?' : *p);
		columns += ((unsigned char)*p & 0xc0) != 0x80;
	}
	printf("%*s", columns < width ? width - columns : 0, "");
}

void
ask_print_time(const json_t *seconds, const char *otherwise)
{
	long long s = (long long)json_integer_value(seconds);

	if (json_is_integer(seconds))
		printf("%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
	else
		fputs(otherwise, stdout);
}
