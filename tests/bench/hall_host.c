/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/hall_host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/hall_boards.h"
#include "tests/bench/tracker_games.h"

static _Noreturn void
die(const char *what)
{
	perror(what);
	exit(1);
}

void
hall_host_configure(const struct hall_host_setup *setup)
{
	const char *bus;
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/adoubed.conf", setup->folder);
	file = fopen(path, "w");
	if (!file)
		die(path);
	fprintf(file,
	        "[event]\nname = Hall\n[daemon]\nstate_dir = %s/state\nruntime_dir = %s/run\n"
	        "port = 0\n",
	        setup->folder, setup->folder);
	if (setup->connections > 0)
		fprintf(file, "connections = %u\n", setup->connections);
	fprintf(file, "[rules]\nadequate_supervision = on\n[time]\ncontrol = %d+%d\n",
	        setup->initial_s, setup->increment_s);
	for (size_t i = 0; (bus = hall_boards_bus(setup->boards, i)); i++)
		fprintf(file, "[bus bus%zu]\ndevice = %s\n", i, bus);
	for (size_t i = 0; i < setup->n; i++)
		fprintf(file, "[table %zu]\nboard = %s\nwhite = White %zu\nblack = Black %zu\n",
		        i + 1, hall_boards_address(setup->boards, i), i + 1, i + 1);
	if (fclose(file) != 0)
		die(path);
}

pid_t
hall_host_start(const char *adoubed, const char *folder)
{
	char config[128], log[128];
	pid_t host;
	int fd;

	snprintf(config, sizeof(config), "%s/adoubed.conf", folder);
	snprintf(log, sizeof(log), "%s/adoubed.log", folder);
	host = fork();
	if (host < 0)
		die("fork");
	if (host > 0)
		return host;
	fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
	dup2(fd, 1);
	dup2(fd, 2);
	execl(adoubed, "adoubed", "--config", config, (char *)NULL);
	_exit(127);
}

double
hall_host_cpu_s(pid_t host)
{
	char path[64], text[1024], *p;
	unsigned long user, system;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)host);
	file = fopen(path, "r");
	if (!file)
		return 0;
	p = fgets(text, sizeof(text), file);
	fclose(file);
	p = p ? strrchr(text, ')') : NULL;
	if (!p ||
	    sscanf(p, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
		return 0;
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double
hall_host_wait_s(pid_t host)
{
	unsigned long long ran_ns, waited_ns;
	char path[64];
	FILE *file;
	int n;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)host);
	file = fopen(path, "r");
	if (!file)
		return 0;
	n = fscanf(file, "%llu %llu", &ran_ns, &waited_ns);
	fclose(file);
	return n == 2 ? (double)waited_ns / 1e9 : 0;
}

double
hall_host_memory_mb(pid_t host)
{
	char path[64], line[256];
	unsigned long kb = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)host);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "VmRSS: %lu", &kb) == 1)
			break;
	if (file)
		fclose(file);
	return (double)kb / 1024;
}

void
hall_host_end(pid_t host, int signal_number)
{
	int status;

	kill(host, signal_number);
	while (waitpid(host, &status, 0) < 0 && errno == EINTR)
		;
	if (signal_number == SIGTERM && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
		printf("adoubed did not end well: %x\n", (unsigned int)status);
}

void
hall_files_raise(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
}

size_t
hall_games_load(char **paths, int n, const struct game ***ret_games)
{
	static struct bench_games files;
	struct game *copies;

	bench_games_init(&files);
	for (int i = 0; i < n; i++)
		if (!bench_games_read(&files, paths[i]))
			die(paths[i]);
	copies = calloc(files.n, sizeof(*copies));
	*ret_games = calloc(files.n, sizeof(**ret_games));
	if (!copies || !*ret_games || files.n == 0)
		die("games");
	for (size_t i = 0; i < files.n; i++) {
		bench_games_load(&files, i);
		copies[i] = files.pgn.game;
		copies[i].plies = calloc(copies[i].n_plies, sizeof(*copies[i].plies));
		if (!copies[i].plies)
			die("games");
		memcpy(copies[i].plies, files.pgn.game.plies,
		       copies[i].n_plies * sizeof(*copies[i].plies));
		(*ret_games)[i] = &copies[i];
	}
	return files.n;
}
