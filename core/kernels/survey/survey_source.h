/* Passes over numbers of the type REAL, a cache line at a time, in vectors that every processor
 * has: compiled once for each precision. BITS is the integer of that size. */
enum { LANES = 16 / sizeof(REAL), VECTORS = 4, STEP = LANES * VECTORS };
typedef REAL lanes __attribute__((vector_size(16)));
typedef BITS masks __attribute__((vector_size(16)));

/* Partial results by lane. */
typedef struct known {
    lanes largest[VECTORS];
    lanes zero[VECTORS]; /* 0 times each number, added up: NaN unless all are finite */
} known;

static inline void look_at(const REAL *number, known *k) {
    const masks sign = (masks) - (lanes){0};
    for (int v = 0; v < VECTORS; v++) {
        lanes x;
        memcpy(&x, number + (ptrdiff_t)v * LANES, sizeof x);
        const lanes size = (lanes)((masks)x & ~sign);
        const masks is_larger = size > k->largest[v];
        k->largest[v] = (lanes)(((masks)size & is_larger) | ((masks)k->largest[v] & ~is_larger));
        k->zero[v] += 0 * x;
    }
}

static ct_survey survey(const void *numbers, ptrdiff_t count) {
    const REAL *number = numbers;
    REAL rest[STEP] = {0};
    known k = {.largest = {{0}}};
    ct_survey found = {0, 1};
    ptrdiff_t i = 0;
    for (; i + STEP <= count; i += STEP) {
        look_at(number + i, &k);
    }
    for (ptrdiff_t j = i; j < count; j++) {
        rest[j - i] = number[j];
    }
    look_at(rest, &k);
    for (int lane = 0; lane < STEP; lane++) {
        const int v = lane / LANES;
        found.largest = fmax(found.largest, (double)k.largest[v][lane % LANES]);
        found.is_finite = found.is_finite && k.zero[v][lane % LANES] == 0;
    }
    return found;
}

/* Several independent sums, to hide the latency of additions. */
static double squares(const void *numbers, ptrdiff_t count, double factor) {
    enum { SUMS = 4 };
    const REAL *number = numbers;
    double sum[SUMS] = {0};
    ptrdiff_t i = 0;
    for (; i + SUMS <= count; i += SUMS) {
        for (int s = 0; s < SUMS; s++) {
            const double x = factor * (double)number[i + s];
            sum[s] += x * x;
        }
    }
    for (; i < count; i++) {
        const double x = factor * (double)number[i];
        sum[0] += x * x;
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static ptrdiff_t not_finite(const void *elements, ptrdiff_t count, int parts, ptrdiff_t *first) {
    const REAL *number = elements;
    ptrdiff_t found = 0;
    *first = count;
    for (ptrdiff_t i = 0; i < count; i++) {
        const int is_finite =
            isfinite(number[parts * i]) && (parts == 1 || isfinite(number[parts * i + 1]));
        *first = !is_finite && found == 0 ? i : *first;
        found += !is_finite;
    }
    return found;
}

const ct_survey_passes PASSES = {survey, squares, not_finite};
