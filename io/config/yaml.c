/*
 * libcyaml validates and reads a document by a schema built from the keys: a mapping of sections,
 * each a mapping of keys, each a text or a list of texts. It gives no line of an error, so that
 * comes from the outline: cyaml logs every key, and the last one is wrong. Texts are parsed
 * elsewhere, as those of --set (cyaml would read "12abc" as 12 and "maybe" as true).
 */
#include "io/config/yaml.h"

#include "base/escape.h"
#include "base/fail.h"
#include "io/config/key.h"
#include "io/config/outline.h"
#include "io/config/schema.h"
#include "io/config/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Lists the names of `section`, or of all sections when it is NULL. */
static void list_names(const ct_key *keys, size_t count, const char *section,
                       char names[CT_ALLOWED_BYTES]) {
    names[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (section == NULL ? ct_schema_begins_section(keys, i)
                            : strcmp(keys[i].section, section) == 0) {
            ct_text_append(names, CT_ALLOWED_BYTES, "%s%s", *names != '\0' ? ", " : "",
                           section == NULL ? keys[i].section : keys[i].name);
        }
    }
}

ct_status ct_yaml_unknown(const ct_key *keys, size_t count, const char *where, const char *section,
                          const char *name) {
    char names[CT_ALLOWED_BYTES];
    list_names(keys, count, section, names);
    if (*names != '\0' && name != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s: unknown key; allowed in %s: %s", where, section,
                        names);
    }
    list_names(keys, count, NULL, names);
    return ct_raise(CT_ERROR_CONFIG, "%s: unknown section; allowed: %s", where, names);
}

/* Raises that a section or key has the wrong shape: list, map or single value. */
static ct_status wrong_shape(const ct_key *keys, size_t count, const char *where,
                             const ct_place *place) {
    char allowed[CT_ALLOWED_BYTES];
    for (size_t i = 0; i < count && *place->name != '\0'; i++) {
        if (strcmp(keys[i].section, place->section) == 0 &&
            strcmp(keys[i].name, place->name) == 0) {
            ct_key_allowed(&keys[i], allowed);
            return ct_raise(CT_ERROR_CONFIG, "%s: %s; allowed: %s", where,
                            keys[i].kind == CT_KEY_LIST ? "a map, or a list of lists or maps"
                                                        : "a list or map, not a single value",
                            allowed);
        }
    }
    list_names(keys, count, place->section, allowed);
    return ct_raise(CT_ERROR_CONFIG, "%s: a section must be a map of keys; allowed in %s: %s",
                    where, place->section, allowed);
}

/* Raises cyaml's error, at `place` or (NULL) before any key. */
static ct_status explain(const char *path, const ct_key *keys, size_t count, cyaml_err_t error,
                         const ct_place *place) {
    char where[CT_WHERE_BYTES] = "";
    char sections[CT_ALLOWED_BYTES];
    if (error == CYAML_ERR_OOM) {
        return ct_raise(CT_ERROR_MEMORY, "%s: no memory to read it", ct_escaped(path));
    }
    if (place == NULL && error != CYAML_ERR_INVALID_VALUE) {
        return ct_raise(CT_ERROR_CONFIG, "%s: %s", ct_escaped(path), cyaml_strerror(error));
    }
    if (place == NULL) {
        list_names(keys, count, NULL, sections);
        return ct_raise(CT_ERROR_CONFIG, "%s: not a map of sections; allowed: %s", ct_escaped(path),
                        sections);
    }
    ct_text_append(where, sizeof where, "%s:%d: %s%s%s", ct_escaped(path), place->line,
                   place->section, *place->name != '\0' ? "." : "", place->name);
    switch (error) {
    case CYAML_ERR_INVALID_KEY:
        return ct_yaml_unknown(keys, count, where, place->section,
                               *place->name != '\0' ? place->name : NULL);
    case CYAML_ERR_UNEXPECTED_EVENT:
        return ct_raise(CT_ERROR_CONFIG, "%s: given twice; allowed: once", where);
    case CYAML_ERR_INVALID_VALUE:
        return wrong_shape(keys, count, where, place);
    default:
        return ct_raise(CT_ERROR_CONFIG, "%s: %s", where, cyaml_strerror(error));
    }
}

/* Which keys that may be lists are lists in the document. Of a key that is there twice, which is
 * an error, the first counts. */
static void find_lists(const ct_key *keys, size_t count, const ct_place *places, size_t place_count,
                       bool *is_list) {
    for (size_t i = 0; i < count; i++) {
        size_t p = 0;
        while (p < place_count && (strcmp(places[p].section, keys[i].section) != 0 ||
                                   strcmp(places[p].name, keys[i].name) != 0)) {
            p++;
        }
        is_list[i] = keys[i].kind == CT_KEY_LIST && p < place_count && places[p].is_list;
    }
}

