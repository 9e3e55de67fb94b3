/* array_copy IN DATASET OUT [XDMF]: reads an array of any type and writes it as complex doubles,
 * with attributes and, in three dimensions, an XDMF file. For the tests in Python. */
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/metadata.h"
#include "io/array/read.h"
#include "io/array/write.h"
#include "io/output/xdmf.h"

#include <cornerturn/memory.h>
#include <stdio.h>

static ct_status copy(const char *from, const char *dataset, const char *to, const char *xdmf) {
    const double reals[] = {0.5, -1e300, 3};
    const double spacing[] = {3, 2, 0.1};
    int rank = 0;
    int size = 1;
    void *elements = NULL;
    ct_array_info info;
    ct_array_file *file = NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_status status = ct_array_inspect(MPI_COMM_WORLD, from, dataset, CT_ARRAY_NUMBERS, &info);
    if (status != CT_OK) {
        return status;
    }
    ct_box box = ct_slab(info.axes, info.extent, info.axes - 1, size, rank);
    status = ct_alloc(MPI_COMM_SELF, ct_box_elements(&box) * 16, &elements);
    if (status == CT_OK) {
        status = ct_array_read_complex(MPI_COMM_WORLD, from, dataset, &box, elements, NULL);
    }
    if (status == CT_OK) {
        status = ct_array_create(MPI_COMM_WORLD, to, false, &file);
    }
    if (status == CT_OK) {
        status = ct_array_write_complex(file, "copies/copy", info.axes, info.extent, &box, elements,
                                        NULL);
    }
    if (status == CT_OK) {
        status = ct_array_attribute(file, "copies/copy", "from", info.type);
    }
    if (status == CT_OK) {
        status = ct_array_attribute(file, "copies/copy", "text", "Größe \"1\"\nzweite Zeile");
    }
    if (status == CT_OK) {
        status = ct_array_attribute_reals(file, "copies/copy", "reals", 3, reals);
    }
    if (status == CT_OK) {
        status = ct_array_attribute_reals(file, "copies/copy", "real", 1, reals);
    }
    if (status == CT_OK) {
        status = ct_array_commit(&file);
    }
    if (status == CT_OK && xdmf != NULL && rank == 0) {
        status = ct_xdmf_write(xdmf, to, "copies/copy", spacing);
    }
    ct_array_discard(&file);
    ct_free(&elements);
    return status;
}

int main(int argc, char **argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ct_status status =
        argc < 4 ? CT_ERROR_ARGUMENT : copy(argv[1], argv[2], argv[3], argc > 4 ? argv[4] : NULL);
    if (status != CT_OK && rank == 0) {
        (void)fprintf(stderr, "array_copy: error: %s\n", ct_error_message());
    }
    MPI_Finalize();
    return status != CT_OK;
}
