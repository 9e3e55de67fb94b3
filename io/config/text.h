/* Texts for YAML and messages. Private to io; everything is local. */
#ifndef CT_IO_CONFIG_TEXT_H
#define CT_IO_CONFIG_TEXT_H

#include "base/escape.h"

#include <stdbool.h>
#include <stddef.h>

enum { CT_NUMBER_BYTES = 32 };

/* Whether `text` is valid UTF-8. */
bool ct_text_is_utf8(const char *text);

/* Whether `text` is allowed in XML: UTF-8 without control characters but \t, \n, \r. Source: XML
 * 1.0, section 2.2. */
bool ct_text_is_xml(const char *text);

/* Whether every YAML reader reads unquoted `text` as this string; false when in doubt. */
bool ct_text_is_plain(const char *text);

/* The shortest text that reads back as `value`, and as a real in every YAML reader. */
void ct_text_number(double value, char number[CT_NUMBER_BYTES]);

/* Appends to the text in `buffer`, truncating. printf-like. */
void ct_text_append(char *buffer, size_t buffer_bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
