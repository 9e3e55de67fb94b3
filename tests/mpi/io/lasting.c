/* Files that several runs work on: arrays with their notes, and tables. */
#include "expect.h"
#include "scratch.h"

#include "io/array/file.h"
#include "io/array/metadata.h"
#include "io/array/read.h"
#include "io/array/write.h"
#include "io/output/table.h"
#include "io/output/xdmf.h"

#include <math.h>

enum { ROWS = 6, COLUMNS = 5, SNAPSHOTS = 3 };

static int rank, size;

static int exists(const char *name) {
    return access(scratch_path(name), F_OK) == 0;
}

/* Writes snapshot `index` of the selected dataset, its number in every place. */
static void put_snapshot(ct_array_file *file, ptrdiff_t index) {
    const ptrdiff_t extent[] = {ROWS, COLUMNS};
    const ct_box part = ct_slab(2, extent, 0, size, rank);
    const ct_box box = {
        .axes = 3, .first = {index, part.first[0], 0}, .count = {1, part.count[0], COLUMNS}};
    double values[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        values[i] = (double)index + 1;
    }
    EXPECT_INT(ct_array_write(file, &box, values, NULL), CT_OK);
}

/* A first run: two snapshots, of which the second comes after the promise to keep the file. */
static void begin(void) {
    const ptrdiff_t extent[] = {SNAPSHOTS, ROWS, COLUMNS};
    const double unknown[SNAPSHOTS] = {NAN, NAN, NAN};
    const double positions[] = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    const double first = 0.25;
    ct_array_file *file = NULL;
    EXPECT_INT(ct_array_create_resumable(MPI_COMM_WORLD, scratch_path("u.h5"), false, &file),
               CT_OK);
    EXPECT_INT(ct_array_put_reals(file, "time", SNAPSHOTS, unknown), CT_OK);
    EXPECT_INT(ct_array_put_reals(file, "y", ROWS, positions), CT_OK);
    EXPECT_INT(ct_array_put_reals(file, "x", COLUMNS, positions), CT_OK);
    EXPECT_INT(ct_array_add_numbers(file, "u", 3, extent, "float64"), CT_OK);
    EXPECT_INT(ct_array_attribute(file, "u", "run", "the first"), CT_OK);
    put_snapshot(file, 0);
    EXPECT_INT(ct_array_change_reals(file, "time", 0, 1, &first), CT_OK);
    EXPECT_INT(ct_array_flush(file), CT_OK);
    ct_array_preserve(file, true);
    put_snapshot(file, 1);
    ct_array_discard(&file);
    EXPECT(exists("u.h5.partial") && !exists("u.h5"));
}

/* A second run goes on; so does a third with what the second had finished. */
static void go_on(double time, ptrdiff_t index) {
    ct_array_file *file = NULL;
    EXPECT_INT(ct_array_reopen(MPI_COMM_WORLD, scratch_path("u.h5"), &file), CT_OK);
    EXPECT_TEXT(ct_array_temporary(file), "u.h5.partial");
    EXPECT_INT(ct_array_select(file, "u"), CT_OK);
    put_snapshot(file, index);
    EXPECT_INT(ct_array_change_reals(file, "time", index, 1, &time), CT_OK);
    EXPECT_INT(ct_array_commit(&file), CT_OK);
    EXPECT(exists("u.h5") && !exists("u.h5.partial"));
}

static void look(void) {
    ptrdiff_t count = 0;
    double *times = NULL;
    char *text = NULL;
    double u[SNAPSHOTS * ROWS * COLUMNS];
    const ct_box box = {.axes = 3, .count = {SNAPSHOTS, ROWS, COLUMNS}};
    const char *path = scratch_path("u.h5");
    EXPECT_INT(ct_array_get_reals(MPI_COMM_WORLD, path, "time", &count, &times), CT_OK);
    EXPECT_INT(count, SNAPSHOTS);
    EXPECT(times[0] == 0.25 && times[1] == 0.5 && times[2] == 0.75);
    free(times);
    EXPECT_INT(ct_array_get_attribute(MPI_COMM_WORLD, path, "u", "run", &text), CT_OK);
    EXPECT_TEXT(text, "the first");
    free(text);
    EXPECT_INT(ct_array_read(MPI_COMM_WORLD, path, "u", &box, u, NULL), CT_OK);
    for (int i = 0; i < SNAPSHOTS * ROWS * COLUMNS; i++) {
        EXPECT(u[i] == i / (ROWS * COLUMNS) + 1); /* NOLINT(bugprone-integer-division) */
    }
}

static void test_arrays(void) {
    begin();
    go_on(0.5, 1);
    go_on(0.75, 2);
    look();
}

