/* The keys of a config as libcyaml's schema. Private to io/config; everything is local. */
#ifndef CT_IO_CONFIG_SCHEMA_H
#define CT_IO_CONFIG_SCHEMA_H

#include "io/config/yaml.h"

#include <cyaml/cyaml.h>
#include <stdbool.h>

/* A mapping of sections, each a mapping of keys, each a text; all may be missing. The data are an
 * array of sections, each NULL or an array with room for the texts of all keys, of which a section
 * uses its own: text i of section section_of_key[i] is the one of key i. */
typedef struct ct_schema {
    cyaml_schema_value_t top;
    size_t sections;
    size_t *section_of_key;
    cyaml_schema_field_t *section_fields, *key_fields;
} ct_schema;

/* `values` are NULL or what will be written: their texts decide what needs quotes. The caller ends
 * the schema with ct_schema_free, also after a failure. */
ct_status ct_schema_create(const ct_key *keys, size_t count, const ct_yaml_value *values,
                           ct_schema *schema);
void ct_schema_free(ct_schema *schema);

/* Whether key `index` is the first of its section. */
bool ct_schema_begins_section(const ct_key *keys, size_t index);

/* How cyaml is called: it prints nothing and counts in *keys_met the keys that it meets. */
cyaml_config_t ct_schema_setting(size_t *keys_met);

#endif
