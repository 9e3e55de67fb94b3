/* Numbers in files, messages and explanations have a decimal point, whatever a program that has
 * called setlocale has instead. Pure. */
#ifndef CT_BASE_ARITHMETIC_POINT_H
#define CT_BASE_ARITHMETIC_POINT_H

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>

/* Between these, printf and scanf of this thread take and give numbers as C's locale has them. */
locale_t ct_point_begin(void);
void ct_point_end(locale_t before);

/* vsnprintf between these. */
void ct_point_print(char *text, size_t capacity, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

#endif
