/*
 * What the examples share: matrices of doubles, as numpy's tofile writes them, read row by row;
 * results printed a number a line, as numpy's loadtxt reads them; and one message where something
 * is wrong, after which all ranks end together.
 */
#ifndef CT_RUN_EXAMPLE_H
#define CT_RUN_EXAMPLE_H

#include <cornerturn/collective.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* Starts MPI. Ends the program where there are not `least` to `most` arguments, named by `usage`.
 * Collective. */
void example_begin(int argc, char **argv, int least, int most, const char *usage);

/* Ends all ranks with exit status 2 and one message, printf-like, where some rank has right ==
 * false. Collective. */
void example_require(bool right, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends all ranks with the message of a library call that failed on all of them. Local. */
void example_check(ct_status status);

/* MPI_Finalize; the exit status, 1 where what was printed did not arrive. Collective. */
int example_end(void);

int example_rank(void);
int example_size(void);

/* A number from 0 to 10^9, named `what` in messages. Collective. */
int example_whole_number(const char *text, const char *what);

/* A finite number, likewise. Collective. */
double example_number(const char *text, const char *what);

/* Doubles in a file of whole ones. Collective. */
ptrdiff_t example_doubles(const char *path);

/* The n for which a file of so many doubles is an n x (n + extra) matrix. Collective. */
int example_square(const char *path, int extra);

/* Finite rows of a matrix that a rank has: first, first + stride, .. */
typedef struct example_rows {
    int first, stride, count;
    int columns;
    double *values; /* row by row; the caller's to free */
} example_rows;

/* Reads rows side by side: `block` a rank, at the end fewer or none. Collective. */
int example_block(int rows);
example_rows example_read_block(const char *path, int rows, int columns);

/* Reads every size-th row. Collective. */
example_rows example_read_wrapped(const char *path, int rows, int columns);

/* Memory, set to 0; ends all ranks where one has none. Collective. */
double *example_doubles_new(ptrdiff_t count);

double example_dot(const double *x, const double *y, int count);

/* A plan by which every rank gets `count` doubles of each. Collective; destroyed by the caller. */
ct_exchange_plan *example_all_gather(int count, const char *algorithm);

/* Rank 0 prints. */
void example_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Rank 0 prints them, a row of `columns` a line. */
void example_print(const double *values, int rows, int columns);

#endif
