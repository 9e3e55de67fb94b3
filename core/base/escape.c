#include "base/escape.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PIECE_BYTES = 8, ESCAPED_AT_ONCE = 8 };
static const char dots[] = "...";
enum { DOTS = sizeof dots - 1 };

size_t ct_text_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    size_t length = 0;
    unsigned low = 0x80; /* least second byte: no overlong forms, no surrogates */
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

/* Whether a UTF-8 character is invisible or changes the text's direction: C1 controls, U+200B to
 * U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF. */
static bool is_invisible(unsigned code) {
    return (code >= 0x80 && code <= 0x9F) || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
           code == 0xFEFF;
}

/* The code point of a character of 2 or 3 bytes; 0 of others, which need no escape. */
static unsigned code_of(const unsigned char *byte, size_t length) {
    return length == 2   ? (byte[0] & 0x1Fu) << 6 | (byte[1] & 0x3Fu)
           : length == 3 ? (byte[0] & 0x0Fu) << 12 | (byte[1] & 0x3Fu) << 6 | (byte[2] & 0x3Fu)
                         : 0;
}

/* How the character at *text, which is not the end, is escaped; *text goes on to the next. Returns
 * the bytes of `piece`. */
static size_t next_piece(const char **text, bool is_name, char piece[PIECE_BYTES]) {
    static const char controls[] = "\a\b\t\n\v\f\r";
    static const char letters[] = "abtnvfr";
    const char *at = *text;
    const unsigned char *byte = (const unsigned char *)at;
    const size_t length = ct_text_character(at);
    const unsigned code = code_of(byte, length);
    const char *control = strchr(controls, *at);
    *text += length > 0 ? length : 1;
    if (control != NULL) {
        return (size_t)snprintf(piece, PIECE_BYTES, "\\%c", letters[control - controls]);
    }
    if (length == 0 || *byte < ' ' || *byte == 0x7F) {
        return (size_t)snprintf(piece, PIECE_BYTES, "\\x%02x", *byte);
    }
    if (is_invisible(code)) {
        return (size_t)snprintf(piece, PIECE_BYTES, "\\u%04x", code);
    }
    if (is_name && *at == '\\') {
        return (size_t)snprintf(piece, PIECE_BYTES, "\\\\");
    }
    memcpy(piece, at, length);
    return length;
}

static size_t length_of(const char *text, bool is_name) {
    char piece[PIECE_BYTES];
    size_t length = 0;
    while (*text != '\0') {
        length += next_piece(&text, is_name, piece);
    }
    return length;
}

/* Adds pieces to `escaped`, up to `most` bytes. Returns the bytes; *text is what is left. */
static size_t add_pieces(const char **text, bool is_name, size_t most, char *escaped) {
    size_t used = 0;
    while (**text != '\0') {
        char piece[PIECE_BYTES];
        const char *next = *text;
        const size_t bytes = next_piece(&next, is_name, piece);
        if (used + bytes > most) {
            break;
        }
        memcpy(escaped + used, piece, bytes);
        used += bytes;
        *text = next;
    }
    return used;
}

/* Escapes a text. If it is too long, its last `tail_bytes` follow the beginning and "...". */
static void escape(const char *text, bool is_name, size_t tail_bytes, char *escaped,
                   size_t capacity) {
    size_t left = length_of(text, is_name);
    size_t used = 0;
    if (left >= capacity) {
        char piece[PIECE_BYTES];
        used = add_pieces(&text, is_name, capacity - 1 - DOTS - tail_bytes, escaped);
        left -= used;
        while (left > tail_bytes) {
            left -= next_piece(&text, is_name, piece);
        }
        memcpy(escaped + used, dots, DOTS);
        used += DOTS;
    }
    used += add_pieces(&text, is_name, left, escaped + used);
    escaped[used] = '\0';
}

void ct_escape(const char *name, char escaped[CT_ESCAPED_BYTES]) {
    escape(name, true, (size_t)CT_ESCAPED_BYTES * 5 / 8, escaped,
           CT_ESCAPED_BYTES); /* the tail has the file's own name */
}

const char *ct_escaped(const char *name) {
    static _Thread_local char results[ESCAPED_AT_ONCE][CT_ESCAPED_BYTES];
    static _Thread_local unsigned next;
    char *escaped = results[next % ESCAPED_AT_ONCE];
    ct_escape(name, escaped);
    if (strcmp(escaped, name) == 0) {
        return name;
    }
    next++;
    return escaped;
}

void ct_text_excerpt(const char *text, char excerpt[CT_EXCERPT_BYTES]) {
    escape(text, false, 0, excerpt, CT_EXCERPT_BYTES);
}

void ct_escape_line(const char *text, char *line, size_t capacity) {
    escape(text, false, 0, line, capacity);
}
