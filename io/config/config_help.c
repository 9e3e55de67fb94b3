#include "io/config/config.h"
#include "io/config/key.h"

#include <string.h>

enum { WIDEST_ALLOWED = 36 }; /* longer lists take a line of their own */

static int larger(int a, size_t b) {
    return a > (int)b ? a : (int)b;
}

static const char *default_of(const ct_key *key) {
    if (key->fallback == NULL) {
        return "required";
    }
    return *key->fallback != '\0' ? key->fallback : "(empty)";
}

void ct_config_help(FILE *stream, const ct_key *keys, size_t count) {
    static const char *const titles[] = {"key", "allowed", "default", "meaning"};
    char allowed[CT_ALLOWED_BYTES];
    int key_width = (int)strlen(titles[0]);
    int allowed_width = (int)strlen(titles[1]);
    int default_width = (int)strlen(titles[2]);
    for (size_t i = 0; i < count; i++) {
        ct_key_allowed(&keys[i], allowed);
        key_width = larger(key_width, strlen(keys[i].section) + 1 + strlen(keys[i].name));
        default_width = larger(default_width, strlen(default_of(&keys[i])));
        if (strlen(allowed) <= WIDEST_ALLOWED) {
            allowed_width = larger(allowed_width, strlen(allowed));
        }
    }
    (void)fprintf(stream, "  %-*s  %-*s  %-*s  %s\n", key_width, titles[0], allowed_width,
                  titles[1], default_width, titles[2], titles[3]);
    for (size_t i = 0; i < count; i++) {
        int name_width = key_width - (int)strlen(keys[i].section) - 1;
        ct_key_allowed(&keys[i], allowed);
        (void)fprintf(stream, "  %s.%-*s  %-*s", keys[i].section, name_width, keys[i].name,
                      allowed_width, allowed);
        if ((int)strlen(allowed) > allowed_width) {
            (void)fprintf(stream, "\n  %-*s  %-*s", key_width, "", allowed_width, "");
        }
        (void)fprintf(stream, "  %-*s  %s\n", default_width, default_of(&keys[i]), keys[i].help);
    }
}
