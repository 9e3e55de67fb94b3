#include "apps/common/idle.h"

#include "base/escape.h"
#include "base/fail.h"
#include <stdlib.h>
#include <string.h>

bool job_is_given(const ct_program *program, const void *config, const char *section) {
    bool is_given = false;
    for (size_t k = 0; k < program->key_count; k++) {
        const ct_key *key = &program->keys[k];
        is_given =
            is_given || (strcmp(key->section, section) == 0 && !ct_config_is_default(key, config));
    }
    return is_given;
}

/* The message for a key that is given. */
static ct_status refuse(const ct_program *program, const void *config, const ct_key *key,
                        const job_idle *row) {
    char name[64];
    char *value = NULL;
    (void)snprintf(name, sizeof name, "%s.%s", key->section, key->name);
    const ct_status status = ct_config_get(program->keys, program->key_count, config, name, &value);
    if (status != CT_OK) {
        return status;
    }
    (void)ct_raise(CT_ERROR_CONFIG, "%s: \"%.60s\", which has no effect %s; allowed: %s, or %s",
                   name, ct_escaped(value), row->why,
                   key->fallback[0] != '\0' ? key->fallback : "empty", row->allowed);
    free(value);
    return CT_ERROR_CONFIG;
}

ct_status job_refuse_idle(const ct_program *program, const void *config, const job_idle *rows,
                          size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; rows[i].is_idle && k < program->key_count; k++) {
            const ct_key *key = &program->keys[k];
            if (strcmp(key->section, rows[i].section) == 0 &&
                (rows[i].name == NULL || strcmp(key->name, rows[i].name) == 0) &&
                !ct_config_is_default(key, config)) {
                return refuse(program, config, key, &rows[i]);
            }
        }
    }
    return CT_OK;
}
