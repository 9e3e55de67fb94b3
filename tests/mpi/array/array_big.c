/* An array beyond 2^31 bytes, in boxes that are so too when there is one rank. */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/read.h"
#include "io/array/write.h"

#include <cornerturn/memory.h>

static const ptrdiff_t extent[] = {3, 7919, 5903};
static int rank, size;

/* Element (i, j, k) is i + 5 j - k + j k i, exactly. */
static double value_at(ptrdiff_t i, ptrdiff_t j, ptrdiff_t k) {
    return (double)(i + 5 * j - k + i * j * k);
}

/* Sets the numbers of a box, or counts those that are wrong. */
static ptrdiff_t visit(const ct_box *box, double *elements, bool set) {
    ptrdiff_t wrong = 0;
    double *element = elements;
    for (ptrdiff_t i = box->first[0]; i < box->first[0] + box->count[0]; i++) {
        for (ptrdiff_t j = box->first[1]; j < box->first[1] + box->count[1]; j++) {
            for (ptrdiff_t k = 0; k < box->count[2]; k++, element += 2) {
                if (set) {
                    element[0] = value_at(i, j, k);
                    element[1] = (double)k;
                }
                wrong += element[0] != value_at(i, j, k) || element[1] != (double)k;
            }
        }
    }
    return wrong;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    files_begin();
    const char *path = files_path("big.h5");
    ct_array_file *file = NULL;
    ct_box written = ct_slab(3, extent, 1, size, rank);
    ct_box read = ct_slab(3, extent, 0, size, rank);
    ptrdiff_t more =
        ct_box_elements(ct_box_elements(&written) > ct_box_elements(&read) ? &written : &read);
    void *elements = NULL;
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, more * 16, &elements), CT_OK);
    EXPECT_INT(visit(&written, elements, true), 0);
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, path, false, &file), CT_OK);
    EXPECT_INT(ct_array_write_complex(file, "data", 3, extent, &written, elements, NULL), CT_OK);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    memset(elements, 0xFF, (size_t)more * 16);
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, "data", &read, elements, NULL), CT_OK);
    EXPECT_INT(visit(&read, elements, false), 0);
    ct_free(&elements);
    files_end();
    MPI_Finalize();
    return expect_status();
}
