/* Texts as YAML and messages want them. Private to io; everything is local. */
#ifndef CT_IO_CONFIG_TEXT_H
#define CT_IO_CONFIG_TEXT_H

#include "base/escape.h"

#include <stdbool.h>
#include <stddef.h>

enum { CT_NUMBER_BYTES = 32 };

/* Whether `text` is UTF-8 to its end. */
bool ct_text_is_utf8(const char *text);

/* Whether XML can have `text`: it is UTF-8 without control characters but for \t, \n, \r. Source:
 * XML 1.0, section 2.2. */
bool ct_text_is_xml(const char *text);

/* Whether every YAML reader takes `text`, without quotes, for this very string. Says no when in
 * doubt. */
bool ct_text_is_plain(const char *text);

/* The shortest number that reads back as `value`, one that every YAML reader takes for a real. */
void ct_text_number(double value, char number[CT_NUMBER_BYTES]);

/* Adds to the text in `buffer` what fits. printf-like. */
void ct_text_append(char *buffer, size_t buffer_bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
