/*
 * Rows of N = 2 M points, which are no multiple of four, two of them in a register with two of each
 * of the next rows: the lane j of a row has the points 2 m + j. As in rows_source.h,
 *
 *   X(k + M l) = sum over j of (-1)^(j l) w^(j k) (sum over m of x(2 m + j) w^(2 m k)).
 *
 * They are written by parts of cache lines, which streaming stores cannot. For kernels_source.h.
 */

INLINE wide turned_twos(wide v, const REAL *factors, ptrdiff_t at) {
    const REAL *re = factors + at * 8;
    return v * read_factors_of_twos(re) + swapped(v) * read_factors_of_twos(re + 4);
}

/* The lanes of two registers, from number `at` of rows on, become their results. */
INLINE void write_two_lanes(wide first, wide second, ptrdiff_t registers, ptrdiff_t at, char *into,
                            ptrdiff_t step) {
    const wide even = firsts_of_twos(first, second);
    const wide odd = seconds_of_twos(first, second);
    char *const results = into + at * NUMBER_BYTES;
    write_twos(even + odd, results, step);
    write_twos(even - odd, results + registers * NUMBER_BYTES, step);
}

INLINE void rows_of_twos(const ct_codelet_pass *pass, int points, int is_forward, const char *from,
                         char *into, ct_codelet_ahead *ahead) {
    const int registers = points / 2;
    const REAL *factors = pass->factors;
    for (ptrdiff_t row = 0; row < pass->count; row += LANES / 2) {
        wide x[32];
        const ptrdiff_t at_row = first_of(row, LANES / 2, pass->count);
        const char *const source = from + at_row * pass->from_step;
        UNROLL for (int i = 0; i < LANES / 2; i++) {
            fetch(ahead, pass->fetched);
            ahead->from += ahead->skip;
        }
        UNROLL for (int i = 0; i < registers; i++) {
            x[i] = read_twos(source + (ptrdiff_t)2 * i * NUMBER_BYTES, pass->from_step);
            x[i] *= (REAL)pass->factor;
        }
        transform_registers(x, registers, is_forward);
        UNROLL for (int i = 1; i < registers; i++) {
            x[i] = turned_twos(x[i], factors, i);
        }
        UNROLL for (int i = 0; i < registers; i += 2) { /* the last may have one of those before */
            const int at = i + 2 <= registers ? i : registers - 2;
            write_two_lanes(x[at], x[at + 1], registers, at, into + at_row * pass->into_step,
                            pass->into_step);
        }
    }
}

/* Points of the second step. */
enum { TWOS_REST_MOST = 5 };

/* Of more registers, in two steps as long_rows. */
INLINE void long_rows_of_twos(const ct_codelet_pass *pass, int points, int first, int is_forward,
                              const char *from, char *into, ct_codelet_ahead *ahead) {
    const ptrdiff_t registers = points / 2;
    const ptrdiff_t rest = registers / first;
    const REAL *inner = (const REAL *)pass->factors + (ptrdiff_t)4 * points;
    for (ptrdiff_t row = 0; row < pass->count; row += LANES / 2) {
        wide between[CT_CODELET_MOST / 2];
        const ptrdiff_t at_row = first_of(row, LANES / 2, pass->count);
        const char *const source = from + at_row * pass->from_step;
        UNROLL for (int i = 0; i < LANES / 2; i++) {
            fetch(ahead, pass->fetched);
            ahead->from += ahead->skip;
        }
        for (ptrdiff_t j = 0; j < rest; j++) {
            wide x[32];
            UNROLL for (ptrdiff_t i = 0; i < first; i++) {
                x[i] = read_twos(source + 2 * (j + rest * i) * NUMBER_BYTES, pass->from_step);
                x[i] *= (REAL)pass->factor;
            }
            transform_registers(x, first, is_forward);
            UNROLL for (ptrdiff_t k = 0; k < first; k++) {
                between[rest * k + j] = k == 0 ? x[k] : times(x[k], inner + 2 * (first * j + k));
            }
        }
        for (ptrdiff_t k = 0; k < first; k += 2) { /* the last may be one of those before */
            wide x[2 * TWOS_REST_MOST];
            const ptrdiff_t at_k = first_of(k, 2, first);
            UNROLL for (ptrdiff_t i = 0; i < 2 * rest; i++) {
                x[i] = between[rest * at_k + i];
            }
            transform_registers(x, (int)rest, is_forward);
            transform_registers(x + rest, (int)rest, is_forward);
            UNROLL for (ptrdiff_t l = 0; l < rest; l++) {
                const ptrdiff_t at = at_k + first * l;
                write_two_lanes(turned_twos(x[l], pass->factors, at),
                                turned_twos(x[rest + l], pass->factors, at + 1), registers, at,
                                into + at_row * pass->into_step, pass->into_step);
            }
        }
    }
}

INLINE void any_rows_of_twos(const ct_codelet_pass *pass, int points, int first, int is_forward,
                             const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    (void)streams;
    if (points == 2 * first) {
        rows_of_twos(pass, points, is_forward, from, into, ahead);
    } else {
        long_rows_of_twos(pass, points, first, is_forward, from, into, ahead);
    }
}
