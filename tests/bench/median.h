/* The median of measured numbers. */
#ifndef CT_BENCH_MEDIAN_H
#define CT_BENCH_MEDIAN_H

#include <stdlib.h>

static inline int median_compare(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the numbers. */
static inline double median(double *numbers, int count) {
    qsort(numbers, (size_t)count, sizeof *numbers, median_compare);
    return numbers[count / 2];
}

#endif
