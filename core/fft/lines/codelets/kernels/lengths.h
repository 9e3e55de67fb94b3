/*
 * Lines that have kernels, and their steps. A row of N points is N / 4 registers, of which so many
 * are transformed at once: all, or in two steps, the second of 4 or 5. So many points of a column
 * go first, for which and for the others there are columns and first steps below; 1: one step.
 *
 * In the cache, planes by FFTW and so, us: 96 x 96 23 and 15, 100 x 100 30 and 19, 160 x 160 66 and
 * 43, 192 x 192 106 and 69, 240 x 240 158 and 99, 320 x 320 323 and 208, 384 x 384 525 and 334.
 * Local.
 */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_LENGTHS_H
#define CT_FFT_LINES_CODELETS_KERNELS_LENGTHS_H

/* LENGTH(points, registers of a row, points of a column) */
#define CT_CODELET_LENGTHS(LENGTH)                                                                 \
    LENGTH(8, 2, 1)                                                                                \
    LENGTH(16, 4, 1)                                                                               \
    LENGTH(32, 8, 1)                                                                               \
    LENGTH(64, 16, 8)                                                                              \
    LENGTH(80, 20, 8)                                                                              \
    LENGTH(96, 24, 8)                                                                              \
    LENGTH(100, 25, 10)                                                                            \
    LENGTH(120, 30, 10)                                                                            \
    LENGTH(128, 32, 8)                                                                             \
    LENGTH(160, 8, 10)                                                                             \
    LENGTH(192, 12, 12)                                                                            \
    LENGTH(240, 12, 12)                                                                            \
    LENGTH(256, 16, 16)                                                                            \
    LENGTH(320, 16, 16)                                                                            \
    LENGTH(384, 24, 12)                                                                            \
    LENGTH(512, 32, 16)

/* Rows only, of real lines of twice as many points. Those of the second are no multiple of four:
 * two points are in a register. */
#define CT_CODELET_ROWS(LENGTH) LENGTH(40, 10) LENGTH(48, 12) LENGTH(60, 15)
#define CT_CODELET_TWOS(LENGTH) LENGTH(50, 25)

/* Registers of rows, and points of columns, that are transformed as 5 x 5. */
enum { CT_CODELET_SQUARE = 25 };

/* Columns only (two ranks, ms, by FFTW and so: c2c 200^3 36.8 and 33.0, r2c 16.1 and 12.8). */
#define CT_CODELET_COLUMNS(LENGTH)                                                                 \
    LENGTH(4, 1)                                                                                   \
    LENGTH(10, 1)                                                                                  \
    LENGTH(12, 1)                                                                                  \
    LENGTH(20, 1)                                                                                  \
    LENGTH(60, 10)                                                                                 \
    LENGTH(90, 15)                                                                                 \
    LENGTH(200, 10)                                                                                \
    LENGTH(250, 10)

/* First steps of columns. */
#define CT_CODELET_TURNED(LENGTH) LENGTH(8) LENGTH(10) LENGTH(12) LENGTH(16)

/* First steps of long rows. */
#define CT_CODELET_CROSSED(LENGTH) LENGTH(8) LENGTH(12) LENGTH(20)

/* Columns from arrays to arrays. */
#define CT_CODELET_PLACED(LENGTH)                                                                  \
    LENGTH(8) LENGTH(10) LENGTH(12) LENGTH(16) LENGTH(20) LENGTH(24) LENGTH(32)

#endif
