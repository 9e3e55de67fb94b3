#include "io/config/config.h"

#include "base/mpi.h"
#include "io/config/key.h"
#include "io/config/text.h"
#include "io/config/yaml.h"
#include <cornerturn/agree.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LIMIT_BYTES = 1 << 20 }; /* larger files are refused */

/* Rank 0's result, broadcast, so that all raise the same failure. */
typedef struct file_reading {
    ct_status status;
    int bytes;
    char problem[CT_WHERE_BYTES];
} file_reading;

static void read_failed(file_reading *reading, const char *path, const char *problem) {
    reading->status = CT_ERROR_CONFIG;
    ct_text_append(reading->problem, sizeof reading->problem, "%s: %s", ct_escaped(path), problem);
}

/* Reads the file on rank 0 into `text`, of LIMIT_BYTES + 1 bytes. */
static void read_file(const char *path, char *text, file_reading *reading) {
    struct stat about;
    if (stat(path, &about) != 0) {
        read_failed(reading, path, strerror(errno));
        return;
    }
    if (!S_ISREG(about.st_mode)) { /* opening a pipe could block for ever */
        read_failed(reading, path, "not a regular file; allowed: a YAML file");
        return;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        read_failed(reading, path, strerror(errno));
        return;
    }
    reading->bytes = (int)fread(text, 1, LIMIT_BYTES + 1, file);
    if (ferror(file)) {
        read_failed(reading, path, strerror(errno));
    } else if (reading->bytes > LIMIT_BYTES) {
        read_failed(reading, path, "larger than a config can be; allowed: up to 1 MiB");
    }
    (void)fclose(file);
}

/* Rank 0 reads and broadcasts the text. Collective. The caller frees it. */
static ct_status read_text(MPI_Comm comm, const char *path, char **text, int *bytes) {
    ct_status status = CT_OK;
    int rank = 0;
    file_reading reading = {.status = CT_OK};
    *text = malloc(LIMIT_BYTES + 1);
    CT_TRY(ct_agree(
        comm, *text != NULL ? CT_OK
                            : ct_raise(CT_ERROR_MEMORY, "no memory to read %s", ct_escaped(path))));
    CT_MPI(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        read_file(path, *text, &reading);
    }
    CT_MPI(MPI_Bcast(&reading, (int)sizeof reading, MPI_BYTE, 0, comm));
    if (reading.status != CT_OK) {
        CT_FAIL(reading.status, "%s", reading.problem);
    }
    CT_MPI(MPI_Bcast(*text, reading.bytes, MPI_BYTE, 0, comm));
    *bytes = reading.bytes;
cleanup:
    return status;
}

static void where_option(const char *option, const char *argument, char where[CT_WHERE_BYTES]) {
    char excerpt[CT_EXCERPT_BYTES];
    ct_text_excerpt(argument, excerpt);
    where[0] = '\0';
    ct_text_append(where, CT_WHERE_BYTES, "%s %s", option, excerpt);
}

/* Finds the key section.key of "section.key", or of "section.key=value". */
static ct_status find_key(const ct_key *keys, size_t count, const char *where, const char *name,
                          size_t *index) {
    char section[CT_EXCERPT_BYTES] = "";
    const char *dot = strchr(name, '.');
    const size_t section_bytes = (size_t)(dot - name);
    const size_t key_bytes = strcspn(dot + 1, "=");
    for (size_t i = 0; i < count; i++) {
        if (strlen(keys[i].section) == section_bytes && strlen(keys[i].name) == key_bytes &&
            strncmp(keys[i].section, name, section_bytes) == 0 &&
            strncmp(keys[i].name, dot + 1, key_bytes) == 0) {
            *index = i;
            return CT_OK;
        }
    }
    ct_text_append(section, sizeof section, "%.*s", (int)section_bytes, name);
    return ct_yaml_unknown(keys, count, where, section, dot + 1);
}

static ct_status find_override(const ct_key *keys, size_t count, const char *override,
                               size_t *index) {
    char where[CT_WHERE_BYTES];
    where_option("--set", override, where);
    const char *equals = strchr(override, '=');
    const char *dot = strchr(override, '.');
    if (equals == NULL || dot == NULL || dot > equals) {
        return ct_raise(CT_ERROR_CONFIG, "%s: not an override; allowed: section.key=value", where);
    }
    return find_key(keys, count, where, override, index);
}

ct_status ct_config_get(const ct_key *keys, size_t count, const void *config, const char *name,
                        char **text) {
    char where[CT_WHERE_BYTES];
    size_t index = 0;
    where_option("--get", name, where);
    if (strchr(name, '.') == NULL || strchr(name, '=') != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s: not a key; allowed: section.key", where);
    }
    ct_status status = find_key(keys, count, where, name, &index);
    return status == CT_OK ? ct_key_text(&keys[index], config, text) : status;
}

