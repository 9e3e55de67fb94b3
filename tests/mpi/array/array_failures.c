/* Files that cannot be read, and places that cannot be written: each has its message, the same on
 * all ranks, and nothing is changed. */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/metadata.h"
#include "io/array/read.h"
#include "io/array/storage/source.h"
#include "io/array/write.h"
#include "io/output/xdmf.h"

#include <hdf5.h>
#include <sys/resource.h>

static int rank, size;

static void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static hid_t text_type(void) {
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    return type;
}

/* {first, second} of floats; `gap` bytes of padding between them. */
static hid_t pair_type(const char *first, const char *second, size_t gap) {
    hid_t type = H5Tcreate(H5T_COMPOUND, 8 + gap);
    H5Tinsert(type, first, 0, H5T_IEEE_F32LE);
    H5Tinsert(type, second, 4 + gap, H5T_IEEE_F32LE);
    return type;
}

static void add(hid_t file, const char *name, hid_t type, int axes) {
    const hsize_t extent[] = {3, 3, 3, 3, 3};
    hid_t space = H5Screate_simple(axes, extent, NULL);
    EXPECT(H5Dclose(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)) >=
           0);
    H5Sclose(space);
}

/* A file with one dataset of each wrong kind. */
static void make_wrong_datasets(const char *path) {
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t nothing = H5Screate(H5S_NULL);
    H5Gclose(H5Gcreate2(file, "a group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    add(file, "a group/good", H5T_STD_I16LE, 2);
    add(file, "texts", text_type(), 1);
    add(file, "points", pair_type("x", "y", 0), 1);
    add(file, "padded", pair_type("r", "i", 4), 1);
    add(file, "single", H5T_IEEE_F64LE, 0);
    add(file, "five", H5T_IEEE_F64LE, 5);
    H5Dclose(H5Dcreate2(file, "nothing", H5T_IEEE_F64LE, nothing, H5P_DEFAULT, H5P_DEFAULT,
                        H5P_DEFAULT));
    H5Sclose(nothing);
    H5Fclose(file);
}

static void expect_unreadable(const char *name, const char *dataset, const char *words) {
    ct_array_info info;
    const char *path = files_path(name);
    ct_box box = {.axes = 2};
    EXPECT_INT(ct_array_inspect(MPI_COMM_WORLD, path, dataset, CT_ARRAY_NUMBERS, &info),
               CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), words);
    EXPECT_TEXT(ct_error_message(), path);
    EXPECT(strstr(ct_error_message(), "on rank") == NULL);
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, dataset, &box, NULL, NULL),
               CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), words);
}

static void write_bytes(const char *name, const void *bytes, size_t count) {
    FILE *file = fopen(files_path(name), "wb");
    EXPECT(file != NULL && fwrite(bytes, 1, count, file) == count && fclose(file) == 0);
}

/* The good file without its last bytes, and without all but its first. */
static void make_truncated(void) {
    static char bytes[1 << 16];
    FILE *file = fopen(files_path("good.h5"), "rb");
    size_t count = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    EXPECT(file != NULL && fclose(file) == 0 && count > 600);
    write_bytes("shorter.h5", bytes, count - 1);
    write_bytes("head.h5", bytes, 100);
    memset(bytes + 100, 0xA5, count - 100);
    write_bytes("damaged.h5", bytes, count);
}

