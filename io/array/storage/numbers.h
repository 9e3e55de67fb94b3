/* Conversion of a file's numbers to floats and doubles in one pass. Local. */
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

/* Describes an integer or float type of HDF5. */
ct_numbers ct_numbers_of(hid_t type);

/* Converts `count` of them to floats or doubles, as C does. `stride` 2 writes 0 after each, as
 * imaginary part; else 1. Overwrites `from` where bytes are swapped. */
void ct_numbers_convert(ct_numbers numbers, void *from, ptrdiff_t count, bool to_double, int stride,
                        void *into);

/* Whether they are native floats, or doubles, so that no conversion is needed. */
bool ct_numbers_are(ct_numbers numbers, bool doubles);

#endif
