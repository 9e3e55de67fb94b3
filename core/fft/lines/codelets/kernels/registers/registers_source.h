/* Reading and writing registers, of type `wide`; past the cache if it streams. For the files beside
 * this. */
INLINE wide read(const void *from) {
    wide v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void write(wide v, void *into, int streams) {
    if (streams) {
        STREAM(into, v);
    } else {
        memcpy(into, &v, sizeof v);
    }
}

/* Of as many rows as share a register, which are `step` bytes apart, the same numbers. */
#ifndef HAS_TWO_ROWS
INLINE wide read_rows(const char *from, ptrdiff_t step) {
    (void)step;
    return read(from);
}

INLINE void write_rows(wide v, char *into, ptrdiff_t step, int streams) {
    (void)step;
    write(v, into, streams);
}
#endif
