#include "example.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 1000 };

static const char *program = "example";
static int rank = 0;
static int size = 1;

static void leave(int status) {
    (void)MPI_Finalize();
    exit(status);
}

void example_require(bool right, const char *format, ...) {
    int mine = right ? size : rank;
    int speaker = size;
    (void)MPI_Allreduce(&mine, &speaker, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (speaker == size) {
        return;
    }
    if (rank == speaker) {
        char text[MESSAGE];
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        (void)fprintf(stderr, "%s: error: %s\n", program, text);
    }
    leave(2);
}

void example_begin(int argc, char **argv, int least, int most, const char *usage) {
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *slash = strrchr(argv[0], '/');
    program = slash != NULL ? slash + 1 : argv[0];
    example_require(argc > least && argc <= most + 1, "%d arguments; usage: %s %s", argc - 1,
                    program, usage);
}

void example_check(ct_status status) {
    if (status == CT_OK) {
        return;
    }
    if (rank == 0) {
        (void)fprintf(stderr, "%s: error: %s\n", program, ct_error_message());
    }
    leave(status == CT_ERROR_CONFIG || status == CT_ERROR_UNSUPPORTED ? 2 : 1);
}

int example_end(void) {
    int failed = fflush(stdout) != 0 || ferror(stdout);
    if (failed) {
        (void)fprintf(stderr, "%s: error: the result cannot be written\n", program);
    }
    (void)MPI_Finalize();
    return failed;
}

int example_rank(void) {
    return rank;
}

int example_size(void) {
    return size;
}

int example_whole_number(const char *text, const char *what) {
    enum { MOST = 1000000000 };
    char *end = NULL;
    long number = strtol(text, &end, 10);
    example_require(end != text && *end == '\0' && number >= 0 && number <= MOST,
                    "%s is \"%s\"; expected a whole number from 0 to 10^9", what, text);
    return (int)number;
}

double example_number(const char *text, const char *what) {
    char *end = NULL;
    double number = strtod(text, &end);
    example_require(end != text && *end == '\0' && isfinite(number),
                    "%s is \"%s\"; expected a number", what, text);
    return number;
}

ptrdiff_t example_doubles(const char *path) {
    const ptrdiff_t each = (ptrdiff_t)sizeof(double);
    FILE *file = fopen(path, "rb");
    bool found = file != NULL && fseeko(file, 0, SEEK_END) == 0;
    ptrdiff_t bytes = found ? (ptrdiff_t)ftello(file) : 0;
    if (file != NULL) {
        (void)fclose(file);
    }
    long long first = bytes;
    example_require(found, "%s cannot be read", path);
    (void)MPI_Bcast(&first, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    example_require(bytes == first, "%s has %td bytes, and %lld on rank 0", path, bytes, first);
    example_require(bytes > 0 && bytes % each == 0,
                    "%s has %td bytes; expected doubles, 8 bytes each", path, bytes);
    return bytes / each;
}

int example_square(const char *path, int extra) {
    ptrdiff_t doubles = example_doubles(path);
    ptrdiff_t n = 1;
    while (n * (n + extra) < doubles) {
        n++;
    }
    example_require(n * (n + extra) == doubles && n < INT_MAX,
                    extra == 0 ? "%s has %td doubles; expected n^2, a matrix row by row"
                               : "%s has %td doubles; expected n (n + 1), in each row a matrix's, "
                                 "then the right-hand side's",
                    path, doubles);
    return (int)n;
}

double *example_doubles_new(ptrdiff_t count) {
    double *values = calloc((size_t)count + 1, sizeof *values);
    example_require(values != NULL, "no memory for %td doubles", count);
    return values;
}

static example_rows read_rows(const char *path, example_rows rows) {
    const size_t columns = (size_t)rows.columns;
    FILE *file = fopen(path, "rb");
    bool good = file != NULL;
    rows.values = example_doubles_new((ptrdiff_t)rows.count * rows.columns);
    for (int i = 0; good && i < rows.count; i++) {
        off_t row = rows.first + (off_t)i * rows.stride;
        good = fseeko(file, row * (off_t)(columns * sizeof(double)), SEEK_SET) == 0 &&
               fread(rows.values + (size_t)i * columns, sizeof(double), columns, file) == columns;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    example_require(good, "%s cannot be read", path);
    bool finite = true;
    for (size_t i = 0; i < (size_t)rows.count * columns; i++) {
        finite = finite && isfinite(rows.values[i]);
    }
    example_require(finite, "%s has numbers that are not finite", path);
    return rows;
}

int example_block(int rows) {
    return rows / size + (rows % size != 0);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

example_rows example_read_block(const char *path, int rows, int columns) {
    int block = example_block(rows);
    int first = least(rank * block, rows);
    return read_rows(path, (example_rows){.first = first,
                                          .stride = 1,
                                          .count = least(block, rows - first),
                                          .columns = columns});
}

example_rows example_read_wrapped(const char *path, int rows, int columns) {
    return read_rows(path, (example_rows){.first = rank,
                                          .stride = size,
                                          .count = rows / size + (rank < rows % size),
                                          .columns = columns});
}

double example_dot(const double *x, const double *y, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

ct_exchange_plan *example_all_gather(int count, const char *algorithm) {
    const ct_exchange_options options = {.algorithm = algorithm, .private_arrays = 1};
    const ptrdiff_t bytes = (ptrdiff_t)count * (ptrdiff_t)sizeof(double);
    ct_exchange_plan *plan = NULL;
    example_check(
        ct_collective_plan_create(MPI_COMM_WORLD, CT_ALL_GATHER, 0, bytes, &options, &plan));
    return plan;
}

void example_printf(const char *format, ...) {
    char text[MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (rank == 0) {
        (void)fputs(text, stdout);
    }
}

void example_print(const double *values, int rows, int columns) {
    for (ptrdiff_t i = 0; rank == 0 && i < (ptrdiff_t)rows * columns; i++) {
        (void)printf("%.17g%c", values[i], (i + 1) % columns == 0 ? '\n' : ' ');
    }
}
