#include "base/arithmetic/point.h"

locale_t ct_point_begin(void) {
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void ct_point_end(locale_t before) {
    const locale_t ours = uselocale(before);
    if (ours != before) { /* equal where there was no memory for ours */
        freelocale(ours);
    }
}
