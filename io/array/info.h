/*
 * Arrays in HDF5 files, read and written by all ranks in boxes: common rules of this folder.
 *
 * All calls are collective over the communicator, and all ranks fail together with one message that
 * names the file (CT_ERROR_FILE). Boxes may be empty on some ranks and larger than 2^31 bytes. An
 * output file gets its name only when it is complete. HDF5 itself prints nothing.
 *
 * One failure cannot be agreed on: a collective MPI-IO call that fails on some ranks and blocks the
 * others, as with a failing disk. Then the failed ranks print the message, remove the unfinished
 * file and abort the program.
 */
#ifndef CT_IO_ARRAY_INFO_H
#define CT_IO_ARRAY_INFO_H

#include <cornerturn/grid.h>
#include <cornerturn/status.h>
#include <stdbool.h>

enum { CT_ARRAY_ELEMENT_MOST_BYTES = 4096 };

typedef struct ct_array_info {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES];
    bool is_number;  /* an integer, a float, or complex */
    bool is_complex; /* a compound {r, i} of two floats of one type */
    bool is_double;  /* its floats are this machine's doubles */
    char type[32]; /* such as "uint8", "float64", "complex128", "compound of 24 bytes", for messages
                      and reports */
    bool is_chunked;              /* stored in chunks, */
    ptrdiff_t chunk[CT_MAX_AXES]; /* of these extents, */
    bool has_filters;             /* each as filters made it, such as compression; */
    bool is_virtual;              /* or in other files */
    ptrdiff_t element_bytes;
    ptrdiff_t sign_byte; /* of a complex element: the byte whose highest bit is the sign of i;
                            else -1 */
} ct_array_info;

/* Allowed elements: numbers, or any of a fixed size up to CT_ARRAY_ELEMENT_MOST_BYTES without
 * references. */
typedef enum ct_array_elements { CT_ARRAY_NUMBERS, CT_ARRAY_ANY } ct_array_elements;

extern const char *const ct_array_numbers[]; /* "int8" .. "complex128", NULL */

/* Generates elements during writing: stores those of `part`, a part of the box, to memory. */
typedef struct ct_array_maker {
    void (*make)(void *context, const ct_box *part, void *elements);
    void *context;
} ct_array_maker;

/* CT_ERROR_INTERNAL unless `box` lies in an array of these extents. Local. */
ct_status ct_array_check_box(const ct_box *box, int axes, const ptrdiff_t *extent);

#endif
