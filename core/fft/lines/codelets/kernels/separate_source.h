/* Between complex planes and the coefficients of real ones (plane.h), two rows that mirror each
 * other at once. For kernels_source.h. */

INLINE wide conjugate(wide v) {
    return v * alternating(1);
}

/* All but the numbers 0 and H of rows that have them, which are real along the last axis. */
INLINE void pairs(const ct_codelet_separation *rows, REAL factor, int fetches) {
    const REAL *const from[2] = {rows->from[0], rows->from[1]};
    REAL *const into[2] = {rows->into[0], rows->into[1]};
    const REAL *by = rows->factors;
    for (ptrdiff_t k = 0; k < rows->numbers; k += LANES) {
        const ptrdiff_t left = rows->half - k;
        const ptrdiff_t at =
            2 * (left >= LANES ? k : rows->half - LANES); /* some of those before */
        const ptrdiff_t high = 2 * (rows->half - LANES + 1) - at;
        if (fetches) {
            ct_fetch_line(rows->ahead[0] + k * NUMBER_BYTES);
            ct_fetch_line(rows->ahead[1] + k * NUMBER_BYTES);
        }
        const wide one = read(from[0] + at);
        const wide other = conjugate(turned_round(read(from[1] + high)));
        const wide sum = (one + other) * factor;
        const wide apart = one - other;
        const wide turned_apart =
            apart * read(by + 4 * k) + swapped(apart) * read(by + 4 * k + REALS);
        write(sum + turned_apart, into[0] + at, 0);
        write(turned_round(conjugate(sum - turned_apart)), into[1] + high, 0);
    }
}

TARGET static void separate(const ct_codelet_separation *rows) {
    const REAL *one = rows->from[0];
    const REAL *other = rows->from[1];
    const REAL even[2] = {(one[0] + other[0]) / 2, (one[1] - other[1]) / 2};
    const REAL odd[2] = {(one[1] + other[1]) / 2, (other[0] - one[0]) / 2};
    pairs(rows, (REAL)0.5, 0);
    for (int i = 0; i < 2; i++) {
        REAL *first = rows->into[i];
        REAL *last = first + 2 * rows->half;
        const REAL sign = i == 0 ? 1 : -1;
        first[0] = even[0] + odd[0];
        first[1] = sign * (even[1] + odd[1]);
        last[0] = even[0] - odd[0];
        last[1] = sign * (even[1] - odd[1]);
    }
}

TARGET static void combine(const ct_codelet_separation *rows) {
    const REAL *one = rows->from[0];
    const REAL *other = rows->from[1];
    const REAL *one_last = one + 2 * rows->half;
    const REAL *other_last = other + 2 * rows->half;
    const REAL first[2] = {(one[0] + other[0]) / 2, (one[1] - other[1]) / 2};
    const REAL last[2] = {(one_last[0] + other_last[0]) / 2, (one_last[1] - other_last[1]) / 2};
    const REAL sum[2] = {first[0] + last[0], first[1] + last[1]};
    const REAL apart[2] = {first[0] - last[0], first[1] - last[1]};
    REAL *const into[2] = {rows->into[0], rows->into[1]};
    pairs(rows, 1, 1);
    into[0][0] = sum[0] - apart[1];
    into[0][1] = sum[1] + apart[0];
    into[1][0] = sum[0] + apart[1];
    into[1][1] = apart[0] - sum[1];
}
