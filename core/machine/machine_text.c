/* Machines as text: one `key value` a line. */
#include "machine/machine_text.h"

#include "base/arithmetic/point.h"
#include "base/fail.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum key_kind { WORDS, SECONDS, ANY_SECONDS, COUNT, YES_NO } key_kind;

typedef struct key {
    const char *name;
    size_t offset;
    size_t capacity; /* of WORDS */
    key_kind kind;
    int needed;
} key;

static const key keys[] = {
    {"name", offsetof(ct_machine, name), CT_MACHINE_NAME, WORDS, 1},
    {"source", offsetof(ct_machine, source), CT_MACHINE_SOURCE, WORDS, 0},
    {"start_up_s", offsetof(ct_machine, start_up_s), 0, SECONDS, 1},
    {"byte_s", offsetof(ct_machine, byte_s), 0, SECONDS, 1},
    {"distance_s", offsetof(ct_machine, distance_s), 0, SECONDS, 0},
    {"distance_doubling_s", offsetof(ct_machine, distance_doubling_s), 0, SECONDS, 0},
    {"hop_s", offsetof(ct_machine, hop_s), 0, SECONDS, 0},
    {"permute_byte_s", offsetof(ct_machine, permute_byte_s), 0, SECONDS, 0},
    {"barrier_s", offsetof(ct_machine, barrier_s), 0, ANY_SECONDS, 0},
    {"barrier_doubling_s", offsetof(ct_machine, barrier_doubling_s), 0, SECONDS, 0},
    {"pairwise_s", offsetof(ct_machine, pairwise_s), 0, SECONDS, 0},
    {"link_byte_s", offsetof(ct_machine, link_byte_s), 0, SECONDS, 0},
    {"local_start_up_s", offsetof(ct_machine, local_start_up_s), 0, SECONDS, 0},
    {"local_byte_s", offsetof(ct_machine, local_byte_s), 0, SECONDS, 0},
    {"ports", offsetof(ct_machine, ports), 0, COUNT, 0},
    {"rails", offsetof(ct_machine, rails), 0, COUNT, 0},
    {"half_duplex", offsetof(ct_machine, half_duplex), 0, YES_NO, 0},
};
enum { KEYS = sizeof keys / sizeof *keys, LINE_MOST = 512 };

static void *field(ct_machine *machine, const key *k) {
    return (char *)machine + k->offset;
}

/* Parses the value of a key; NULL if valid, else what is allowed. */
static const char *read_field(ct_machine *machine, const key *k, const char *value) {
    char *end = NULL;
    errno = 0;
    if (k->kind == WORDS) {
        size_t length = strlen(value);
        if (length == 0 || length >= k->capacity) {
            return "a text of 1 to 47 characters (source: 127)";
        }
        memcpy(field(machine, k), value, length + 1);
        return NULL;
    }
    if (k->kind == COUNT || k->kind == YES_NO) {
        long count = strtol(value, &end, 10);
        if (end == value || *end != '\0' || errno != 0 || count < 0 ||
            count > (k->kind == COUNT ? 1000000 : 1)) {
            return k->kind == COUNT ? "a whole number, 0 for no limit" : "0 or 1";
        }
        *(int *)field(machine, k) = (int)count;
        return NULL;
    }
    const locale_t before = ct_point_begin();
    const double seconds = strtod(value, &end);
    ct_point_end(before);
    if (end == value || *end != '\0' || !isfinite(seconds) || (seconds < 0 && k->kind == SECONDS)) {
        return k->kind == SECONDS ? "seconds, 0 or more" : "seconds";
    }
    *(double *)field(machine, k) = seconds;
    return NULL;
}

/* Splits a line into key and value in place. False for an empty one. A # at the start of a word
 * begins a comment. */
static int split(char *line, char **name, char **value) {
    for (char *mark = strchr(line, '#'); mark != NULL; mark = strchr(mark + 1, '#')) {
        if (mark == line || strchr(" \t", mark[-1]) != NULL) {
            *mark = '\0';
            break;
        }
    }
    *name = line + strspn(line, " \t\r");
    size_t length = strcspn(*name, " \t\r");
    char *rest = *name + length;
    *value = rest + strspn(rest, " \t\r");
    for (size_t end = strlen(*value); end > 0 && strchr(" \t\r", (*value)[end - 1]) != NULL;) {
        (*value)[--end] = '\0';
    }
    *rest = '\0';
    return length > 0;
}

