/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as a file of tokens, and as the header somebody asks with: what is read can be written and read
 * again, and nobody is let in whose digest is not there.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/private/access.h"

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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct token_list list;
	char error[256], header[512];
	const char *token;
	size_t len = size < sizeof(header) ? size : sizeof(header) - 1;

	if (token_list_parse((const char *)data, size, &list, error, sizeof(error)) == 0)
		check_again(&list);
	memcpy(header, data, len);
	header[len] = '\0';
	token = access_bearer(header, &len);
	INVARIANT(!token || (len > 0 && token + len <= header + strlen(header)));
	if (token)
		INVARIANT(token_list_find(&list, token, len) == NULL);
	return 0;
}
