/* Finds the lines of the keys of a YAML document. Private to io/config. */
#ifndef CT_IO_CONFIG_OUTLINE_H
#define CT_IO_CONFIG_OUTLINE_H

#include "io/config/text.h"
#include <cornerturn/status.h>
#include <stdbool.h>

/* A key of the document's mapping (a section: `name` is empty) or of a mapping in that. */
typedef struct ct_place {
    int line;     /* from 1 */
    bool is_null; /* its value is YAML's null: ~ or the word without quotes */
    bool is_list; /* it is a list */
    char section[CT_EXCERPT_BYTES], name[CT_EXCERPT_BYTES];
} ct_place;

/* Finds the first `most` keys of `yaml` in document order and sets *count to their number. Stops at
 * a node nested deeper than in a config: in a list, or a map as a key's value. CT_ERROR_CONFIG,
 * with path and line, for malformed YAML and for what no config has: a second document, aliases,
 * tags such as !include, keys that are not words, zero bytes. Local. */
ct_status ct_outline(const char *path, const char *yaml, size_t yaml_bytes, size_t most,
                     ct_place *places, size_t *count);

#endif
