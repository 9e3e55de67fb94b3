#include "io/config/key.h"

#include "base/fail.h"
#include "io/config/text.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void append_range(const ct_key *key, char allowed[CT_ALLOWED_BYTES]) {
    if (key->minimum == 0 && key->maximum == 0) {
        return;
    }
    if (isfinite(key->minimum)) {
        ct_text_append(allowed, CT_ALLOWED_BYTES,
                       isfinite(key->maximum) ? " from " : " of at least ");
        ct_text_append(allowed, CT_ALLOWED_BYTES, "%.15g", key->minimum);
    }
    if (isfinite(key->maximum)) {
        ct_text_append(allowed, CT_ALLOWED_BYTES, isfinite(key->minimum) ? " to " : " of at most ");
        ct_text_append(allowed, CT_ALLOWED_BYTES, "%.15g", key->maximum);
    }
}

bool ct_key_is_string(const ct_key *key) {
    return key->kind == CT_KEY_STRING || key->kind == CT_KEY_LIST;
}

void ct_key_allowed(const ct_key *key, char allowed[CT_ALLOWED_BYTES]) {
    allowed[0] = '\0';
    switch (key->kind) {
    case CT_KEY_STRING:
        ct_text_append(allowed, CT_ALLOWED_BYTES, "text");
        break;
    case CT_KEY_LIST:
        ct_text_append(allowed, CT_ALLOWED_BYTES, "text or list");
        break;
    case CT_KEY_INT:
        ct_text_append(allowed, CT_ALLOWED_BYTES, "integer");
        append_range(key, allowed);
        break;
    case CT_KEY_REAL:
        ct_text_append(allowed, CT_ALLOWED_BYTES, "number");
        append_range(key, allowed);
        break;
    case CT_KEY_BOOL:
        ct_text_append(allowed, CT_ALLOWED_BYTES, "true, false");
        break;
    case CT_KEY_CHOICE:
        for (int i = 0; key->choices[i] != NULL; i++) {
            ct_text_append(allowed, CT_ALLOWED_BYTES, "%s%s", i > 0 ? ", " : "", key->choices[i]);
        }
        break;
    }
}

static bool in_range(const ct_key *key, double value) {
    return (key->minimum == 0 && key->maximum == 0) ||
           (value >= key->minimum && value <= key->maximum);
}

/* Parses a decimal number only: strtod also accepts hexadecimal, blanks and "nan". */
static bool parse_real(const char *text, double *value) {
    char *end = NULL;
    if (*text == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0') {
        return false;
    }
    *value = strtod(text, &end);
    return *end == '\0';
}

/* Digits, or a whole number in the notation of a real, such as 1e6. */
static bool parse_int(const char *text, long long *value, bool *fits) {
    const double exact = 9007199254740992.0; /* 2^53: beyond it a double is not exact */
    char *end = NULL;
    double real = 0;
    if (!parse_real(text, &real)) {
        return false;
    }
    errno = 0;
    *value = strtoll(text, &end, 10);
    *fits = errno == 0;
    if (*end != '\0') {
        if (isfinite(real) && floor(real) != real) {
            return false;
        }
        *fits = fabs(real) <= exact;
        *value = *fits ? (long long)real : 0;
    }
    return true;
}

static bool parse_bool(const char *text, bool *value) {
    static const char *const yes[] = {"true", "yes", "on"};
    static const char *const no[] = {"false", "no", "off"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        *value = strcasecmp(text, yes[i]) == 0;
        if (*value || strcasecmp(text, no[i]) == 0) {
            return true;
        }
    }
    return false;
}

static ct_status refuse(const ct_key *key, const char *text, const char *where, const char *why) {
    char allowed[CT_ALLOWED_BYTES];
    char excerpt[CT_EXCERPT_BYTES];
    ct_key_allowed(key, allowed);
    ct_text_excerpt(text, excerpt);
    return ct_raise(CT_ERROR_CONFIG, "%s: \"%s\" is %s; allowed: %s", where, excerpt, why, allowed);
}

static ct_status set_string(const ct_key *key, const char *text, const char *where, char **member) {
    if (!ct_text_is_utf8(text)) {
        return refuse(key, text, where, "not UTF-8");
    }
    if (*text == '\0' && key->fallback == NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s: required, but empty; allowed: text", where);
    }
    char *copy = strdup(text);
    if (copy == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "%s: no memory", where);
    }
    *member = copy;
    return CT_OK;
}

static ct_status set_int(const ct_key *key, const char *text, const char *where,
                         long long *member) {
    long long value = 0;
    bool fits = false;
    if (!parse_int(text, &value, &fits)) {
        return refuse(key, text, where, "not an integer");
    }
    if (!fits || !in_range(key, (double)value)) {
        return refuse(key, text, where, "out of range");
    }
    *member = value;
    return CT_OK;
}

static ct_status set_real(const ct_key *key, const char *text, const char *where, double *member) {
    double value = 0;
    if (!parse_real(text, &value)) {
        return refuse(key, text, where, "not a number");
    }
    if (!isfinite(value) || !in_range(key, value)) {
        return refuse(key, text, where, "out of range");
    }
    *member = value;
    return CT_OK;
}

static ct_status set_choice(const ct_key *key, const char *text, const char *where, int *member) {
    for (int i = 0; key->choices[i] != NULL; i++) {
        if (strcmp(text, key->choices[i]) == 0) {
            *member = i;
            return CT_OK;
        }
    }
    return refuse(key, text, where, "not allowed");
}

ct_status ct_key_set(const ct_key *key, const char *text, const char *where, void *config) {
    void *member = (char *)config + key->offset;
    switch (key->kind) {
    case CT_KEY_STRING:
    case CT_KEY_LIST:
        return set_string(key, text, where, member);
    case CT_KEY_INT:
        return set_int(key, text, where, member);
    case CT_KEY_REAL:
        return set_real(key, text, where, member);
    case CT_KEY_BOOL:
        return parse_bool(text, member) ? CT_OK : refuse(key, text, where, "not allowed");
    case CT_KEY_CHOICE:
        return set_choice(key, text, where, member);
    }
    return ct_raise(CT_ERROR_INTERNAL, "%s: a key of no known kind", where);
}

ct_status ct_key_text(const ct_key *key, const void *config, char **text) {
    const void *member = (const char *)config + key->offset;
    char number[CT_NUMBER_BYTES] = "";
    const char *value = number;
    switch (key->kind) {
    case CT_KEY_STRING:
    case CT_KEY_LIST:
        value = *(char *const *)member;
        assert(value != NULL);
        break;
    case CT_KEY_INT:
        ct_text_append(number, sizeof number, "%lld", *(const long long *)member);
        break;
    case CT_KEY_REAL:
        ct_text_number(*(const double *)member, number);
        break;
    case CT_KEY_BOOL:
        value = *(const bool *)member ? "true" : "false";
        break;
    case CT_KEY_CHOICE:
        value = key->choices[*(const int *)member];
        break;
    }
    *text = strdup(value);
    return *text != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for the config's text");
}
