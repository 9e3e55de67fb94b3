/* What registers of eight numbers, four complex ones, do alike whatever their numbers are. For the
 * files beside this. */
INLINE wide swapped(wide v) {
    return SHUFFLE(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
}

/* A number with both signs. */
INLINE wide alternating(REAL by) {
    return (wide){by, -by, by, -by, by, -by, by, -by};
}

/* The complex numbers from the last to the first. */
INLINE wide turned_round(wide v) {
    return SHUFFLE(v, v, 6, 7, 4, 5, 2, 3, 0, 1);
}

/* Factors of four numbers of a row. */
INLINE wide read_factors(const REAL *factors) {
    return read(factors);
}

/* Of each two of both the first numbers, and the second ones. */
INLINE wide firsts_of_twos(wide a, wide b) {
    return SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}

INLINE wide seconds_of_twos(wide a, wide b) {
    return SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}

/* The first two numbers of each, and the last two. */
INLINE wide first_halves(wide a, wide b) {
    return SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}

INLINE wide last_halves(wide a, wide b) {
    return SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}