/* The entries with commas between, as they could have been given in one text; NULL: no memory. */
static char *join(char *const *entries, uint64_t count) {
    size_t bytes = 1;
    for (uint64_t i = 0; i < count; i++) {
        bytes += strlen(entries[i]) + 1;
    }
    char *text = calloc(bytes, 1);
    char *end = text;
    for (uint64_t i = 0; i < count && text != NULL; i++) {
        end = stpcpy(stpcpy(end, i > 0 ? "," : ""), entries[i]);
    }
    return text;
}

/* Copies the texts of the sections that cyaml read, and the lines of their keys. A null text is
 * empty. */
static ct_status take(const ct_key *keys, size_t count, ct_schema_datum **sections,
                      const size_t *section_of_key, const bool *is_list, const ct_place *places,
                      size_t place_count, ct_yaml_value *values) {
    for (size_t i = 0; i < count; i++) {
        const ct_schema_datum *data = sections[section_of_key[i]];
        if (data == NULL || (data[i].text == NULL && !is_list[i])) {
            continue;
        }
        values[i].text =
            is_list[i] ? join(data[i].list, data[count + i].entries) : strdup(data[i].text);
        if (values[i].text == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for the config's texts");
        }
        for (size_t p = 0; p < place_count; p++) {
            if (strcmp(places[p].section, keys[i].section) == 0 &&
                strcmp(places[p].name, keys[i].name) == 0) {
                values[i].line = places[p].line;
                if (places[p].is_null && ct_key_is_string(&keys[i])) {
                    values[i].text[0] = '\0';
                }
            }
        }
    }
    return CT_OK;
}

ct_status ct_yaml_load(const char *path, const char *yaml, size_t yaml_bytes, const ct_key *keys,
                       size_t count, ct_yaml_value *values) {
    ct_status status = CT_OK;
    char names[CT_ALLOWED_BYTES];
    ct_schema schema = {0};
    ct_schema_datum **sections = NULL;
    size_t keys_met = 0;
    size_t place_count = 0;
    cyaml_config_t setting = ct_schema_setting(&keys_met);
    size_t most = 2 * count + 1; /* all sections and keys, and the first excess one */
    ct_place *places = calloc(most, sizeof *places);
    bool *is_list = calloc(count + 1, sizeof *is_list);
    if (places == NULL || is_list == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "%s: no memory to read it", ct_escaped(path));
    }
    CT_TRY(ct_outline(path, yaml, yaml_bytes, most, places, &place_count));
    find_lists(keys, count, places, place_count, is_list);
    CT_TRY(ct_schema_create(keys, count, NULL, is_list, &schema));
    cyaml_err_t error = cyaml_load_data((const uint8_t *)yaml, yaml_bytes, &setting, &schema.top,
                                        (cyaml_data_t **)&sections, NULL);
    if (error != CYAML_OK) {
        bool known = keys_met > 0 && keys_met <= place_count;
        CT_TRY(explain(path, keys, count, error, known ? &places[keys_met - 1] : NULL));
    }
    if (sections == NULL) {
        list_names(keys, count, NULL, names);
        CT_FAIL(CT_ERROR_CONFIG, "%s: empty; allowed sections: %s", ct_escaped(path), names);
    }
    status =
        take(keys, count, sections, schema.section_of_key, is_list, places, place_count, values);
    (void)cyaml_free(&setting, &schema.top, sections, 0);
cleanup:
    ct_schema_free(&schema);
    free(is_list);
    free(places);
    return status;
}

void ct_yaml_free(ct_yaml_value *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(values[i].text);
        values[i].text = NULL;
    }
}

ct_status ct_yaml_save(const ct_key *keys, size_t count, const ct_yaml_value *values, char **yaml) {
    ct_status status = CT_OK;
    ct_schema schema = {0};
    size_t keys_met = 0;
    cyaml_config_t setting = ct_schema_setting(&keys_met);
    char *written = NULL;
    size_t written_bytes = 0;
    ct_schema_datum *texts = calloc(count, sizeof *texts);
    ct_schema_datum **sections = calloc(count, sizeof *sections);
    if (texts == NULL || sections == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the config's text");
    }
    for (size_t i = 0; i < count; i++) {
        texts[i].text = values[i].text;
        sections[i] = texts; /* every key has its own place, so all sections can share one array */
    }
    CT_TRY(ct_schema_create(keys, count, values, NULL, &schema));
    cyaml_err_t error =
        cyaml_save_data(&written, &written_bytes, &setting, &schema.top, sections, 0);
    if (error != CYAML_OK) {
        CT_FAIL(CT_ERROR_INTERNAL, "cannot write the config as YAML: %s", cyaml_strerror(error));
    }
    *yaml = strndup(written, written_bytes);
    if (*yaml == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the config's text");
    }
cleanup:
    (void)cyaml_mem(NULL, written, 0);
    ct_schema_free(&schema);
    free(texts);
    free(sections);
    return status;
}
