/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board that knows no men: a man who was taken is pushed aside first.
 *
 * Who takes with one hand may push the other man off his square, and the one beside it reads him until he is carried off. Until
 * then it looks as if the taker had gone there himself, and he who was taken had been adjusted. When that square ceases to read
 * anybody, and play goes on without whom the record has there, he was taken. Until somebody has pressed for that it may as well be a
 * hand at work.
 */
#pragma once

struct repair;
struct tolerance;
struct tracker;

/* beside_find: if one of the last plies was to take on a square beside the one where the record has its man, and where nobody is read
 * any more: what was played behind that to explain the picture, give or take *tolerance? If it asks to believe less than *best, it
 * takes its place. */
void beside_find(struct tracker *tracker, const struct tolerance *tolerance, struct repair *best);