static void test_unreadable(void) {
    ct_array_info info;
    if (rank == 0) {
        make_wrong_datasets(files_path("good.h5"));
        make_truncated();
        write_bytes("empty.h5", "", 0);
        write_bytes("notes.txt", "no numbers\n", 11);
        EXPECT_INT(mkdir(files_path("directory"), 0700), 0);
        EXPECT_INT(mkfifo(files_path("pipe"), 0600), 0);
    }
    barrier();
    expect_unreadable("none.h5", "x", "No such file or directory");
    expect_unreadable("notes.txt/x.h5", "x", "Not a directory");
    expect_unreadable("directory", "x", "is a directory");
    expect_unreadable("pipe", "x", "not a regular file");
    expect_unreadable("empty.h5", "x", "not an HDF5 file");
    expect_unreadable("notes.txt", "x", "not an HDF5 file");
    expect_unreadable("shorter.h5", "texts", "truncated file");
    expect_unreadable("head.h5", "texts", "truncated");
    expect_unreadable("damaged.h5", "texts", "damaged.h5");
    expect_unreadable("good.h5", "brain", "datasets there: a group/good, five, nothing, ");
    expect_unreadable("good.h5", "brain", ", ...");
    expect_unreadable("good.h5", "", "datasets there");
    expect_unreadable("good.h5", "a group", "it is a group, not a dataset");
    expect_unreadable("good.h5", "texts", "it holds strings; allowed: integers, floats");
    expect_unreadable("good.h5", "points", "another compound");
    expect_unreadable("good.h5", "padded", "another compound");
    expect_unreadable("good.h5", "single", "0 axes");
    expect_unreadable("good.h5", "five", "it has 5 axes; allowed: 1 to 4");
    expect_unreadable("good.h5", "nothing", "it is empty");
    EXPECT_INT(ct_array_inspect(MPI_COMM_WORLD, files_path("good.h5"), "a group/good",
                                CT_ARRAY_NUMBERS, &info),
               CT_OK);
}

/* A box outside the array on one rank alone is a defect of the caller, and all hear of it. */
static void test_wrong_boxes(void) {
    double elements[18] = {0};
    const char *path = files_path("good.h5");
    ct_box box = {.axes = 2, .first = {0, rank == size - 1 ? 1 : 0}, .count = {3, 3}};
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, "a group/good", &box, elements, NULL),
               CT_ERROR_INTERNAL);
    EXPECT_TEXT(ct_error_message(), "outside axis 1 of 3 positions");
    box = (ct_box){.axes = 1, .count = {3}};
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, "a group/good", &box, elements, NULL),
               CT_ERROR_INTERNAL);
}

static void expect_unwritable(const char *name, bool overwrite, const char *words) {
    ct_array_file *file = NULL;
    EXPECT_INT(ct_array_can_create(MPI_COMM_WORLD, files_path(name), overwrite), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), words);
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path(name), overwrite, &file), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), words);
    EXPECT(file == NULL);
}

static void test_unwritable(void) {
    char long_name[300];
    ct_array_file *file = NULL;
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    int before = files_count(0);
    barrier();
    expect_unwritable("none/out.h5", true, "No such file or directory");
    expect_unwritable("notes.txt/out.h5", true, "notes.txt is not a directory");
    expect_unwritable("directory", true, "is a directory");
    expect_unwritable("pipe", true, "not a regular file");
    expect_unwritable("good.h5", false, "exists; set output.overwrite: true to replace it");
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path(long_name), true, &file), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "File name too long");
    EXPECT_INT(ct_array_can_create(MPI_COMM_WORLD, "", true), CT_ERROR_FILE);
    EXPECT_INT(ct_array_can_create(MPI_COMM_WORLD, files_path("good.h5"), true), CT_OK);
    EXPECT_INT(ct_array_can_create(MPI_COMM_WORLD, files_path("new.h5"), false), CT_OK);
    barrier();
    EXPECT_INT(files_count(0), before);
    barrier();
}

/* The first bytes of file `name`, as text. */
static const char *contents(const char *name) {
    static char bytes[64];
    memset(bytes, 0, sizeof bytes);
    FILE *file = fopen(files_path(name), "rb");
    EXPECT(file != NULL && fread(bytes, 1, sizeof bytes - 1, file) > 0 && fclose(file) == 0);
    return bytes;
}

static ct_status write_rows(ct_array_file *file, const char *dataset, ptrdiff_t rows) {
    const ptrdiff_t whole[] = {rows, 1000};
    ct_box box = ct_slab(2, whole, 0, size, rank);
    void *elements = calloc((size_t)ct_box_elements(&box) + 1, CT_COMPLEX_BYTES);
    ct_status status = ct_array_write_complex(file, dataset, 2, whole, &box, elements, NULL);
    free(elements);
    return status;
}

