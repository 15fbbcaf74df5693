/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/laws_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table.h"
#include "tests/event_driver.h"

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct laws_play *play = ctx;

	if (play->n_told < LAWS_TOLD_MAX)
		play->told[play->n_told++] =
			(struct laws_told){ alert->id, alert->severity, alert->game, alert->ply,
			                    play->now_us };
}

static void
say(struct laws_play *play, const char *json)
{
	char error[256];

	if (table_host(play->table, play->now_us, json, error, sizeof(error)) == 0)
		return;
	fprintf(stderr, "bench_laws: %s: %s\n", json, error);
	exit(EXIT_FAILURE);
}

/* As the daemon's timer does it. */
static void
advance(struct laws_play *play, uint64_t t_us)
{
	uint64_t due_us;

	while ((due_us = table_advance(play->table, play->now_us)) < t_us)
		play->now_us = due_us > play->now_us ? due_us : play->now_us + 1;
	if (play->now_us < t_us)
		play->now_us = t_us;
}

/* The board tells of what changes. Returns whether it does. */
static bool
go_wrong(struct laws_play *play, const struct clock_reading *right, struct clock_reading *ret_shown)
{
	bool is_news = sim_clock_fault_read(play->fault, right, play->now_us, ret_shown);

	laws_proof_read(&play->proof, play->fault, right, ret_shown, play->now_us);
	return is_news;
}

static void
hand_over(struct laws_play *play, const struct board_event *event)
{
	struct board_event heard = *event;

	if (event->kind == BOARD_LOST || event->kind == BOARD_BACK) {
		say(play,
		    event->kind == BOARD_BACK ? "{\"op\":\"plugged\"}" : "{\"op\":\"unplugged\"}");
		return;
	}
	if (event->kind == BOARD_CLOCK && play->fault &&
	    !go_wrong(play, &event->clock, &heard.clock))
		return;
	table_from_board(play->table, play->now_us, (const uint8_t *)&heard, sizeof(heard));
}

void
laws_play_say(struct laws_play *play, uint64_t t_us, const char *json)
{
	size_t i = play->n_words;

	if (play->n_words == LAWS_WORDS_MAX)
		return;
	for (; i > 0 && play->words[i - 1].t_us > t_us; i--)
		play->words[i] = play->words[i - 1];
	play->words[i].t_us = t_us;
	snprintf(play->words[i].json, sizeof(play->words[i].json), "%s", json);
	play->n_words++;
}

static void
sit(struct laws_play *play)
{
	const struct table_listener listener = { .ctx = play, .alert = on_alert };

	play->n_told = 0;
	play->now_us = 0;
	laws_proof_begin(&play->proof);
	if (table_new(&event_driver, play->config, NULL, &listener, &play->table) != 0) {
		fputs("bench_laws: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	table_begin_at(play->table, play->unix_us, 0);
}

void
laws_play_run(struct laws_play *play)
{
	struct tracker_view view;
	size_t event = 0, word = 0;

	sit(play);
	while (event < play->n_events || word < play->n_words) {
		/* Persons speak first. */
		bool said = word < play->n_words &&
		            (event == play->n_events ||
		             play->words[word].t_us <= play->events[event].t_us);

		advance(play, said ? play->words[word].t_us : play->events[event].t_us);
		if (said)
			say(play, play->words[word++].json);
		else
			hand_over(play, &play->events[event++]);
	}
	advance(play, play->end_us);
	table_view(play->table, &view);
	play->n_games = view.games;
	play->n_plies = table_game(play->table) ? table_game(play->table)->n_plies : 0;
	table_free(play->table);
	play->table = NULL;
}
