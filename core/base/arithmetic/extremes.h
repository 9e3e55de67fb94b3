/* The lesser and the greater of two numbers. Local, pure. */
#ifndef CT_BASE_EXTREMES_H
#define CT_BASE_EXTREMES_H

#include <stddef.h>

static inline ptrdiff_t ct_least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static inline ptrdiff_t ct_most(ptrdiff_t a, ptrdiff_t b) {
    return a > b ? a : b;
}

#endif