static ct_status read_line(const char *where, int number, char *line, ct_machine *machine,
                           int *seen) {
    char *name = NULL;
    char *value = NULL;
    if (!split(line, &name, &value)) {
        return CT_OK;
    }
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, name) == 0) {
            const char *wanted = seen[i]++ > 0 ? "once" : read_field(machine, &keys[i], value);
            return wanted == NULL ? CT_OK
                                  : ct_raise(CT_ERROR_CONFIG, "%s:%d: %s \"%s\": expected %s",
                                             where, number, name, value, wanted);
        }
    }
    char known[LINE_MOST] = "";
    for (int i = 0; i < KEYS; i++) {
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ", keys[i].name);
    }
    return ct_raise(CT_ERROR_CONFIG, "%s:%d: unknown key \"%s\"; there are %s", where, number, name,
                    known);
}

ct_status ct_machine_parse(const char *text, const char *where, ct_machine *machine) {
    ct_machine read = {.ports = 1, .rails = 1};
    int seen[KEYS] = {0};
    int number = 0;
    while (*text != '\0') {
        char line[LINE_MOST];
        size_t length = strcspn(text, "\n");
        number++;
        if (length >= sizeof line) {
            return ct_raise(CT_ERROR_CONFIG, "%s:%d: a line of more than %d characters", where,
                            number, LINE_MOST - 1);
        }
        memcpy(line, text, length);
        line[length] = '\0';
        text += length + (text[length] == '\n');
        ct_status status = read_line(where, number, line, &read, seen);
        if (status != CT_OK) {
            return status;
        }
    }
    for (int i = 0; i < KEYS; i++) {
        if (keys[i].needed && !seen[i]) {
            return ct_raise(CT_ERROR_CONFIG, "%s: the key %s is missing", where, keys[i].name);
        }
    }
    *machine = read;
    return CT_OK;
}

ct_status ct_machine_read(const char *path, ct_machine *machine) {
    enum { FILE_MOST = 65536 };
    ct_status status = CT_OK;
    char *text = NULL;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return ct_raise(CT_ERROR_FILE, "cannot read machine file %s: %s", path, strerror(errno));
    }
    text = malloc(FILE_MOST + 1);
    if (text == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to read machine file %s", path);
    }
    size_t length = fread(text, 1, FILE_MOST + 1, file);
    if (ferror(file)) {
        CT_FAIL(CT_ERROR_FILE, "cannot read machine file %s", path);
    }
    if (length > FILE_MOST || memchr(text, '\0', length) != NULL) {
        CT_FAIL(CT_ERROR_FILE, "%s is no machine file: expected at most 64 KiB of text", path);
    }
    text[length] = '\0';
    CT_TRY(ct_machine_parse(text, path, machine));
cleanup:
    free(text);
    (void)fclose(file);
    return status;
}

static ct_status write_keys(FILE *file, const ct_machine *machine) {
    ct_machine copy = *machine;
    for (int i = 0; i < KEYS; i++) {
        const void *value = field(&copy, &keys[i]);
        int written = 0;
        switch (keys[i].kind) {
        case WORDS: /* an empty source is left out */
            written = *(const char *)value == '\0'
                          ? 0
                          : fprintf(file, "%s %s\n", keys[i].name, (const char *)value);
            break;
        case SECONDS:
        case ANY_SECONDS:
            written = fprintf(file, "%s %.17g\n", keys[i].name, *(const double *)value);
            break;
        case COUNT:
        case YES_NO:
            written = fprintf(file, "%s %d\n", keys[i].name, *(const int *)value);
            break;
        }
        if (written < 0) {
            return ct_raise(CT_ERROR_FILE, "cannot write the machine %s", machine->name);
        }
    }
    return CT_OK;
}

ct_status ct_machine_write(FILE *file, const ct_machine *machine) {
    const locale_t before = ct_point_begin();
    const ct_status status = write_keys(file, machine);
    ct_point_end(before);
    return status;
}
