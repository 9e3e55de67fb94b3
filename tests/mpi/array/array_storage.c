/* Every way in which HDF5 stores a dataset, written before or never, read and written with every
 * rank in turn holding nothing, and with every rank in turn holding all: ranks must not part. One
 * that waits for ever is ended by a signal. */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/read.h"
#include "io/array/write.h"

#include <hdf5.h>

enum { ROWS = 6, COLUMNS = 5, COUNT = ROWS * COLUMNS, FILL = 7, MOST_S = 60 };

static int rank, size;
static const hsize_t extent[2] = {ROWS, COLUMNS};

typedef struct storage {
    const char *name;
    bool is_written;  /* else it has fill values */
    bool is_writable; /* one run of bytes, or chunks, in the file itself */
    void (*shape)(hid_t creation);
} storage;

static void contiguous(hid_t creation) {
    H5Pset_layout(creation, H5D_CONTIGUOUS);
}

static void late(hid_t creation) {
    contiguous(creation);
    H5Pset_alloc_time(creation, H5D_ALLOC_TIME_LATE);
}

static void early(hid_t creation) {
    contiguous(creation);
    H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
}

static void compact(hid_t creation) {
    H5Pset_layout(creation, H5D_COMPACT);
}

static void chunked(hid_t creation) {
    H5Pset_chunk(creation, 2, (const hsize_t[]){4, 2});
}

static void filtered(hid_t creation) {
    chunked(creation);
    H5Pset_shuffle(creation);
    H5Pset_deflate(creation, 1);
}

static void external(hid_t creation) {
    H5Pset_external(creation, files_path("outside.bin"), 0, H5F_UNLIMITED);
}

static void missing(hid_t creation) {
    H5Pset_external(creation, files_path("none.bin"), 0, H5F_UNLIMITED);
}

/* Half of it of a dataset that is there, half of one that is missing. */
static void virtual(hid_t creation) {
    hid_t space = H5Screate_simple(2, extent, NULL);
    hid_t source = H5Screate_simple(2, extent, NULL);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, (const hsize_t[]){0, 0}, NULL,
                        (const hsize_t[]){ROWS / 2, COLUMNS}, NULL);
    H5Sselect_hyperslab(source, H5S_SELECT_SET, (const hsize_t[]){0, 0}, NULL,
                        (const hsize_t[]){ROWS / 2, COLUMNS}, NULL);
    H5Pset_virtual(creation, space, files_path("storage.h5"), "contiguous", source);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, (const hsize_t[]){ROWS / 2, 0}, NULL,
                        (const hsize_t[]){ROWS / 2, COLUMNS}, NULL);
    H5Pset_virtual(creation, space, files_path("none.h5"), "missing", source);
    H5Sclose(source);
    H5Sclose(space);
}

static const storage storages[] = {{"contiguous", true, true, contiguous},
                                   {"late", true, true, late},
                                   {"early", true, true, early},
                                   {"compact", true, false, compact},
                                   {"chunked", true, true, chunked},
                                   {"filtered", true, true, filtered},
                                   {"external", true, false, external},
                                   {"virtual", false, false, virtual},
                                   {"contiguous, never", false, false, contiguous},
                                   {"late, never", false, false, late},
                                   {"early, never", false, true, early},
                                   {"compact, never", false, false, compact},
                                   {"chunked, never", false, true, chunked},
                                   {"filtered, never", false, true, filtered},
                                   {"external, missing", false, false, missing}};
enum { STORAGES = sizeof storages / sizeof *storages };

