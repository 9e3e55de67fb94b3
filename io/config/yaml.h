/* Converts a config's YAML document to one text a key, and back. Private to io/config; everything
 * is local. */
#ifndef CT_IO_CONFIG_YAML_H
#define CT_IO_CONFIG_YAML_H

#include "io/config/config.h"

enum { CT_WHERE_BYTES = 1024 };

/* A document's value of a key. */
typedef struct ct_yaml_value {
    char *text; /* NULL: nothing */
    int line;   /* of the key */
} ct_yaml_value;

/* Reads the document `yaml` of `yaml_bytes` into `values`, one for each of the `count` keys. The
 * caller frees them with ct_yaml_free, after a failure too. CT_ERROR_CONFIG if it is not YAML or
 * not of the keys' shape; `path` is for messages only. */
ct_status ct_yaml_load(const char *path, const char *yaml, size_t yaml_bytes, const ct_key *keys,
                       size_t count, ct_yaml_value *values);
void ct_yaml_free(ct_yaml_value *values, size_t count);

/* Writes `values` as a document. The caller frees it. */
ct_status ct_yaml_save(const ct_key *keys, size_t count, const ct_yaml_value *values, char **yaml);

/* Raises, at `where`, that there is no such section or (`name` given) no such key in it. */
ct_status ct_yaml_unknown(const ct_key *keys, size_t count, const char *where, const char *section,
                          const char *name);

#endif
