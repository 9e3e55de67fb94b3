/* Loads and stores of a row: WIDE numbers in a vector, fewer at its end; shifts of vectors. */

typedef REAL wide __attribute__((vector_size(WIDE * sizeof(REAL))));

/* The rest are 0. */
INLINE wide wide_read(const REAL *numbers, ptrdiff_t count) {
    wide read = {0};
    memcpy(&read, numbers, (size_t)count * sizeof *numbers);
    return read;
}

INLINE void wide_write(wide numbers, ptrdiff_t count, REAL *into) {
    memcpy(into, &numbers, (size_t)count * sizeof *into);
}

INLINE void wide_stream(wide numbers, REAL *into) {
#ifdef STREAM
    STREAM(into, numbers);
#else
    wide_write(numbers, WIDE, into);
#endif
}

/* WIDE indices from k on, each `by` more than the one before. */
#define INDICES_2(k, by) (k), (k) + (by)
#define INDICES_4(k, by) INDICES_2(k, by), INDICES_2((k) + 2 * (by), by)
#define INDICES_8(k, by) INDICES_4(k, by), INDICES_4((k) + 4 * (by), by)
#if WIDE == 2
#define INDICES(k, by) INDICES_2(k, by)
#elif WIDE == 4
#define INDICES(k, by) INDICES_4(k, by)
#elif WIDE == 8
#define INDICES(k, by) INDICES_8(k, by)
#else
#define INDICES(k, by) INDICES_8(k, by), INDICES_8((k) + 8 * (by), by)
#endif

/* WIDE numbers of two consecutive vectors, from number k of the first on. */
#ifndef SHIFTED
#define SHIFTED(low, high, k) __builtin_shufflevector(low, high, INDICES(k, 1))
#endif

/* Number k everywhere. */
#define SPREAD(numbers, k) __builtin_shufflevector(numbers, numbers, INDICES(k, 0))
