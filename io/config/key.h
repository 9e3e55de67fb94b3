/* One key of a config: what it allows, and its value as text and in the config structure. Private
 * to io/config; everything is local. */
#ifndef CT_IO_CONFIG_KEY_H
#define CT_IO_CONFIG_KEY_H

#include "io/config/config.h"

#include <stdbool.h>

enum { CT_ALLOWED_BYTES = 1024 };

/* The allowed values of `key`, such as "integer from 0 to 65536" or "forward, inverse". */
void ct_key_allowed(const ct_key *key, char allowed[CT_ALLOWED_BYTES]);

/* Whether the key's member is a text that the config owns. */
bool ct_key_is_string(const ct_key *key);

/* Sets the key's member of `config` from `text`. `where` begins error messages. */
ct_status ct_key_set(const ct_key *key, const char *text, const char *where, void *config);

/* The member's value as text. The caller frees it. */
ct_status ct_key_text(const ct_key *key, const void *config, char **text);

#endif
