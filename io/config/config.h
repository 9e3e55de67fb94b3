/*
 * A job's config: YAML by schema. A table of keys, owned by the program, defines each key: name,
 * type, range, default and meaning. Reading, --set, --help, "allowed" in errors, and the full
 * config in reports and attributes all use that table.
 */
#ifndef CT_IO_CONFIG_CONFIG_H
#define CT_IO_CONFIG_CONFIG_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum ct_key_kind {
    CT_KEY_STRING, /* char *            */
    CT_KEY_LIST,   /* char *: entries with commas between, which YAML may give as a list */
    CT_KEY_INT,    /* long long         */
    CT_KEY_REAL,   /* double            */
    CT_KEY_BOOL,   /* bool              */
    CT_KEY_CHOICE  /* int: index in `choices` */
} ct_key_kind;

typedef struct ct_key {
    const char *section, *name; /* section.name in messages and --set */
    ct_key_kind kind;
    size_t offset;              /* of the member in the program's config structure */
    const char *fallback;       /* default, as it would be written; NULL: the key is required */
    double minimum, maximum;    /* of numbers; both 0: any; -INFINITY, INFINITY: one side open */
    const char *const *choices; /* NULL-terminated */
    const char *help;           /* one line */
} ct_key;

/* Reads `path` into the structure `config`, which has a member for each of the `count` keys; then
 * applies `overrides`, each "section.key=value" (of a list also "section.key=[a, b]"). Rank 0
 * reads; all ranks get the same or fail together, and then the config holds nothing to free.
 * Collective over `comm`. CT_ERROR_CONFIG with file, line, key and what is allowed (an override is
 * named as such in place of a line). Strings are UTF-8, a required one is never empty; they are
 * owned by the config until ct_config_free. */
ct_status ct_config_load(MPI_Comm comm, const char *path, const ct_key *keys, size_t count,
                         const char *const *overrides, size_t override_count, void *config);

/* The same from `bytes` bytes of text; `path` is for messages. Local. */
ct_status ct_config_parse(const char *path, const char *text, size_t bytes, const ct_key *keys,
                          size_t count, const char *const *overrides, size_t override_count,
                          void *config);

/* The value of `name`, "section.key", as text that the caller frees. Local. CT_ERROR_CONFIG if
 * there is no such key. */
ct_status ct_config_get(const ct_key *keys, size_t count, const void *config, const char *name,
                        char **text);

/* Whether the value of a key that is not required is its default. Local. */
bool ct_config_is_default(const ct_key *key, const void *config);
void ct_config_free(const ct_key *keys, size_t count, void *config);

/* The whole config, defaults included, as YAML that ct_config_load would read again. The caller
 * frees it. Local. */
ct_status ct_config_text(const ct_key *keys, size_t count, const void *config, char **text);

/* A table of the keys for --help. Local. */
void ct_config_help(FILE *stream, const ct_key *keys, size_t count);

#endif
