/* Numbers in files have a decimal point, whatever a program that has called setlocale has instead.
 * Pure. */
#ifndef CT_BASE_ARITHMETIC_POINT_H
#define CT_BASE_ARITHMETIC_POINT_H

#include <locale.h>

/* Between these, printf and scanf of this thread take and give numbers as C's locale has them. */
locale_t ct_point_begin(void);
void ct_point_end(locale_t before);

#endif
