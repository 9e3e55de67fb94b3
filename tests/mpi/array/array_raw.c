/* Arrays of elements as they are: written box by box, read in parts, of types of their own; what is
 * said of types; what is refused. */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/read.h"
#include "io/array/storage/transfer.h"
#include "io/array/storage/type.h"
#include "io/array/write.h"

#include <cornerturn/memory.h>
#include <hdf5.h>

enum { ROWS = 7, COLUMNS = 9, ELEMENT = 24 };

static int rank, size;
static const ptrdiff_t extent[2] = {ROWS, COLUMNS};

/* Byte `byte` of the element at (row, column). */
static unsigned char byte_at(ptrdiff_t row, ptrdiff_t column, ptrdiff_t byte, ptrdiff_t element) {
    return (unsigned char)(((row * COLUMNS + column) * element + byte) * 7 % 251);
}

static void fill(const ct_box *box, ptrdiff_t element, unsigned char *bytes) {
    for (ptrdiff_t i = 0; i < ct_box_elements(box) * element; i++) {
        ptrdiff_t k = i / element;
        bytes[i] = byte_at(box->first[0] + k / box->count[1], box->first[1] + k % box->count[1],
                           i % element, element);
    }
}

/* A file with a dataset of a compound, "like". */
static void make_like(void) {
    if (rank == 0) {
        hid_t file = H5Fcreate(files_path("like.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        hid_t type = H5Tcreate(H5T_COMPOUND, ELEMENT);
        hid_t space = H5Screate_simple(2, (const hsize_t[]){1, 1}, NULL);
        H5Tinsert(type, "x", 2, H5T_IEEE_F64BE);
        H5Tinsert(type, "n", 17, H5T_STD_U16LE); /* bytes between members are kept, too */
        hid_t data = H5Dcreate2(file, "like", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dclose(data);
        H5Sclose(space);
        H5Tclose(type);
        H5Fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Writes the array in two panels, each cut between the ranks along another axis; reads all of it,
 * and a part. */
static void expect_boxes(const char *name, ptrdiff_t element, int is_like) {
    unsigned char bytes[ROWS * COLUMNS * 32];
    unsigned char found[ROWS * COLUMNS * 32];
    ct_array_file *file = NULL;
    ct_array_info info;
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path("raw.h5"), true, &file), CT_OK);
    EXPECT_INT(is_like ? ct_array_add_like(file, "a/b", 2, extent, files_path("like.h5"), name)
                       : ct_array_add_numbers(file, "a/b", 2, extent, name),
               CT_OK);
    for (int panel = 0; panel < 2; panel++) {
        const ptrdiff_t part[2] = {panel == 0 ? 3 : ROWS - 3, COLUMNS};
        ct_box box = ct_slab(2, part, 1 - panel, size, rank);
        box.first[0] += panel == 0 ? 0 : 3;
        fill(&box, element, bytes);
        EXPECT_INT(ct_array_write(file, &box, bytes, NULL), CT_OK);
    }
    const ct_box outside = {2, {0, 0}, {ROWS, COLUMNS + 1}};
    EXPECT_INT(ct_array_write(file, &outside, bytes, NULL), CT_ERROR_INTERNAL);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    EXPECT_INT(ct_array_inspect(MPI_COMM_WORLD, files_path("raw.h5"), "a/b", CT_ARRAY_ANY, &info),
               CT_OK);
    EXPECT_INT(info.element_bytes, element);
    EXPECT(is_like || strcmp(info.type, name) == 0);
    for (int way = 0; way < 2; way++) {
        const ct_box part = {2, {rank % 2, 2}, {ROWS - 2, 4}};
        const ct_box whole = ct_slab(2, extent, 0, size, rank);
        const ct_box *box = way == 0 ? &whole : &part;
        const size_t count = (size_t)(ct_box_elements(box) * element);
        memset(found, 0, sizeof found);
        EXPECT_INT(ct_array_read(MPI_COMM_WORLD, files_path("raw.h5"), "a/b", box, found, NULL),
                   CT_OK);
        fill(box, element, bytes);
        EXPECT_INT(memcmp(found, bytes, count), 0);
    }
}

/* Which byte has the sign of the imaginary part. */
static void expect_sign_byte(hid_t number, ptrdiff_t wanted) {
    ct_array_info info;
    hid_t type = H5I_INVALID_HID;
    EXPECT_INT(ct_make_complex_type(number, &type), CT_OK);
    EXPECT_INT(ct_source_elements("a test", type, CT_ARRAY_ANY, &info), CT_OK);
    EXPECT(info.is_complex && info.is_number);
    EXPECT_INT(info.sign_byte, wanted);
    H5Tclose(type);
}

static void expect_types(void) {
    ct_array_info info;
    expect_sign_byte(H5T_IEEE_F32LE, 7);
    expect_sign_byte(H5T_IEEE_F32BE, 4);
    expect_sign_byte(H5T_IEEE_F64LE, 15);
    expect_sign_byte(H5T_IEEE_F64BE, 8);
#ifdef __x86_64__
    expect_sign_byte(H5T_NATIVE_LDOUBLE, 25); /* 80 bits of 128 */
#endif
    EXPECT_INT(ct_array_number_info("uint16", &info), CT_OK);
    EXPECT(info.is_number && !info.is_complex);
    EXPECT_INT(info.element_bytes, 2);
    EXPECT_INT(info.sign_byte, -1);
    EXPECT_INT(ct_array_number_info("decimal", &info), CT_ERROR_INTERNAL);
}

static void expect_refusals(void) {
    ct_array_file *file = NULL;
    ct_array_info info;
    EXPECT_INT(
        ct_array_inspect(MPI_COMM_WORLD, files_path("like.h5"), "like", CT_ARRAY_NUMBERS, &info),
        CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "another compound");
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, files_path("bad.h5"), true, &file), CT_OK);
    EXPECT_INT(ct_array_add_numbers(file, "x", 2, extent, "decimal"), CT_ERROR_INTERNAL);
    EXPECT_INT(ct_array_add_numbers(file, "x", 5, extent, "int8"), CT_ERROR_INTERNAL);
    EXPECT_INT(ct_array_add_like(file, "x", 2, extent, files_path("like.h5"), "none"),
               CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "like.h5");
    EXPECT_INT(ct_array_add_like(file, "x", 2, extent, files_path("none.h5"), "like"),
               CT_ERROR_FILE);
    ct_array_discard(&file);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    files_begin();
    make_like();
    for (int slices = 0; slices < 2; slices++) {
        expect_boxes("like", ELEMENT, 1);
        for (int i = 0; ct_array_numbers[i] != NULL; i++) {
            ct_array_info info;
            EXPECT_INT(ct_array_number_info(ct_array_numbers[i], &info), CT_OK);
            expect_boxes(ct_array_numbers[i], info.element_bytes, 0);
        }
        ct_array_slice_bytes = 40; /* once more in many slices */
    }
    expect_types();
    expect_refusals();
    files_end();
    MPI_Finalize();
    return expect_status();
}
