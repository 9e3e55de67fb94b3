/* Texts as YAML and messages want them. Private to io; everything is local. */
#ifndef CT_IO_TEXT_H
#define CT_IO_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { CT_EXCERPT_BYTES = 64, CT_NUMBER_BYTES = 32 };

/* Bytes of the UTF-8 character that `text` begins with; 0 when it begins with none: at its end, and
 * where it is not UTF-8. Source: RFC 3629, section 4. */
size_t ct_text_character(const char *text);

/* Whether `text` is UTF-8 to its end. */
bool ct_text_is_utf8(const char *text);

/* Whether every YAML reader takes `text`, without quotes, for this very string. Says no when in
 * doubt. */
bool ct_text_is_plain(const char *text);

/* `text` for a message: on one line, cut to fit. */
void ct_text_excerpt(const char *text, char excerpt[CT_EXCERPT_BYTES]);

/* The shortest number that reads back as `value`, one that every YAML reader takes for a real. */
void ct_text_number(double value, char number[CT_NUMBER_BYTES]);

/* Adds to the text in `buffer` what fits. printf-like. */
void ct_text_append(char *buffer, size_t buffer_bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