/* The description names times and places of the snapshots that it is told of. */
static void test_xdmf(void) {
    static const char *const points[] = {"y", "x"};
    const double times[] = {0.25, 0.5};
    char path[SCRATCH_BYTES];
    char text[8192];
    (void)snprintf(path, sizeof path, "%s", scratch_path("u.h5"));
    if (rank == 0) {
        EXPECT_INT(ct_xdmf_write_series(scratch_path("u.xdmf"), path, "u", points, 2, times),
                   CT_OK);
        scratch_text("u.xdmf", text, sizeof text);
        EXPECT_TEXT(text, "CollectionType=\"Temporal\"");
        EXPECT_TEXT(text, "<Time Value=\"0.25\"/>");
        EXPECT_TEXT(text, "<Time Value=\"0.5\"/>");
        EXPECT_TEXT(text, "2DRectMesh\" Dimensions=\"6 5\"");
        EXPECT(strstr(text, "0.75") == NULL);
        scratch_remove("u.xdmf");
        EXPECT_INT(ct_xdmf_write_series(scratch_path("u.xdmf"), path, "u", points, 4, times),
                   CT_ERROR_INTERNAL);
        EXPECT_INT(ct_xdmf_write_series(scratch_path("u.xdmf"), path, "time", points, 1, times),
                   CT_ERROR_INTERNAL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void test_refusals(void) {
    ct_array_file *file = NULL;
    ptrdiff_t count = 0;
    double *values = NULL;
    char *text = NULL;
    const char *path = scratch_path("u.h5");
    EXPECT_INT(ct_array_get_reals(MPI_COMM_WORLD, path, "u", &count, &values), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "one axis");
    EXPECT_INT(ct_array_get_reals(MPI_COMM_WORLD, path, "w", &count, &values), CT_ERROR_FILE);
    EXPECT_INT(ct_array_get_attribute(MPI_COMM_WORLD, path, "u", "name", &text), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "\"name\"");
    EXPECT(values == NULL && text == NULL);
    EXPECT_INT(ct_array_create_resumable(MPI_COMM_WORLD, path, false, &file), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "exists");
    EXPECT_INT(ct_array_reopen(MPI_COMM_WORLD, scratch_path("none.h5"), &file), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "continuing");
    /* Without the promise nothing is left. */
    EXPECT_INT(ct_array_create_resumable(MPI_COMM_WORLD, scratch_path("w.h5"), false, &file),
               CT_OK);
    EXPECT(exists("w.h5.partial"));
    MPI_Barrier(MPI_COMM_WORLD);
    ct_array_discard(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(!exists("w.h5.partial"));
    if (rank == 0) {
        scratch_remove("u.h5");
    }
}

static void test_tables(void) {
    const double rows[][2] = {{1, 0.1}, {2, INFINITY}, {3, NAN}, {4, 4.5}};
    ct_table *table = NULL;
    ptrdiff_t bytes = 0;
    char text[256];
    EXPECT_INT(ct_table_create(scratch_path("t.csv"), false, "a,b", &table), CT_OK);
    EXPECT_INT(ct_table_row(table, 2, rows[0]), CT_OK);
    EXPECT_INT(ct_table_flush(table, &bytes), CT_OK);
    EXPECT_INT(bytes, strlen("a,b\n1.0,0.1\n"));
    EXPECT_INT(ct_table_row(table, 2, rows[3]), CT_OK); /* is lost */
    ct_table_discard(&table);
    EXPECT(table == NULL && exists("t.csv.partial"));
    EXPECT_INT(ct_table_reopen(scratch_path("t.csv"), 1000, &table), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "should have 1000");
    EXPECT_INT(ct_table_reopen(scratch_path("t.csv"), bytes, &table), CT_OK);
    EXPECT_INT(ct_table_row(table, 2, rows[1]), CT_OK);
    EXPECT_INT(ct_table_row(table, 2, rows[2]), CT_OK);
    EXPECT_INT(ct_table_commit(&table), CT_OK);
    EXPECT_TEXT(scratch_text("t.csv", text, sizeof text), "a,b\n1.0,0.1\n2.0,inf\n3.0,nan\n");
    EXPECT(!exists("t.csv.partial"));
    EXPECT_INT(ct_table_create(scratch_path("t.csv"), false, "a", &table), CT_ERROR_FILE);
    EXPECT_INT(ct_table_create(scratch_path("t.csv"), true, "a", &table), CT_OK);
    ct_table_discard(&table); /* nothing was promised: the old one stays */
    EXPECT_TEXT(scratch_text("t.csv", text, sizeof text), "a,b\n");
    EXPECT(!exists("t.csv.partial"));
    scratch_remove("t.csv");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    scratch_begin();
    test_arrays();
    test_xdmf();
    test_refusals();
    if (rank == 0) {
        test_tables();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
