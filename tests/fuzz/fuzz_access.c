/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file of tokens, as a file of sessions, as an order, and as the header somebody asks with: what is read
 * can be written and read again, and nobody is let in whose digest is not there.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/private/access.h"
#include "daemon/private/orders.h"
#include "daemon/private/session_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_again(const struct token_list *list)
{
	static struct token_list again;
	char error[256], *text;
	size_t len;

	text = token_list_text(list, &len);
	INVARIANT(text && len == strlen(text));
	INVARIANT(token_list_parse(text, len, &again, error, sizeof(error)) == 0);
	INVARIANT(again.n == list->n);
	for (size_t i = 0; i < list->n; i++)
		INVARIANT(strcmp(again.rows[i].name, list->rows[i].name) == 0 &&
		          again.rows[i].role == list->rows[i].role &&
		          memcmp(again.rows[i].digest, list->rows[i].digest, TOKEN_DIGEST_SIZE) ==
		                  0);
	free(text);
}

static void
check_sessions(const char *text, size_t len)
{
	static struct session_list list, again;
	char error[256], *written;
	size_t written_len;

	if (session_list_parse(text, len, &list, error, sizeof(error)) < 0)
		return;
	written = session_list_text(&list, &written_len);
	INVARIANT(written && written_len == strlen(written));
	INVARIANT(session_list_parse(written, written_len, &again, error, sizeof(error)) == 0);
	INVARIANT(again.n == list.n);
	free(written);
	session_list_prune(&list, 0, -1);
	INVARIANT(list.n <= again.n);
}

/* An order that was read is one that somebody may give. */
static void
check_order(const char *text, size_t len)
{
	char error[256];
	json_t *body = orders_read_object(text, len, error, sizeof(error)), *request;

	if (!body)
		return;
	if (orders_read(body, &request, error, sizeof(error)) == 0) {
		INVARIANT(token_may(TOKEN_ARBITER, orders_right(request)));
		INVARIANT(!token_may(TOKEN_METRICS, orders_right(request)));
		json_decref(request);
	}
	if (orders_read_outcome(body, &request, error, sizeof(error)) == 0) {
		INVARIANT(orders_right(request) == RIGHT_DECIDE);
		json_decref(request);
	}
	json_decref(body);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct token_list list;
	char error[256], header[512];
	const char *token;
	size_t len = size < sizeof(header) ? size : sizeof(header) - 1;

	if (token_list_parse((const char *)data, size, &list, error, sizeof(error)) == 0)
		check_again(&list);
	check_sessions((const char *)data, size);
	check_order((const char *)data, size);
	memcpy(header, data, len);
	header[len] = '\0';
	token = access_bearer(header, &len);
	INVARIANT(!token || (len > 0 && token + len <= header + strlen(header)));
	if (token)
		INVARIANT(token_list_find(&list, token, len) == NULL);
	token = access_cookie(header, "adoubed", &len);
	INVARIANT(!token || token + len <= header + strlen(header));
	return 0;
}
