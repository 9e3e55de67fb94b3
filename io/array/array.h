/*
 * Arrays in HDF5 files, read and written by all ranks together in boxes.
 *
 * All calls are collective over the communicator given or kept, and all ranks fail together with
 * one message naming the file (CT_ERROR_FILE). Boxes may be empty on some ranks and pass 2^31
 * bytes. An output file has its name only when it is complete. HDF5 itself prints nothing.
 *
 * One failure cannot be agreed on: a collective MPI-IO call that fails on some ranks only and
 * leaves the others waiting inside it, as a dying disk may. Then the ranks that know print the
 * message, remove the unfinished file and abort the program.
 */
#ifndef CT_IO_ARRAY_ARRAY_H
#define CT_IO_ARRAY_ARRAY_H

#include "io/run/progress.h"

#include <cornerturn/grid.h>
#include <cornerturn/status.h>
#include <mpi.h>
#include <stdbool.h>

enum { CT_ARRAY_ELEMENT_MOST_BYTES = 4096 };

typedef struct ct_array_info {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES];
    bool is_number;  /* an integer, a float, or complex */
    bool is_complex; /* a compound {r, i} of two floats of one type */
    char type[32]; /* such as "uint8", "float64", "complex128", "compound of 24 bytes", for messages
                      and reports */
    ptrdiff_t element_bytes;
    ptrdiff_t sign_byte; /* of a complex element: whose highest bit is the sign of i; else -1 */
} ct_array_info;

/* What elements are wanted: numbers, or any of a fixed size up to CT_ARRAY_ELEMENT_MOST_BYTES
 * without references. */
typedef enum ct_array_elements { CT_ARRAY_NUMBERS, CT_ARRAY_ANY } ct_array_elements;

/* What a dataset is. Fails for a missing, truncated or foreign file, a missing dataset, one of
 * other elements, and one of more than CT_MAX_AXES axes. */
ct_status ct_array_inspect(MPI_Comm comm, const char *path, const char *dataset,
                           ct_array_elements elements, ct_array_info *info);

/* Reads `box` into `elements`, room for ct_box_elements(box) numbers of a type "float32",
 * "float64", "complex64" or "complex128" of ct_array_numbers, C order; any integer or float type is
 * converted, and real numbers become complex ones. Stored in any way: chunked, compressed, in
 * parts. Boxes of different ranks may overlap. The progress is told how many bytes of `elements`
 * are done of those of all boxes. CT_ERROR_FILE too for complex numbers where real ones are wanted;
 * CT_ERROR_INTERNAL for a box outside the dataset. */
ct_status ct_array_read_numbers(MPI_Comm comm, const char *path, const char *dataset,
                                const char *number, const ct_box *box, void *elements,
                                ct_progress *progress);

/* The same into "complex128". */
ct_status ct_array_read_complex(MPI_Comm comm, const char *path, const char *dataset,
                                const ct_box *box, void *elements, ct_progress *progress);

/* The same of elements of any fixed size, as they are in the file, byte by byte. */
ct_status ct_array_read(MPI_Comm comm, const char *path, const char *dataset, const ct_box *box,
                        void *elements, ct_progress *progress);

typedef struct ct_array_file ct_array_file;

/* Checks, before any work is done, that `path` can be created: its directory exists and is
 * writable, nothing is there unless `overwrite`, and then a regular file. Writes nothing. */
ct_status ct_array_can_create(MPI_Comm comm, const char *path, bool overwrite);

/* Whether `dataset` can be the name of a dataset that is written. Local. CT_ERROR_CONFIG. */
ct_status ct_array_check_name(const char *dataset);

/* Creates a file that will be `path`, under a temporary name beside it (PATH.partial-...). The
 * caller ends it with ct_array_commit or ct_array_discard. */
ct_status ct_array_create(MPI_Comm comm, const char *path, bool overwrite, ct_array_file **file);

/* The same of a file that several runs work on, one after the other, until one commits it: its
 * temporary name is PATH.partial. ct_array_reopen goes on with it, or with PATH where only that is
 * there, and then, as after ct_array_keep, ct_array_discard leaves it to a later run. */
ct_status ct_array_create_lasting(MPI_Comm comm, const char *path, bool overwrite,
                                  ct_array_file **file);
ct_status ct_array_reopen(MPI_Comm comm, const char *path, ct_array_file **file);
void ct_array_keep(ct_array_file *file); /* local; on all ranks */

/* Its name meanwhile. Local; owned by the file. */
const char *ct_array_temporary(const ct_array_file *file);

/* Makes a dataset that the file has the one that ct_array_write writes. */
ct_status ct_array_select(ct_array_file *file, const char *dataset);

/* Flushes what was written to the disk. */
ct_status ct_array_flush(ct_array_file *file);

/* Makes a dataset of `whole` extents, in one run of bytes, whose elements are those of dataset
 * `like` of the file `like_path`, or numbers by a name of ct_array_numbers as this machine has
 * them. Names such as "a/b" make the group. A disk, quota or limit too small shows now, where the
 * file system can tell. Until they are written, elements are undefined. */
ct_status ct_array_add_like(ct_array_file *file, const char *dataset, int axes,
                            const ptrdiff_t *whole, const char *like_path, const char *like);
ct_status ct_array_add_numbers(ct_array_file *file, const char *dataset, int axes,
                               const ptrdiff_t *whole, const char *number);
extern const char *const ct_array_numbers[]; /* "int8" .. "complex128", NULL */

/* What elements a dataset of ct_array_add_numbers has; axes and extents are left as they are.
 * Local.
 */
ct_status ct_array_number_info(const char *number, ct_array_info *info);

/* Writes each rank's box of the dataset that was made last, elements in C order as they will be in
 * the file, byte by byte. Progress as above. */
ct_status ct_array_write(ct_array_file *file, const ct_box *box, const void *elements,
                         ct_progress *progress);

/* The same of elements that are made when they are written: of a part of the box after the other,
 * by a call that puts them into memory. */
typedef struct ct_array_maker {
    void (*make)(void *context, const ct_box *part, void *elements);
    void *context;
} ct_array_maker;
ct_status ct_array_write_made(ct_array_file *file, const ct_box *box, const ct_array_maker *maker,
                              ct_progress *progress);

/* Both for "complex128". */
ct_status ct_array_write_complex(ct_array_file *file, const char *dataset, int axes,
                                 const ptrdiff_t *whole, const ct_box *box, const void *elements,
                                 ct_progress *progress);

/* Attributes of a dataset that is written: a text (UTF-8), or real numbers, of which one becomes a
 * scalar. Same values on all ranks. */
ct_status ct_array_attribute(ct_array_file *file, const char *dataset, const char *name,
                             const char *text);
ct_status ct_array_attribute_reals(ct_array_file *file, const char *dataset, const char *name,
                                   int count, const double *values);

/* Flushes the file to the disk and gives it its name: without `overwrite` never over a file that
 * came meanwhile, with it in the place of the old one at once. On failure nothing is left, and an
 * old file is as it was. Sets *file to NULL. */
ct_status ct_array_commit(ct_array_file **file);

/* Removes it; NULL is allowed. Sets *file to NULL. */
void ct_array_discard(ct_array_file **file);

#endif
