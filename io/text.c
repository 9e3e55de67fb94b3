#include "io/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t ct_text_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    size_t length = 0;
    unsigned low = 0x80; /* what the second byte may be: no overlong forms, no surrogates */
    unsigned high = 0xBF;
    if (byte[0] == 0) {
        return 0;
    }
    if (byte[0] < 0x80) {
        return 1;
    }
    if (byte[0] >= 0xC2 && byte[0] <= 0xDF) {
        length = 2;
    } else if (byte[0] >= 0xE0 && byte[0] <= 0xEF) {
        length = 3;
        low = byte[0] == 0xE0 ? 0xA0 : low;
        high = byte[0] == 0xED ? 0x9F : high;
    } else if (byte[0] >= 0xF0 && byte[0] <= 0xF4) {
        length = 4;
        low = byte[0] == 0xF0 ? 0x90 : low;
        high = byte[0] == 0xF4 ? 0x8F : high;
    }
    if (length == 0 || byte[1] < low || byte[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

bool ct_text_is_utf8(const char *text) {
    for (size_t length = 0; (length = ct_text_character(text)) > 0;) {
        text += length;
    }
    return *text == '\0';
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

void ct_text_excerpt(const char *text, char excerpt[CT_EXCERPT_BYTES]) {
    static const char dots[] = "...";
    size_t used = 0;
    while (*text != '\0') {
        const size_t length = ct_text_character(text);
        const size_t bytes = length > 0 ? length : 1; /* a byte that is no character becomes ? */
        if (used + bytes + sizeof dots > CT_EXCERPT_BYTES) {
            memcpy(excerpt + used, dots, sizeof dots);
            return;
        }
        if (length == 0 || (unsigned char)*text < ' ' || *text == '\x7F') {
            excerpt[used++] = '?';
            text++;
        } else {
            memcpy(excerpt + used, text, length);
            used += length;
            text += length;
        }
    }
    excerpt[used] = '\0';
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
    if (strchr(number, '.') == NULL) { /* YAML 1.1 knows a real by its point: 1e-07 is a string */
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
