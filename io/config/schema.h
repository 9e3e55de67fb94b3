/* The keys of a config as libcyaml's schema. Private to io/config; everything is local. */
#ifndef CT_IO_CONFIG_SCHEMA_H
#define CT_IO_CONFIG_SCHEMA_H

#include "io/config/yaml.h"

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stdint.h>

/* What cyaml reads of a key: a text, or a list and, as a datum of its own, its length. */
typedef union ct_schema_datum {
    char *text;
    char **list;
    uint64_t entries;
} ct_schema_datum;

/* A mapping of sections, each a mapping of keys, each a text or a list of texts; all optional. The
 * data is an array of sections, each NULL or an array of two data for each of all `count` keys, of
 * which a section uses its own: key i is datum i of section section_of_key[i], and the length of
 * its list is datum count + i. */
typedef struct ct_schema {
    cyaml_schema_value_t top;
    size_t sections;
    size_t *section_of_key;
    cyaml_schema_field_t *section_fields, *key_fields;
} ct_schema;

/* `values`: NULL, or the texts to be written, which decide on quotes. `is_list`: NULL, or which
 * keys a document gives as lists. The caller frees the schema with ct_schema_free, after a failure
 * too. */
ct_status ct_schema_create(const ct_key *keys, size_t count, const ct_yaml_value *values,
                           const bool *is_list, ct_schema *schema);
void ct_schema_free(ct_schema *schema);

/* Whether key `index` is the first of its section. */
bool ct_schema_begins_section(const ct_key *keys, size_t index);

/* cyaml's configuration: prints nothing, and counts the keys read in *keys_met. */
cyaml_config_t ct_schema_setting(size_t *keys_met);

#endif
