/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which way of reaching a board an address means.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "drivers/transport/backend.h"

/* The one list of address forms. */
static const struct transport_backend *const transport_backends[] = {
	&transport_tcp, &transport_playback, &transport_device, /* any path */
};

#define TRANSPORT_BACKENDS (sizeof(transport_backends) / sizeof(transport_backends[0]))

static const struct transport_backend *
transport_backend_find(const char *address)
{
	for (size_t i = 0; i < TRANSPORT_BACKENDS; i++) {
		const char *prefix = transport_backends[i]->prefix;

		if (strncmp(address, prefix, strlen(prefix)) == 0)
			return transport_backends[i];
	}
	return NULL;
}

int
transport_check(const char *address, char *text, size_t size)
{
	const struct transport_backend *backend = transport_backend_find(address);

	if (strlen(address) > TRANSPORT_ADDRESS_MAX) {
		(void)snprintf(text, size, "the address is longer than %d characters",
		               TRANSPORT_ADDRESS_MAX);
		return -EINVAL;
	}
	if (!backend) {
		(void)snprintf(text, size,
		               "'%s' is no address of a board; write /dev/..., tcp://HOST:PORT "
		               "or capture:FILE",
		               address);
		return -EINVAL;
	}
	return backend->check(address, text, size);
}

static bool
transport_options_are_good(const struct transport_options *options)
{
	return options->baud >= 0 && isfinite(options->speed) && options->speed >= 0 &&
	       (options->lines == TRANSPORT_LINES_AUTO || options->lines == TRANSPORT_LINES_ON ||
	        options->lines == TRANSPORT_LINES_OFF);
}

int
transport_new(struct event_base *base, const char *address, const struct transport_options *options,
              const struct transport_listener *listener, struct transport **ret_transport)
{
	char text[TRANSPORT_TEXT_SIZE];

	if (transport_check(address, text, sizeof(text)) != 0 ||
	    (options && !transport_options_are_good(options)))
		return -EINVAL;
	return transport_make(base, address, transport_backend_find(address), options, listener,
	                      ret_transport);
}
