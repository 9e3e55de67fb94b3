/* Loads and stores of a row: WIDE numbers in a vector, fewer at its end. */

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
