/* Reading boxes of datasets. Collective. */
#ifndef CT_IO_ARRAY_READ_H
#define CT_IO_ARRAY_READ_H

#include "io/array/info.h"
#include "io/run/progress.h"

#include <mpi.h>

/* Reads `box` into `elements`, space for ct_box_elements(box) numbers in C order, of a type
 * "float32", "float64", "complex64" or "complex128". Integers and floats of any type are converted,
 * and real numbers become complex ones. The dataset may be chunked, compressed or spread over
 * files, and boxes of different ranks may overlap. The progress is in bytes of `elements`, of the
 * boxes of all ranks. CT_ERROR_FILE also for complex numbers where real ones are wanted;
 * CT_ERROR_INTERNAL for a box outside the dataset. */
ct_status ct_array_read_numbers(MPI_Comm comm, const char *path, const char *dataset,
                                const char *number, const ct_box *box, void *elements,
                                ct_progress *progress);

/* Bytes that reading takes on a rank besides its part of `part_bytes`, at most, with parts of the
 * whole on `size` ranks: for chunks that several ranks want, for what HDF5 decompresses, and for
 * numbers that are larger in the file than the `element_bytes` in memory. Local. */
double ct_array_reading_bytes(const ct_array_info *info, ptrdiff_t element_bytes, double part_bytes,
                              int size);

/* The same into "complex128". */
ct_status ct_array_read_complex(MPI_Comm comm, const char *path, const char *dataset,
                                const ct_box *box, void *elements, ct_progress *progress);

/* The same of elements of any fixed size, copied byte by byte as they are in the file. */
ct_status ct_array_read(MPI_Comm comm, const char *path, const char *dataset, const ct_box *box,
                        void *elements, ct_progress *progress);

#endif