static void make_dataset(hid_t file, const storage *kind) {
    short values[COUNT];
    const short fill = FILL;
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = H5Screate_simple(2, extent, NULL);
    for (int k = 0; k < COUNT; k++) {
        values[k] = (short)(k - 9);
    }
    H5Pset_fill_value(creation, H5T_NATIVE_SHORT, &fill);
    kind->shape(creation);
    hid_t data =
        H5Dcreate2(file, kind->name, H5T_STD_I16BE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    EXPECT(data >= 0);
    if (kind->is_written) {
        EXPECT(H5Dwrite(data, H5T_NATIVE_SHORT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    }
    H5Dclose(data);
    H5Sclose(space);
    H5Pclose(creation);
}

static void make_file(const char *path, const storage *first, int count) {
    if (rank == 0) {
        hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        for (int i = 0; i < count; i++) {
            make_dataset(file, &first[i]);
        }
        EXPECT(H5Fclose(file) >= 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Ways to deal the array out: rank `way` has nothing and the others slabs, along either axis, for
 * way < size; all have slabs; from there on rank way - size - 1 has everything. */
static ct_box deal(int way, int axis) {
    const ptrdiff_t whole[2] = {ROWS, COLUMNS};
    const bool has_all = way > size;
    const int lacks = way < size ? 1 : 0;
    if (rank == way || (lacks && size == 1) || (has_all && rank != way - size - 1)) {
        return (ct_box){.axes = 2};
    }
    return has_all ? ct_slab(2, whole, axis, 1, 0)
                   : ct_slab(2, whole, axis, size - lacks, lacks && rank > way ? rank - 1 : rank);
}

static double wanted_at(const storage *kind, ptrdiff_t k) {
    const bool is_there = kind->is_written || (kind->shape == virtual && k < COUNT / 2);
    return is_there ? (double)(k - 9) : FILL;
}

static void expect_read(const storage *kind, const ct_box *box) {
    const char *path = files_path("storage.h5");
    double reals[COUNT];
    double complexes[2 * COUNT];
    short raw[COUNT];
    const int failed = expect_failed;
    if (kind->shape == missing) { /* the file outside cannot be read, and all ranks hear of it */
        EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, kind->name, box, complexes, NULL),
                   CT_ERROR_FILE);
        EXPECT_INT(ct_array_read(MPI_COMM_WORLD, path, kind->name, box, raw, NULL), CT_ERROR_FILE);
        return;
    }
    EXPECT_INT(ct_array_read_numbers(MPI_COMM_WORLD, path, kind->name, "float64", box, reals, NULL),
               CT_OK);
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, kind->name, box, complexes, NULL),
               CT_OK);
    EXPECT_INT(ct_array_read(MPI_COMM_WORLD, path, kind->name, box, raw, NULL), CT_OK);
    int wrong = 0;
    if (expect_failed > failed) {
        (void)fprintf(stderr, "    \"%s\": %s\n", kind->name, ct_error_message());
        return;
    }
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        const ptrdiff_t row = box->first[0] + i / box->count[1];
        const double wanted = wanted_at(kind, row * COLUMNS + box->first[1] + i % box->count[1]);
        const short swapped = (short)__builtin_bswap16((unsigned short)raw[i]);
        wrong += reals[i] != wanted || complexes[2 * i] != wanted || complexes[2 * i + 1] != 0 ||
                 swapped != (short)wanted;
    }
    EXPECT_INT(wrong, 0);
}

/* Overwrites a dataset of a file that some run left, and looks at it by HDF5 alone. */
static void expect_written(const storage *kind, const ct_box *box) {
    ct_array_file *file = NULL;
    unsigned short elements[COUNT];
    short found[COUNT] = {0};
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        const ptrdiff_t row = box->first[0] + i / box->count[1];
        const ptrdiff_t k = row * COLUMNS + box->first[1] + i % box->count[1];
        elements[i] = __builtin_bswap16((unsigned short)(100 + k));
    }
    make_file(files_path("again.h5"), kind, 1);
    EXPECT_INT(ct_array_reopen(MPI_COMM_WORLD, files_path("again.h5"), &file), CT_OK);
    if (!kind->is_writable) {
        EXPECT_INT(ct_array_select(file, kind->name), CT_ERROR_FILE);
        EXPECT_TEXT(ct_error_message(), "one run of bytes");
        ct_array_discard(&file);
        if (rank == 0) {
            EXPECT_INT(unlink(files_path("again.h5.partial")), 0);
        }
        return;
    }
    EXPECT_INT(ct_array_select(file, kind->name), CT_OK);
    EXPECT_INT(ct_array_write(file, box, elements, NULL), CT_OK);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    if (rank == 0) {
        hid_t made = H5Fopen(files_path("again.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
        hid_t data = H5Dopen2(made, kind->name, H5P_DEFAULT);
        EXPECT(H5Dread(data, H5T_NATIVE_SHORT, H5S_ALL, H5S_ALL, H5P_DEFAULT, found) >= 0);
        int wrong = 0;
        for (int k = 0; k < COUNT; k++) {
            wrong += found[k] != 100 + k;
        }
        EXPECT_INT(wrong, 0);
        H5Dclose(data);
        H5Fclose(made);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    (void)alarm(MOST_S);
    files_begin();
    make_file(files_path("storage.h5"), storages, STORAGES);
    for (int i = 0; i < STORAGES; i++) {
        for (int way = size == 1 ? size : 0; way <= 2 * size; way++) {
            for (int axis = 0; axis < 2; axis++) {
                const ct_box box = deal(way, axis);
                expect_read(&storages[i], &box);
                expect_written(&storages[i], &box);
            }
        }
    }
    files_end();
    MPI_Finalize();
    return expect_status();
}
