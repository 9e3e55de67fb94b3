/* Numbers as files have them, made into floats and doubles in one pass. Local. */
#ifndef CT_IO_ARRAY_STORAGE_NUMBERS_H
#define CT_IO_ARRAY_STORAGE_NUMBERS_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Integers of 8 to 64 bits, IEEE floats and doubles, in either order of bytes. */
typedef struct ct_numbers {
    int kind; /* 0: none of these */
    bool is_swapped;
    ptrdiff_t bytes; /* of one */
} ct_numbers;

/* What an integer or float type of HDF5 is. */
ct_numbers ct_numbers_of(hid_t type);

/* Converts `count` of them to floats, or to doubles, as C does. `stride` 2 leaves room after each,
 * for an imaginary part, and clears it; else 1. Spoils `from` when bytes are swapped. */
void ct_numbers_convert(ct_numbers numbers, void *from, ptrdiff_t count, bool to_double, int stride,
                        void *into);

/* Whether floats, or doubles, are just these numbers, which need no conversion then. */
bool ct_numbers_are(ct_numbers numbers, bool doubles);

#endif
