/* Arrays in HDF5 files: what is written is read again, from every type, layout, shape and cut. */
#include "array_files.h"
#include "expect.h"

#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/read.h"
#include "io/array/storage/source.h"
#include "io/array/storage/transfer.h"
#include "io/array/write.h"

#include <cornerturn/memory.h>
#include <hdf5.h>

static int rank, size;

/* The value that stands at position `index` of the whole array, small enough for every type. */
static double value_at(ptrdiff_t index) {
    return (double)(index % 101);
}

static ptrdiff_t index_in_whole(const ct_box *box, const ptrdiff_t *extent, ptrdiff_t element) {
    ptrdiff_t index = 0;
    ptrdiff_t stride = 1;
    for (int axis = box->axes - 1; axis >= 0; axis--) {
        index += (box->first[axis] + element % box->count[axis]) * stride;
        element /= box->count[axis];
        stride *= extent[axis];
    }
    return index;
}

/* Elements of `box` that are not what the whole array has there. */
static ptrdiff_t count_wrong(const ct_box *box, const ptrdiff_t *extent, const double *elements,
                             double imaginary) {
    ptrdiff_t wrong = 0;
    for (ptrdiff_t k = 0; k < ct_box_elements(box); k++) {
        double wanted = value_at(index_in_whole(box, extent, k));
        wrong += elements[2 * k] != wanted || elements[2 * k + 1] != imaginary * wanted;
    }
    return wrong;
}

static double *new_elements(const ct_box *box) {
    void *memory = NULL;
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, ct_box_elements(box) * CT_COMPLEX_BYTES, &memory), CT_OK);
    memset(memory, 0xFF, (size_t)ct_box_elements(box) * CT_COMPLEX_BYTES);
    return memory;
}

/* Slices cover a box once, in the order of its storage, and keep to their size. */
static void test_slices(void) {
    const ct_box box = {.axes = 4, .first = {5, 0, 7, 1}, .count = {3, 2, 4, 5}};
    const ct_box empty = {.axes = 2, .count = {3, 0}};
    for (ptrdiff_t most = 1; most <= 130; most++) {
        ct_slices slices = ct_slices_make(&box, most);
        ptrdiff_t covered = 0;
        for (ptrdiff_t index = 0; index < slices.count; index++) {
            ct_box slice;
            EXPECT_INT(ct_slices_at(&slices, index, &slice), covered);
            EXPECT(ct_box_elements(&slice) <= most);
            EXPECT_INT(ct_array_check_box(&slice, 4, (const ptrdiff_t[]){8, 2, 11, 6}), CT_OK);
            covered += ct_box_elements(&slice);
        }
        EXPECT_INT(covered, 3 * 2 * 4 * 5);
    }
    EXPECT_INT(ct_slices_make(&box, 120).count, 1);
    EXPECT_INT(ct_slices_make(&empty, 8).count, 0);
}

/* Writes by slabs of `axis`, reads by slabs of another; slices of a few elements, so that ranks
 * differ in their number. */
static void round_trip(int axes, const ptrdiff_t *extent, int axis) {
    ct_array_file *file = NULL;
    ct_array_info info;
    const char *path = files_path("round.h5");
    ct_box box = ct_slab(axes, extent, axis, size, rank);
    double *elements = new_elements(&box);
    for (ptrdiff_t k = 0; k < ct_box_elements(&box); k++) {
        elements[2 * k] = value_at(index_in_whole(&box, extent, k));
        elements[2 * k + 1] = -3 * elements[2 * k];
    }
    EXPECT_INT(ct_array_create(MPI_COMM_WORLD, path, true, &file), CT_OK);
    EXPECT_INT(ct_array_write_complex(file, "group/data", axes, extent, &box, elements, NULL),
               CT_OK);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    EXPECT(file == NULL);
    ct_free((void **)&elements);

    EXPECT_INT(ct_array_inspect(MPI_COMM_WORLD, path, "group/data", CT_ARRAY_NUMBERS, &info),
               CT_OK);
    EXPECT_INT(info.axes, axes);
    EXPECT(memcmp(info.extent, extent, (size_t)axes * sizeof *extent) == 0);
    EXPECT_TEXT(info.type, "complex128");
    EXPECT(info.is_complex);
    for (int other = 0; other < axes; other++) {
        box = ct_slab(axes, extent, other, size, rank);
        elements = new_elements(&box);
        EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, "group/data", &box, elements, NULL),
                   CT_OK);
        EXPECT_INT(count_wrong(&box, extent, elements, -3), 0);
        ct_free((void **)&elements);
    }
}

static void test_round_trips(void) {
    static const ptrdiff_t slice_bytes[] = {16, 80, 1 << 30};
    const ptrdiff_t usual = ct_array_slice_bytes;
    for (int k = 0; k < 3; k++) {
        ct_array_slice_bytes = slice_bytes[k];
        round_trip(1, (const ptrdiff_t[]){7}, 0);
        round_trip(2, (const ptrdiff_t[]){2, 11}, 0); /* fewer rows than ranks */
        round_trip(3, (const ptrdiff_t[]){1, 5, 3}, 1);
        round_trip(3, (const ptrdiff_t[]){4, 3, 2}, 2);
        round_trip(4, (const ptrdiff_t[]){2, 3, 2, 5}, 1);
        round_trip(2, (const ptrdiff_t[]){3, 0}, 0); /* no elements at all */
    }
    ct_array_slice_bytes = usual;
    round_trip(3, (const ptrdiff_t[]){31, 37, 29}, 1);
}

/* A type to read: its name, the HDF5 type, and whether the imaginary parts are -1 times the real.
 */
typedef struct input_type {
    const char *name;
    hid_t type;
    bool is_complex;
} input_type;

