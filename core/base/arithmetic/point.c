#include "base/arithmetic/point.h"

#include <stdio.h>

locale_t ct_point_begin(void) {
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void ct_point_end(locale_t before) {
    const locale_t ours = uselocale(before);
    if (ours != before) { /* equal where there was no memory for ours */
        freelocale(ours);
    }
}

void ct_point_print(char *text, size_t capacity, const char *format, va_list arguments) {
    const locale_t before = ct_point_begin();
    (void)vsnprintf(text, capacity, format, arguments);
    ct_point_end(before);
}
