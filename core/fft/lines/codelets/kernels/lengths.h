/*
 * Lines that have kernels, and their steps: 2^a 3^b 5^c 7^d points, as applications choose them. A
 * row of N points is N / 4 registers, of which so many are transformed at once: all, or in two
 * steps, the second of three to six. So many points of a column go first, for which and for the
 * others there are columns and first steps below where planes go by them; 1: one step.
 *
 * In the cache, planes by FFTW (SSE2 and AVX, measured) and so, us: 24 x 24 1.4 and 0.4, 48 x
 * 48 4.8 and 2.2, 96 x 96 24 and 12, 144 x 144 49 and 27, 180 x 180 92 and 49, 240 x 240 163 and
 * 85, 300 x 300 290 and 149, 384 x 384 475 and 354, 500 x 500 1010 and 490. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_LENGTHS_H
#define CT_FFT_LINES_CODELETS_KERNELS_LENGTHS_H

/* LENGTH(points, registers of a row, points of a column) */
#define CT_CODELET_LENGTHS(LENGTH)                                                                 \
    LENGTH(8, 2, 1)                                                                                \
    LENGTH(16, 4, 1)                                                                               \
    LENGTH(20, 5, 1)                                                                               \
    LENGTH(24, 6, 1)                                                                               \
    LENGTH(28, 7, 1)                                                                               \
    LENGTH(32, 8, 1)                                                                               \
    LENGTH(36, 9, 6)                                                                               \
    LENGTH(40, 10, 8)                                                                              \
    LENGTH(48, 12, 8)                                                                              \
    LENGTH(56, 14, 8)                                                                              \
    LENGTH(60, 15, 10)                                                                             \
    LENGTH(64, 16, 8)                                                                              \
    LENGTH(72, 18, 8)                                                                              \
    LENGTH(80, 20, 8)                                                                              \
    LENGTH(84, 21, 12)                                                                             \
    LENGTH(96, 24, 8)                                                                              \
    LENGTH(100, 25, 10)                                                                            \
    LENGTH(108, 9, 12)                                                                             \
    LENGTH(112, 28, 8)                                                                             \
    LENGTH(120, 30, 10)                                                                            \
    LENGTH(128, 32, 8)                                                                             \
    LENGTH(140, 7, 10)                                                                             \
    LENGTH(144, 12, 12)                                                                            \
    LENGTH(160, 8, 16)                                                                             \
    LENGTH(168, 14, 12)                                                                            \
    LENGTH(180, 15, 12)                                                                            \
    LENGTH(192, 12, 12)                                                                            \
    LENGTH(200, 10, 10)                                                                            \
    LENGTH(216, 18, 12)                                                                            \
    LENGTH(224, 14, 16)                                                                            \
    LENGTH(240, 12, 16)                                                                            \
    LENGTH(256, 16, 16)                                                                            \
    LENGTH(280, 14, 20)                                                                            \
    LENGTH(288, 24, 12)                                                                            \
    LENGTH(300, 15, 12)                                                                            \
    LENGTH(320, 16, 20)                                                                            \
    LENGTH(336, 28, 12)                                                                            \
    LENGTH(360, 30, 12)                                                                            \
    LENGTH(384, 24, 12)                                                                            \
    LENGTH(400, 20, 16)                                                                            \
    LENGTH(448, 28, 16)                                                                            \
    LENGTH(480, 24, 16)                                                                            \
    LENGTH(500, 25, 20)                                                                            \
    LENGTH(512, 32, 16)

/* The same of points that are no multiple of four: N / 2 registers, with two of each of two rows.
 */
#define CT_CODELET_TWOS(LENGTH)                                                                    \
    LENGTH(14, 7, 1)                                                                               \
    LENGTH(18, 9, 1)                                                                               \
    LENGTH(30, 15, 1)                                                                              \
    LENGTH(42, 21, 6)                                                                              \
    LENGTH(50, 25, 10)                                                                             \
    LENGTH(54, 9, 6)                                                                               \
    LENGTH(90, 15, 10)                                                                             \
    LENGTH(150, 15, 10)                                                                            \
    LENGTH(250, 25, 10)

/* Registers of rows, and points of columns, that are transformed as 5 x 5. */
enum { CT_CODELET_SQUARE = 25 };

/* Few points: columns in one step, and rows that are transposed to such in registers. */
#define CT_CODELET_SHORT(LENGTH)                                                                   \
    LENGTH(4)                                                                                      \
    LENGTH(5)                                                                                      \
    LENGTH(6)                                                                                      \
    LENGTH(7)                                                                                      \
    LENGTH(9)                                                                                      \
    LENGTH(10)                                                                                     \
    LENGTH(12)                                                                                     \
    LENGTH(15)                                                                                     \
    LENGTH(21)                                                                                     \
    LENGTH(25)

/* Columns only (two ranks, ms, by FFTW and so: c2c 200^3 36.8 and 33.0, r2c 16.1 and 12.8). */
#define CT_CODELET_COLUMNS(LENGTH)                                                                 \
    LENGTH(75, 15)                                                                                 \
    LENGTH(125, 25)

/* First steps of columns. */
#define CT_CODELET_TURNED(LENGTH) LENGTH(8) LENGTH(10) LENGTH(12) LENGTH(16) LENGTH(20)

/* First steps of long rows. */
#define CT_CODELET_CROSSED(LENGTH) LENGTH(8) LENGTH(12) LENGTH(20)

/* Columns from arrays to arrays. */
#define CT_CODELET_PLACED(LENGTH)                                                                  \
    LENGTH(8) LENGTH(10) LENGTH(12) LENGTH(16) LENGTH(20) LENGTH(24) LENGTH(32)

#endif