static hid_t complex_of(hid_t number) {
    size_t bytes = H5Tget_size(number);
    hid_t type = H5Tcreate(H5T_COMPOUND, 2 * bytes);
    H5Tinsert(type, "r", 0, number);
    H5Tinsert(type, "i", bytes, number);
    return type;
}

static hid_t half_float(H5T_order_t order) {
    hid_t type = H5Tcopy(H5T_IEEE_F32LE);
    H5Tset_fields(type, 15, 10, 5, 0, 10);
    H5Tset_size(type, 2);
    H5Tset_ebias(type, 15);
    H5Tset_order(type, order);
    return type;
}

typedef enum storage { CONTIGUOUS, COMPACT, CHUNKED, COMPRESSED, NEVER_WRITTEN, LAYOUTS } storage;

/* Rank 0 writes the whole array with HDF5 alone, from doubles that HDF5 converts. */
static void make_input(const char *path, const input_type *input, storage layout, int axes,
                       const ptrdiff_t *extent) {
    hsize_t sizes[CT_MAX_AXES] = {0};
    hsize_t chunk[CT_MAX_AXES] = {2, 3, 2, 2};
    ct_box all = ct_slab(axes, extent, 0, 1, 0);
    double *values = new_elements(&all);
    hid_t memory = input->is_complex ? complex_of(H5T_NATIVE_DOUBLE) : H5Tcopy(H5T_NATIVE_DOUBLE);
    for (ptrdiff_t k = 0; k < ct_box_elements(&all); k++) {
        values[input->is_complex ? 2 * k : k] = value_at(k);
        if (input->is_complex) {
            values[2 * k + 1] = -value_at(k);
        }
    }
    for (int axis = 0; axis < axes; axis++) {
        sizes[axis] = (hsize_t)extent[axis];
    }
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (layout == COMPACT) {
        H5Pset_layout(creation, H5D_COMPACT);
    } else if (layout == CHUNKED || layout == COMPRESSED) {
        H5Pset_chunk(creation, axes, chunk);
    }
    if (layout == COMPRESSED) {
        H5Pset_shuffle(creation);
        H5Pset_deflate(creation, 4);
        H5Pset_fletcher32(creation);
    }
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(axes, sizes, NULL);
    hid_t data = H5Dcreate2(file, "data", input->type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (layout != NEVER_WRITTEN) {
        EXPECT(H5Dwrite(data, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    }
    H5Dclose(data);
    H5Sclose(space);
    H5Fclose(file);
    H5Pclose(creation);
    H5Tclose(memory);
    ct_free((void **)&values);
}

static void read_input(const input_type *input, storage layout) {
    static const ptrdiff_t extent[] = {5, 4, 3};
    ct_array_info info;
    const char *path = files_path("input.h5");
    ct_box box = ct_slab(3, extent, layout % 2, size, rank);
    double *elements = new_elements(&box);
    if (rank == 0) {
        make_input(path, input, layout, 3, extent);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(ct_array_inspect(MPI_COMM_WORLD, path, "data", CT_ARRAY_NUMBERS, &info), CT_OK);
    EXPECT(strcmp(info.type, input->name) == 0);
    EXPECT_INT(info.is_complex, input->is_complex);
    EXPECT_INT(ct_array_read_complex(MPI_COMM_WORLD, path, "/data", &box, elements, NULL), CT_OK);
    if (layout == NEVER_WRITTEN) { /* HDF5's fill value */
        for (ptrdiff_t k = 0; k < 2 * ct_box_elements(&box); k++) {
            EXPECT(elements[k] == 0);
        }
    } else {
        EXPECT_INT(count_wrong(&box, extent, elements, input->is_complex ? -1 : 0), 0);
    }
    ct_free((void **)&elements);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void test_types(void) {
    const input_type inputs[] = {
        {"int8", H5T_STD_I8LE, false},
        {"uint8", H5T_STD_U8BE, false},
        {"int16", H5T_STD_I16BE, false},
        {"uint16", H5T_STD_U16LE, false},
        {"int32", H5T_STD_I32LE, false},
        {"uint32", H5T_STD_U32BE, false},
        {"int64", H5T_STD_I64BE, false},
        {"uint64", H5T_STD_U64LE, false},
        {"float16", half_float(H5T_ORDER_LE), false},
        {"float32", H5T_IEEE_F32BE, false},
        {"float64", H5T_IEEE_F64LE, false},
        {"float64", H5T_IEEE_F64BE, false},
        {"float128", H5T_NATIVE_LDOUBLE, false},
        {"complex32", complex_of(half_float(H5T_ORDER_BE)), true},
        {"complex64", complex_of(H5T_IEEE_F32LE), true},
        {"complex128", complex_of(H5T_IEEE_F64BE), true},
        {"complex256", complex_of(H5T_NATIVE_LDOUBLE), true},
    };
    for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++) {
        for (storage layout = CONTIGUOUS; layout < LAYOUTS; layout++) {
            read_input(&inputs[k], layout);
        }
    }
    ct_array_slice_bytes = 48; /* once more in many slices */
    read_input(&inputs[4], CONTIGUOUS);
    read_input(&inputs[15], COMPRESSED);
    read_input(&inputs[16], CONTIGUOUS);
    ct_array_slice_bytes = (ptrdiff_t)1 << 30;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    files_begin();
    test_slices();
    test_round_trips();
    test_types();
    EXPECT_INT(files_count(0), 2); /* nothing temporary stays */
    EXPECT_INT(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_FILE | H5F_OBJ_DATASET | H5F_OBJ_ATTR),
               0);
    files_end();
    MPI_Finalize();
    return expect_status();
}
