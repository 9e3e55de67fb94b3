/*
 * Users' texts in messages: names of files and datasets, values of keys. Escaped, so that a message
 * is always one printable line. Local.
 */
#ifndef CT_BASE_ESCAPE_H
#define CT_BASE_ESCAPE_H

#include <stddef.h>

enum { CT_ESCAPED_BYTES = 256, CT_EXCERPT_BYTES = 64 };

/* Bytes of the UTF-8 character at `text`; 0 at its end and where it is not UTF-8. Source: RFC 3629,
 * section 4. */
size_t ct_text_character(const char *text);

/* `name` for a message: control and invisible characters, bytes that are not UTF-8 and \ become
 * escapes of C (\n, \x1b, \u202e, \\), and a long name loses its middle to "...". It is
 * `name` itself where nothing changes; else valid until the thread's eighth next call. */
const char *ct_escaped(const char *name);

/* The same into the caller's array. */
void ct_escape(const char *name, char escaped[CT_ESCAPED_BYTES]);

/* `text` for a message: escaped but for \, and cut at its end. */
void ct_text_excerpt(const char *text, char excerpt[CT_EXCERPT_BYTES]);

/* The same for a whole message. */
void ct_escape_line(const char *text, char *line, size_t capacity);

#endif
