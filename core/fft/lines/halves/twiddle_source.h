/* Twiddle factors of an axis that is split in two; a part of halves_source.h. */

/* The twiddle factors w(m) of m = first, first + step, first + 2 step .. */
typedef struct OF(walk) {
    const ct_fft_twiddles *table;
    ptrdiff_t at[2], step[2]; /* in units of fine_count, and what is over */
} OF(walk);

static inline OF(walk) OF(walk_by)(ptrdiff_t first, ptrdiff_t step, const ct_fft_twiddles *table) {
    const ptrdiff_t unit = table->fine_count;
    return (OF(walk)){table, {first / unit, first % unit}, {step / unit, step % unit}};
}

static inline void OF(next_factor)(OF(walk) * walk, double factor[2]) {
    const double *coarse = walk->table->coarse + 2 * walk->at[0];
    const double *fine = walk->table->fine + 2 * walk->at[1];
    factor[0] = coarse[0] * fine[0] - coarse[1] * fine[1];
    factor[1] = coarse[0] * fine[1] + coarse[1] * fine[0];
    walk->at[1] += walk->step[1];
    const int carries = walk->at[1] >= walk->table->fine_count;
    walk->at[1] -= carries ? walk->table->fine_count : 0;
    walk->at[0] += walk->step[0] + carries;
}

/* Factors of the first columns are products of those of others with that of the first of these. */
enum { OF(STRETCH) = 16 };

/* A row, whose factors are w(row k): twice, and their imaginary parts with both signs. */
INLINE void OF(twiddle_row)(REAL *row, ptrdiff_t columns, OF(walk) stretches, const REAL *real,
                            const REAL *imaginary, REAL sign) {
    const OF(wide) conjugates = {SIGNS};
    for (ptrdiff_t k = 0; k < columns; k += OF(STRETCH)) {
        double factor[2];
        OF(next_factor)(&stretches, factor);
        const REAL re = (REAL)factor[0];
        const REAL im = sign * (REAL)factor[1];
        ptrdiff_t i = 0;
        for (; i + COMPLEXES <= OF(STRETCH) && k + i + COMPLEXES <= columns; i += COMPLEXES) {
            const OF(wide) first_re = OF(read)(real + 2 * i);
            const OF(wide) first_im = OF(read)(imaginary + 2 * i);
            const OF(wide) x = OF(read)(row + 2 * (k + i));
            const OF(wide) w_re = first_re * re + first_im * conjugates * im;
            const OF(wide) w_im = first_im * re - first_re * conjugates * im;
            OF(write)(x * w_re + SWAP(x) * w_im, row + 2 * (k + i));
        }
        for (; i < OF(STRETCH) && k + i < columns; i++) {
            REAL *x = row + 2 * (k + i);
            const REAL w_re = real[2 * i] * re - imaginary[2 * i + 1] * im;
            const REAL w_im = imaginary[2 * i + 1] * re + real[2 * i] * im;
            const REAL x_re = x[0];
            x[0] = x_re * w_re - x[1] * w_im;
            x[1] = x_re * w_im + x[1] * w_re;
        }
    }
}

/* The same of runs of columns that have a factor together. */
INLINE void OF(twiddle_runs)(REAL *row, ptrdiff_t columns, ptrdiff_t run, OF(walk) walk,
                             REAL sign) {
    const OF(wide) conjugates = {SIGNS};
    for (ptrdiff_t k = 0; k < columns; k += run) {
        double factor[2];
        OF(next_factor)(&walk, factor);
        const REAL re = (REAL)factor[0];
        const REAL im = sign * (REAL)factor[1];
        const OF(wide) both = -im * conjugates;
        REAL *x = row + 2 * k;
        ptrdiff_t left = run;
        for (; left >= COMPLEXES; left -= COMPLEXES, x += (ptrdiff_t)2 * COMPLEXES) {
            const OF(wide) v = OF(read)(x);
            OF(write)(v * re + SWAP(v) * both, x);
        }
        for (; left > 0; left--, x += 2) {
            const REAL x_re = x[0];
            x[0] = x_re * re - x[1] * im;
            x[1] = x_re * im + x[1] * re;
        }
    }
}

/* The same of columns that have one each. */
INLINE void OF(twiddle_columns)(REAL *row, ptrdiff_t columns, ptrdiff_t at, ptrdiff_t column,
                                const ct_fft_twiddles *twiddles, REAL sign) {
    REAL real[2 * OF(STRETCH)];
    REAL imaginary[2 * OF(STRETCH)];
    OF(walk) walk = OF(walk_by)(0, at, twiddles);
    for (ptrdiff_t k = 0; k < OF(STRETCH) && k < columns; k++) {
        double factor[2];
        OF(next_factor)(&walk, factor);
        real[2 * k] = real[2 * k + 1] = (REAL)factor[0];
        imaginary[2 * k + 1] = sign * (REAL)factor[1];
        imaginary[2 * k] = -imaginary[2 * k + 1];
    }
    OF(twiddle_row)
    (row, columns, OF(walk_by)(at * column, OF(STRETCH) * at, twiddles), real, imaginary, sign);
}

TARGET static void OF(twiddle)(const ct_fft_twiddled *matrix, const ct_fft_twiddles *twiddles,
                               ct_direction direction) {
    const REAL sign = direction == CT_FORWARD ? 1 : -1;
    for (ptrdiff_t j = 0; j < matrix->rows; j++) {
        const ptrdiff_t at = matrix->row + j / matrix->row_run;
        REAL *row = (REAL *)matrix->numbers + 2 * j * matrix->pitch;
        if (matrix->column_run == 1) {
            OF(twiddle_columns)(row, matrix->columns, at, matrix->column, twiddles, sign);
        } else {
            OF(twiddle_runs)
            (row, matrix->columns, matrix->column_run,
             OF(walk_by)(at * matrix->column, at, twiddles), sign);
        }
    }
}
