/*
 * Lines that have kernels, and their steps: of 2^a 3^b 5^c 7^d 11^e 13^f points, as applications
 * choose them. Columns of more than 32 points go in two steps, by one kernel or by two
 * (columns_source.h), or in three (245, 343, 363, 385, 429, 455, 490, 495 and 507). Other primes go
 * by sums or as convolutions (steps.h), which are a second step too: all numbers up to 256, and
 * most up to 512.
 *
 * A row of N points is N / 4 registers, of which so many are transformed at once: all, or in two
 * steps, the second of three to six. Other rows are transposed to columns
 * (rows/short_rows_source.h), which takes as long as two steps whose first is no multiple of four
 * registers, and 1.2 to 1.5 times as long as the rest. Registers of two numbers have one of each of
 * two rows, of all lengths of columns that have a kernel (rows/lanes_source.h).
 *
 * In the cache, planes by FFTW (SSE2 and AVX, measured) and so, us: 24 x 24 1.4 and 0.4, 48 x
 * 48 4.8 and 2.2, 96 x 96 24 and 12, 144 x 144 49 and 27, 180 x 180 92 and 49, 240 x 240 163 and
 * 85, 300 x 300 290 and 149, 384 x 384 475 and 354, 500 x 500 1010 and 490. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_LENGTHS_H
#define CT_FFT_LINES_CODELETS_KERNELS_LENGTHS_H

/* clang-format off */

/* LENGTH(points, registers of the first step) */
#define CT_CODELET_LENGTHS(LENGTH) \
    LENGTH(8, 2) LENGTH(16, 4) LENGTH(20, 5) LENGTH(24, 6) LENGTH(28, 7) LENGTH(32, 8) \
    LENGTH(36, 9) LENGTH(40, 10) LENGTH(48, 12) LENGTH(56, 14) LENGTH(60, 15) LENGTH(64, 16) \
    LENGTH(72, 18) LENGTH(80, 20) LENGTH(84, 21) LENGTH(96, 24) LENGTH(100, 25) LENGTH(108, 9) \
    LENGTH(112, 28) LENGTH(120, 30) LENGTH(128, 32) LENGTH(140, 7) LENGTH(144, 12) LENGTH(160, 8) \
    LENGTH(168, 14) LENGTH(180, 15) LENGTH(192, 12) LENGTH(200, 10) LENGTH(216, 18) LENGTH(224, 14) \
    LENGTH(240, 12) LENGTH(256, 16) LENGTH(280, 14) LENGTH(288, 24) LENGTH(300, 15) LENGTH(320, 16) \
    LENGTH(336, 28) LENGTH(360, 30) LENGTH(384, 24) LENGTH(400, 20) LENGTH(448, 28) LENGTH(480, 24) \
    LENGTH(500, 25) LENGTH(512, 32)

/* The same of points that are no multiple of four: N / 2 registers, with two of each of two rows. */
#define CT_CODELET_TWOS(LENGTH) \
    LENGTH(14, 7) LENGTH(18, 9) LENGTH(30, 15) LENGTH(42, 21) LENGTH(50, 25) LENGTH(54, 9) \
    LENGTH(90, 15) LENGTH(150, 15) LENGTH(250, 25)

/* LENGTH(points): rows that are transposed to columns in registers. */
#define CT_CODELET_SHORT(LENGTH) \
    LENGTH(4) LENGTH(5) LENGTH(6) LENGTH(7) LENGTH(9) LENGTH(10) LENGTH(11) LENGTH(12) \
    LENGTH(13) LENGTH(15) LENGTH(21) LENGTH(22) LENGTH(25) LENGTH(26) LENGTH(27)

/* STEP(points): columns in one step, which are the steps of others too. */
#define CT_CODELET_STEPS(STEP) \
    STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) \
    STEP(11) STEP(12) STEP(13) STEP(14) STEP(15) STEP(16) STEP(18) STEP(20) STEP(21) \
    STEP(22) STEP(24) STEP(25) STEP(26) STEP(27) STEP(28) STEP(30) STEP(32)

/* LENGTH(points, of the first step): columns in two steps by one kernel. */
#define CT_CODELET_COLUMNS(LENGTH) \
    LENGTH(36, 6) LENGTH(40, 8) LENGTH(42, 6) LENGTH(48, 8) LENGTH(50, 10) LENGTH(54, 6) \
    LENGTH(56, 8) LENGTH(60, 10) LENGTH(64, 8) LENGTH(72, 8) LENGTH(75, 15) LENGTH(80, 8) \
    LENGTH(84, 12) LENGTH(90, 10) LENGTH(96, 8) LENGTH(100, 10) LENGTH(108, 12) LENGTH(112, 8) \
    LENGTH(120, 10) LENGTH(125, 25) LENGTH(128, 8) LENGTH(140, 10) LENGTH(144, 12) LENGTH(150, 10) \
    LENGTH(160, 16) LENGTH(168, 12) LENGTH(180, 12) LENGTH(192, 12) LENGTH(200, 10) LENGTH(216, 12) \
    LENGTH(224, 16) LENGTH(240, 16) LENGTH(250, 10) LENGTH(256, 16) LENGTH(280, 20) LENGTH(288, 12) \
    LENGTH(300, 15) LENGTH(320, 20) LENGTH(336, 14) LENGTH(360, 15) LENGTH(384, 16) LENGTH(400, 20) \
    LENGTH(448, 16) LENGTH(480, 20) LENGTH(500, 20) LENGTH(512, 16)

/* First steps of long rows. */
#define CT_CODELET_CROSSED(LENGTH) LENGTH(8) LENGTH(12) LENGTH(20) LENGTH(32)

/* Columns from arrays to arrays; by registers of half a cache line, whose other half is needed soon
 * after, of fewer rows. */
#define CT_CODELET_PLACED(LENGTH) CT_CODELET_STEPS(LENGTH)
#define CT_CODELET_PLACED_IN_HALVES(LENGTH) \
    LENGTH(2) LENGTH(3) LENGTH(4) LENGTH(5) LENGTH(6) LENGTH(7) LENGTH(8) LENGTH(9) LENGTH(10) \
    LENGTH(11) LENGTH(12) LENGTH(13) LENGTH(14) LENGTH(15) LENGTH(16)

/* clang-format on */

#endif