/* An old file stays as it was until the new one is complete. */
static void test_replacing(void) {
    const double numbers[] = {1, 2};
    ct_array_file *file = NULL;
    const char *path = files_path("old.h5");
    if (rank == 0) {
        write_bytes("old.h5", "precious", 8);
    }
    barrier();
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, path, true, &file), CT_OK);
    EXPECT_INT(write_rows(file, "data", 5), CT_OK);
    EXPECT_INT(write_rows(file, "data", 5), CT_ERROR_FILE); /* the name is taken */
    EXPECT_TEXT(ct_error_message(), "already exists");
    EXPECT_INT(ct_array_attribute(file, "none", "what", "x"), CT_ERROR_FILE);
    EXPECT_INT(ct_array_attribute_reals(file, "data", "numbers", 2, numbers), CT_OK);
    EXPECT_INT(ct_array_attribute_reals(file, "data", "numbers", 2, numbers), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "numbers");
    EXPECT(strcmp(contents("old.h5"), "precious") == 0);
    ct_array_discard(&file);
    EXPECT(file == NULL);
    EXPECT(strcmp(contents("old.h5"), "precious") == 0);
    barrier();

    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, path, true, &file), CT_OK);
    EXPECT_INT(write_rows(file, "data", 1), CT_OK);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    EXPECT(strcmp(contents("old.h5") + 1, "HDF\r\n\032\n") == 0);
}

/* A file that came while we wrote is not replaced. */
static void test_late_arrival(void) {
    ct_array_file *file = NULL;
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path("late.h5"), false, &file), CT_OK);
    EXPECT_INT(write_rows(file, "data", 3), CT_OK);
    barrier();
    if (rank == 0) {
        write_bytes("late.h5", "somebody's", 10);
    }
    barrier();
    EXPECT_INT(ct_array_commit(&file), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "late.h5 exists; set output.overwrite: true to replace it");
    EXPECT(file == NULL);
    EXPECT(strcmp(contents("late.h5"), "somebody's") == 0);
    barrier();
}

/* More than may be written is refused before anything is; SIGXFSZ would end the test. */
static void test_limits(void) {
    struct rlimit usual;
    ct_array_file *file = NULL;
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path("big.h5"), false, &file), CT_OK);
    EXPECT_INT(getrlimit(RLIMIT_FSIZE, &usual), 0);
    struct rlimit small = {.rlim_cur = 300000, .rlim_max = usual.rlim_max};
    EXPECT_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_INT(write_rows(file, "data", 20), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "the limit on file sizes here (ulimit -f) is 0.0003 GB");
    EXPECT_INT(write_rows(file, "data", 2), CT_OK);
    EXPECT_INT(setrlimit(RLIMIT_FSIZE, &usual), 0);
    const ptrdiff_t whole[] = {1000000, 1000000000};
    const ct_box nothing = {.axes = 2};
    EXPECT_INT(ct_array_write_complex(file, "too big", 2, whole, &nothing, NULL, NULL),
               CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "it needs 1.6e+07 GB, and ");
    ct_array_discard(&file);
}

static void test_xdmf(void) {
    if (rank == 0) {
        EXPECT_INT(ct_xdmf_write(files_path("a.xdmf"), files_path("good.h5"), "padded", NULL),
                   CT_ERROR_INTERNAL); /* no numbers */
        EXPECT_INT(ct_xdmf_write(files_path("a.xdmf"), files_path("none.h5"), "data", NULL),
                   CT_ERROR_FILE);
    }
    barrier();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    files_begin();
    test_unreadable();
    test_wrong_boxes();
    test_unwritable();
    test_replacing();
    test_late_arrival();
    test_limits();
    test_xdmf();
    barrier();
    EXPECT_INT(files_count(0), 10); /* nothing temporary stays */
    EXPECT_INT(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_FILE | H5F_OBJ_DATASET | H5F_OBJ_ATTR),
               0);
    files_end();
    MPI_Finalize();
    return expect_status();
}