bool ct_config_is_default(const ct_key *key, const void *config) {
    union {
        char *text;
        long long integer;
        double real;
        bool is_true;
        int choice;
    } fallback = {.text = NULL};
    ct_key alone = *key; /* with the default in its member */
    char *texts[2] = {NULL, NULL};
    alone.offset = 0;
    const bool is_so = ct_key_set(&alone, key->fallback, key->name, &fallback) == CT_OK &&
                       ct_key_text(&alone, &fallback, &texts[0]) == CT_OK &&
                       ct_key_text(key, config, &texts[1]) == CT_OK &&
                       strcmp(texts[0], texts[1]) == 0;
    free(texts[0]);
    free(texts[1]);
    if (ct_key_is_string(key)) {
        free(fallback.text);
    }
    return is_so;
}

/* The value of an override. A list may be written as YAML has it, in brackets. */
static ct_status set_override(const ct_key *key, const char *override, void *config) {
    char where[CT_WHERE_BYTES];
    const char *value = strchr(override, '=') + 1;
    const size_t bytes = strlen(value);
    where_option("--set", override, where);
    if (key->kind != CT_KEY_LIST || value[0] != '[' || value[bytes - 1] != ']') {
        return ct_key_set(key, value, where, config);
    }
    char *inside = strndup(value + 1, bytes - 2);
    if (inside == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "%s: no memory for it", where);
    }
    const ct_status status = ct_key_set(key, inside, where, config);
    free(inside);
    return status;
}

/* Sets one key from the command line (override), the file (value), or its default.
 */
static ct_status set_key(const char *path, const ct_key *key, const ct_yaml_value *value,
                         const char *override, void *config) {
    char where[CT_WHERE_BYTES] = "";
    if (override != NULL) {
        return set_override(key, override, config);
    }
    if (value->text != NULL) {
        ct_text_append(where, sizeof where, "%s:%d: %s.%s", ct_escaped(path), value->line,
                       key->section, key->name);
        return ct_key_set(key, value->text, where, config);
    }
    ct_text_append(where, sizeof where, "%s: %s.%s", ct_escaped(path), key->section, key->name);
    if (key->fallback == NULL) {
        char allowed[CT_ALLOWED_BYTES];
        ct_key_allowed(key, allowed);
        return ct_raise(CT_ERROR_CONFIG, "%s: required; allowed: %s", where, allowed);
    }
    return ct_key_set(key, key->fallback, where, config);
}

static char **string_of(const ct_key *key, void *config) {
    void *member = (char *)config + key->offset;
    return member;
}

static void forget_strings(const ct_key *keys, size_t count, void *config) {
    for (size_t i = 0; i < count; i++) {
        if (ct_key_is_string(&keys[i])) {
            *string_of(&keys[i], config) = NULL;
        }
    }
}

ct_status ct_config_parse(const char *path, const char *text, size_t bytes, const ct_key *keys,
                          size_t count, const char *const *overrides, size_t override_count,
                          void *config) {
    ct_status status = CT_OK;
    ct_yaml_value *values = calloc(count + 1, sizeof *values); /* at least 1 byte */
    const char **override_of = calloc(count + 1, sizeof *override_of);
    forget_strings(keys, count, config);
    if (values == NULL || override_of == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "%s: no memory to read it", ct_escaped(path));
    }
    CT_TRY(ct_yaml_load(path, text, bytes, keys, count, values));
    for (size_t i = 0; i < override_count; i++) {
        size_t index = 0;
        CT_TRY(find_override(keys, count, overrides[i], &index));
        override_of[index] = overrides[i];
    }
    for (size_t i = 0; i < count; i++) {
        CT_TRY(set_key(path, &keys[i], &values[i], override_of[i], config));
    }
cleanup:
    if (values != NULL) {
        ct_yaml_free(values, count);
    }
    free(values);
    free(override_of);
    if (status != CT_OK) {
        ct_config_free(keys, count, config);
    }
    return status;
}

ct_status ct_config_load(MPI_Comm comm, const char *path, const ct_key *keys, size_t count,
                         const char *const *overrides, size_t override_count, void *config) {
    ct_status status = CT_OK;
    char *text = NULL;
    int bytes = 0;
    forget_strings(keys, count, config);
    CT_TRY(read_text(comm, path, &text, &bytes));
    CT_TRY(ct_agree(comm, ct_config_parse(path, text, (size_t)bytes, keys, count, overrides,
                                          override_count, config)));
cleanup:
    free(text);
    if (status != CT_OK) {
        ct_config_free(keys, count, config);
    }
    return status;
}

void ct_config_free(const ct_key *keys, size_t count, void *config) {
    for (size_t i = 0; i < count; i++) {
        if (ct_key_is_string(&keys[i])) {
            char **string = string_of(&keys[i], config);
            free(*string);
            *string = NULL;
        }
    }
}

ct_status ct_config_text(const ct_key *keys, size_t count, const void *config, char **text) {
    ct_status status = CT_OK;
    ct_yaml_value *values = calloc(count, sizeof *values);
    if (values == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the config's text");
    }
    for (size_t i = 0; i < count; i++) {
        CT_TRY(ct_key_text(&keys[i], config, &values[i].text));
    }
    CT_TRY(ct_yaml_save(keys, count, values, text));
cleanup:
    ct_yaml_free(values, count);
    free(values);
    return status;
}
