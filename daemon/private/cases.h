/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Case files over the network: all about one alert, read from the journal, by a thread of its own.
 *
 *     GET /api/v1/case?table=1&number=3&format=html&lang=fr&around=30
 *
 * format: json (default), text or html. lang: en (default) or fr. around: seconds before and after, 30.
 */
#pragma once

struct cases;
struct door;
struct http;
struct private_feed_options;

#define CASES_MAX 8 /* at a time; the next is told to come back */

/* cases_new: serve them; all borrowed until cases_free, which answers those that are being read, and comes before
 * http_free. 0 or a negative errno. */
int cases_new(const struct private_feed_options *options, struct http *http, struct door *door,
              struct cases **ret_cases);
void cases_free(struct cases *cases);
