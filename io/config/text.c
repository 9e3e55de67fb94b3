#include "io/config/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool ct_text_is_utf8(const char *text) {
    for (size_t length = 0; (length = ct_text_character(text)) > 0;) {
        text += length;
    }
    return *text == '\0';
}

bool ct_text_is_xml(const char *text) {
    for (const char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' && strchr("\t\n\r", *at) == NULL) {
            return false;
        }
    }
    return ct_text_is_utf8(text);
}

bool ct_text_is_plain(const char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_/";
    static const char others[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_/0123456789.+-";
    static const char *const meaning_else[] = {"true", "false", "yes", "no", "on",
                                               "off",  "null",  "y",   "n"};
    if (strspn(text, letters) == 0 || text[strspn(text, others)] != '\0') {
        return false;
    }
    for (size_t i = 0; i < sizeof meaning_else / sizeof *meaning_else; i++) {
        if (strcasecmp(text, meaning_else[i]) == 0) {
            return false;
        }
    }
    return true;
}

void ct_text_number(double value, char number[CT_NUMBER_BYTES]) {
    if (isnan(value) || isinf(value)) {
        const char *name = value < 0 ? "-.inf" : ".inf";
        (void)snprintf(number, CT_NUMBER_BYTES, "%s", isnan(value) ? ".nan" : name);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(number, CT_NUMBER_BYTES, "%.*g", digits, value);
        if (strtod(number, NULL) == value) {
            break;
        }
    }
    if (strchr(number, '.') == NULL) { /* YAML 1.1 needs a decimal point: 1e-07 is a string */
        char *exponent = number + strcspn(number, "e");
        memmove(exponent + 2, exponent, strlen(exponent) + 1);
        exponent[0] = '.';
        exponent[1] = '0';
    }
}

void ct_text_append(char *buffer, size_t buffer_bytes, const char *format, ...) {
    size_t used = strlen(buffer);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(buffer + used, buffer_bytes - used, format, arguments);
    va_end(arguments);
}
