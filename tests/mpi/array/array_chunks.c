/* Chunks: each is decompressed once for all ranks, and compressed once where the ranks' boxes
 * allow; hints reach MPI-IO. A filter of this test's own counts; it adds a byte, so that no other
 * reads what it wrote. */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/layout.h"
#include "io/array/read.h"
#include "io/array/storage/access.h"
#include "io/array/write.h"

#include <hdf5.h>

enum { FILTER = 300, ROWS = 12, COLUMNS = 10, COUNT = ROWS * COLUMNS, MOST_S = 60 };

static int rank, size;
static long decoded, encoded; /* chunks, on this rank */
static char hint[64];

/* Instead of MPI's: notes a hint. */
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): MPIs differ
int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file) {
    int is_there = 0;
    (void)snprintf(hint, sizeof hint, "none");
    if (info != MPI_INFO_NULL) {
        MPI_Info_get(info, "striping_unit", (int)sizeof hint - 1, hint, &is_there);
    }
    return PMPI_File_open(comm, name, mode, info, file);
}

/* Inverts all bits. */
static size_t invert(unsigned flags, size_t count, const unsigned *values, size_t bytes,
                     size_t *allocated, void **buffer) {
    unsigned char *at = *buffer;
    (void)count;
    (void)values;
    (void)allocated;
    for (size_t i = 0; i < bytes; i++) {
        at[i] = (unsigned char)~at[i];
    }
    *((flags & H5Z_FLAG_REVERSE) != 0 ? &decoded : &encoded) += 1;
    return bytes;
}

static void begin_filter(void) {
    static const H5Z_class2_t class = {H5Z_CLASS_T_VERS, FILTER, 1,    1,
                                       "counted",        NULL,   NULL, invert};
    EXPECT(H5Zregister(&class) >= 0);
}

static long everywhere(long mine) {
    long all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static double at(ptrdiff_t row, ptrdiff_t column) {
    return (double)(row * COLUMNS + column) + 0.5;
}

static int wrong_in(const ct_box *box, const double *values) {
    int wrong = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        wrong +=
            values[i] != at(box->first[0] + i / box->count[1], box->first[1] + i % box->count[1]);
    }
    return wrong;
}

/* Writes all by boxes along an axis; the file stays. Returns how often a chunk was compressed. */
static long write_all(const ct_array_layout *layout, int axis, int parts) {
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    ct_box box = {.axes = 2};
    double values[COUNT];
    ct_array_file *file = NULL;
    if (rank < parts) { /* ranks beyond have nothing */
        box = ct_slab(2, extent, axis, parts, rank);
    }
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        values[i] = at(box.first[0] + i / box.count[1], box.first[1] + i % box.count[1]);
    }
    encoded = 0;
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path("c.h5"), true, &file), CT_OK);
    EXPECT_INT(ct_array_set_layout(file, layout, &box), CT_OK);
    EXPECT_INT(ct_array_add_numbers(file, "x", 2, extent, "float64"), CT_OK);
    EXPECT_INT(ct_array_write(file, &box, values, NULL), CT_OK);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    return everywhere(encoded);
}

/* Reads with these boxes. Returns how often a chunk was decompressed. */
static long read_all(const ct_box *box) {
    double values[COUNT];
    double twice[2 * COUNT];
    decoded = 0;
    EXPECT_INT(ct_array_read(MPI_COMM_WORLD, files_path("c.h5"), "x", box, values, NULL), CT_OK);
    const long count = everywhere(decoded);
    EXPECT_INT(wrong_in(box, values), 0);
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, files_path("c.h5"), "x", box, twice, NULL),
               CT_OK);
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        values[i] = twice[2 * i] + twice[2 * i + 1];
    }
    EXPECT_INT(wrong_in(box, values), 0);
    return count;
}

static void read_in_all_ways(long chunks) {
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const ct_box whole = {.axes = 2, .count = {ROWS, COLUMNS}};
    const ct_box none = {.axes = 2};
    for (int axis = 0; axis < 2; axis++) {
        const ct_box slab = ct_slab(2, extent, axis, size, rank);
        EXPECT_INT(read_all(&slab), chunks);
    }
    EXPECT_INT(read_all(&whole), chunks); /* every rank wants all */
    EXPECT_INT(read_all(rank == size - 1 ? &whole : &none), chunks);
    const ct_box part = {.axes = 2, .first = {1, rank}, .count = {2, 1}};
    EXPECT_INT(read_all(&part), 1); /* chunks that nobody wants stay as they are */
}

/* A chunk that cannot be read fails on all ranks. */
static void fail_together(void) {
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const ct_box box = ct_slab(2, extent, 1, size, rank);
    double values[COUNT];
    EXPECT(H5Zunregister(FILTER) >= 0);
    EXPECT_INT(ct_array_read(MPI_COMM_WORLD, files_path("c.h5"), "x", &box, values, NULL),
               CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "its filter");
    begin_filter();
}

static void pass_hints(void) {
    ct_array_access access = {"striping_unit=8192, romio_cb_write=enable", 4096, 4096};
    EXPECT_INT(ct_array_set_access(&access), CT_OK);
    (void)write_all(&(ct_array_layout){.is_chunked = false}, 0, size);
    EXPECT_TEXT(hint, "8192");
    const char *const bad[] = {"striping_unit", "=1", "a=", "a b=1", "a=1,b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        access.hints = bad[i];
        EXPECT_INT(ct_array_set_access(&access), CT_ERROR_CONFIG);
        EXPECT_TEXT(ct_error_message(), "io.hints");
    }
    access.hints = "";
    EXPECT_INT(ct_array_set_access(&access), CT_OK);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    (void)alarm(MOST_S);
    files_begin();
    begin_filter();
    ct_array_layout layout = {
        .is_chunked = true, .chunk_axes = 2, .chunk = {5, 4}, .filter = FILTER};
    for (int parts = size > 1 ? size - 1 : 1; parts <= size; parts++) {
        (void)write_all(&layout, parts == size, parts);
        read_in_all_ways(9);
    }
    fail_together();
    layout.chunk_axes = 0;
    /* So small an array is one chunk. HDF5 also compresses an empty one on each rank, on opening.
     */
    EXPECT_INT(write_all(&layout, 0, size), 1 + size);
    pass_hints();
    files_end();
    MPI_Finalize();
    return expect_status();
}
