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

INLINE void rows_of_twos(const ct_codelet_pass *pass, int points, int first, int is_forward,
                         const char *from, char *into, int streams, ct_codelet_ahead *ahead) {
    const int registers = points / 2;
    const REAL *factors = pass->factors;
    (void)first;
    (void)streams;
    for (ptrdiff_t row = 0; row < pass->count; row += LANES / 2) {
        wide x[32];
        const ptrdiff_t at_row = first_of(row, LANES / 2, pass->count);
        const char *const source = from + at_row * pass->from_step;
        char *const target = into + at_row * pass->into_step;
        UNROLL for (int i = 0; i < LANES / 2; i++) {
            fetch(ahead, pass->fetched);
            ahead->from += ahead->skip;
        }
        UNROLL for (int i = 0; i < registers; i++) {
            x[i] = read_twos(source + (ptrdiff_t)2 * i * NUMBER_BYTES, pass->from_step);
            x[i] *= (REAL)pass->factor;
        }
        transform_part(x, registers, is_forward, factors + (ptrdiff_t)4 * points);
        UNROLL for (int i = 1; i < registers; i++) {
            x[i] = turned_twos(x[i], factors, i);
        }
        UNROLL for (int i = 0; i < registers; i += 2) { /* the last may have one of those before */
            const ptrdiff_t at = i + 2 <= registers ? i : registers - 2;
            const wide even = firsts_of_twos(x[at], x[at + 1]);
            const wide odd = seconds_of_twos(x[at], x[at + 1]);
            char *const results = target + at * NUMBER_BYTES;
            write_twos(even + odd, results, pass->into_step);
            write_twos(even - odd, results + (ptrdiff_t)registers * NUMBER_BYTES, pass->into_step);
        }
    }
}
