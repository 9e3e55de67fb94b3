#include "io/config/schema.h"

#include "base/fail.h"
#include "io/config/key.h"
#include "io/config/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool ct_schema_begins_section(const ct_key *keys, size_t index) {
    size_t first = 0;
    while (strcmp(keys[first].section, keys[index].section) != 0) {
        first++;
    }
    return first == index;
}

static cyaml_schema_value_t text_schema(const ct_key *key, const ct_yaml_value *value) {
    bool is_text = ct_key_is_string(key) || key->kind == CT_KEY_CHOICE;
    bool quoted = value != NULL && is_text && !ct_text_is_plain(value->text);
    unsigned style = quoted ? CYAML_FLAG_SCALAR_QUOTE_DOUBLE : 0;
    return (cyaml_schema_value_t){CYAML_VALUE_STRING(
        CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER | style, char, 0, CYAML_UNLIMITED)};
}

static cyaml_schema_value_t list_schema(void) {
    static const cyaml_schema_value_t entry = {
        CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, CYAML_UNLIMITED)};
    return (cyaml_schema_value_t){CYAML_VALUE_SEQUENCE(CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER,
                                                       char *, &entry, 0, CYAML_UNLIMITED)};
}

static cyaml_schema_value_t map_schema(unsigned flags, size_t entries,
                                       const cyaml_schema_field_t *fields) {
    return (cyaml_schema_value_t){.type = CYAML_MAPPING,
                                  .flags = (enum cyaml_flag)(flags | CYAML_FLAG_POINTER),
                                  .data_size = (uint32_t)(entries * sizeof(ct_schema_datum)),
                                  .mapping = {.fields = fields}};
}

/* The section of key `index` among the `sections` so far; appends a new one. */
static size_t section_of(const ct_key *keys, size_t index, size_t *first_of, size_t *sections) {
    size_t section = 0;
    while (section < *sections &&
           strcmp(keys[first_of[section]].section, keys[index].section) != 0) {
        section++;
    }
    if (section == *sections) {
        first_of[(*sections)++] = index;
    }
    return section;
}

/* The fields of one section's keys, from `fields` on; returns their number. */
static size_t key_fields(const ct_key *keys, size_t count, const ct_yaml_value *values,
                         const bool *is_list, const ct_schema *schema, size_t section,
                         cyaml_schema_field_t *fields) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (schema->section_of_key[i] == section) {
            fields[used++] = (cyaml_schema_field_t){
                .key = keys[i].name,
                .data_offset = (uint32_t)(i * sizeof(ct_schema_datum)),
                .count_offset = (uint32_t)((count + i) * sizeof(ct_schema_datum)),
                .count_size = sizeof(ct_schema_datum),
                .value = is_list != NULL && is_list[i]
                             ? list_schema()
                             : text_schema(&keys[i], values != NULL ? &values[i] : NULL)};
        }
    }
    return used;
}

ct_status ct_schema_create(const ct_key *keys, size_t count, const ct_yaml_value *values,
                           const bool *is_list, ct_schema *schema) {
    ct_status status = CT_OK;
    size_t used = 0;
    size_t *first_of = calloc(count + 1, sizeof *first_of);
    *schema = (ct_schema){0};
    schema->section_of_key = calloc(count, sizeof *schema->section_of_key);
    schema->section_fields = calloc(count + 1, sizeof *schema->section_fields);
    schema->key_fields = calloc(2 * count, sizeof *schema->key_fields); /* with a terminator a
                                                                           section */
    if (!first_of || !schema->section_of_key || !schema->section_fields || !schema->key_fields) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the config's schema");
    }
    for (size_t i = 0; i < count; i++) {
        schema->section_of_key[i] = section_of(keys, i, first_of, &schema->sections);
    }
    for (size_t section = 0; section < schema->sections; section++) {
        /* A section may be empty: all of its keys commented out. */
        schema->section_fields[section] = (cyaml_schema_field_t){
            .key = keys[first_of[section]].section,
            .data_offset = (uint32_t)(section * sizeof(ct_schema_datum)),
            .value = map_schema(CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER_NULL, 2 * count,
                                schema->key_fields + used)};
        used +=
            key_fields(keys, count, values, is_list, schema, section, schema->key_fields + used) +
            1;
    }
    schema->top = map_schema(0, schema->sections, schema->section_fields);
cleanup:
    free(first_of);
    return status;
}

void ct_schema_free(ct_schema *schema) {
    free(schema->section_of_key);
    free(schema->section_fields);
    free(schema->key_fields);
}

static void count_keys(cyaml_log_t level, void *keys_met, const char *format, va_list arguments) {
    (void)arguments;
    if (level == CYAML_LOG_INFO && strncmp(format, "Load: [", 7) == 0) {
        ++*(size_t *)keys_met;
    }
}

cyaml_config_t ct_schema_setting(size_t *keys_met) {
    return (cyaml_config_t){.log_fn = count_keys,
                            .log_ctx = keys_met,
                            .mem_fn = cyaml_mem,
                            .log_level = CYAML_LOG_INFO,
                            .flags = CYAML_CFG_STYLE_BLOCK | CYAML_CFG_NO_ALIAS};
}
