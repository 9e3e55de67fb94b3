/* Reading and writing registers, of type `wide`; past the cache if it streams. For
 * registers_double.h and registers_float.h. */
INLINE wide read(const void *from) {
    wide v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void write(wide v, void *into, int streams) {
    if (streams) {
        _mm512_stream_si512(into, (__m512i)v);
    } else {
        memcpy(into, &v, sizeof v);
    }
}
