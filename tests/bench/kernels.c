/*
 * The copies every pass over a user's array goes through, on one core: transposes, and rows packed
 * and unpacked. GB/s read and written, medians: as they are run by themselves, all through the
 * cache and all past it; of memcpy and of a copy past the cache of as many bytes, timed in turn
 * with them; and the ratios to these. Two at once show what the cores leave each other.
 *
 * usage: bench_kernels [ROUNDS [MOST_MIB [huge]]]     of arrays up to MOST_MIB (256), in huge pages
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernels/stream.h"
#include "kernels/strided.h"
#include "median.h"
#include "trace/clock.h"

enum { MOST_ROUNDS = 501, REPEAT_BYTES = 1 << 22, HUGE_BYTES = 1 << 21, CASES = 5 };

typedef struct arrays {
    char *from, *into;
    int rounds;
} arrays;

typedef enum method { STRIDED, CACHED, STREAMED, MEMCPY, STREAM } method;

static void run(method how, const ct_strided *copy, const arrays *a) {
    size_t bytes = (size_t)ct_strided_bytes(copy);
    ct_strided forced = *copy;
    switch (how) {
    case STRIDED:
        ct_strided_copy(copy, a->from, a->into);
        break;
    case CACHED:
    case STREAMED:
        forced.streams = how == STREAMED;
        ct_strided_copy(&forced, a->from, a->into);
        break;
    case MEMCPY:
        memcpy(a->into, a->from, bytes);
        break;
    case STREAM:
        ct_stream_copy(a->into, a->from, bytes);
        ct_stream_fence();
        break;
    }
}

/* Times all methods in turn, small copies many times over, and prints a line. */
static void measure(const char *what, const char *size, const ct_strided *copy, const arrays *a) {
    static double round_s[CASES][MOST_ROUNDS];
    double gb_per_s[CASES];
    ptrdiff_t bytes = ct_strided_bytes(copy);
    int repeats = bytes < REPEAT_BYTES ? (int)(REPEAT_BYTES / bytes) : 1;
    for (int round = -1; round < a->rounds; round++) {
        for (int how = 0; how < CASES; how++) {
            double start_s = ct_clock_s();
            for (int i = 0; i < repeats; i++) {
                run((method)how, copy, a);
            }
            round_s[how][round < 0 ? 0 : round] = (ct_clock_s() - start_s) / repeats;
        }
    }
    for (int how = 0; how < CASES; how++) {
        gb_per_s[how] = 2e-9 * (double)bytes / median(round_s[how], a->rounds);
    }
    (void)printf("%-12s %-16s %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f\n", what, size,
                 gb_per_s[STRIDED], gb_per_s[CACHED], gb_per_s[STREAMED], gb_per_s[MEMCPY],
                 gb_per_s[STREAM], gb_per_s[STRIDED] / gb_per_s[STREAM],
                 gb_per_s[STRIDED] / gb_per_s[MEMCPY]);
}

/* n x n elements, rows `pad` bytes longer than they need be at both ends, the target `shift` bytes
 * beyond the start of a line. */
static void transpose(ptrdiff_t n, ptrdiff_t element_bytes, ptrdiff_t pad, ptrdiff_t shift,
                      const arrays *a) {
    char what[64];
    char size[64];
    ct_strided copy;
    ct_block from = ct_block_rows(0, n, n, n * element_bytes + pad, element_bytes);
    ct_block into = ct_block_rows(shift, n, n, n * element_bytes + pad, element_bytes);
    into = ct_block_transposed(&into);
    (void)ct_strided_prepare(&from, &into, element_bytes, &copy);
    (void)snprintf(what, sizeof what, "turn %td B", element_bytes);
    (void)snprintf(size, sizeof size, "%td^2+%td%s", n, pad, shift > 0 ? " shifted" : "");
    measure(what, size, &copy, a);
}

/* Every other piece of `row_bytes` bytes, packed or unpacked. */
static void rows(ptrdiff_t row_bytes, ptrdiff_t bytes, const arrays *a) {
    char size[64];
    ptrdiff_t element_bytes = row_bytes % 8 == 0 ? 8 : row_bytes;
    ct_block block = ct_block_rows(0, bytes / row_bytes, row_bytes / element_bytes, 2 * row_bytes,
                                   element_bytes);
    ct_strided pack = ct_strided_pack(&block, 0, element_bytes);
    ct_strided unpack = ct_strided_unpack(0, &block, element_bytes);
    (void)snprintf(size, sizeof size, "%td B", row_bytes);
    measure("pack rows", size, &pack, a);
    measure("unpack rows", size, &unpack, a);
}

static char *allocate(size_t bytes, int huge) {
    size_t rounded = (bytes + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES;
    char *memory = aligned_alloc(HUGE_BYTES, rounded);
    if (memory != NULL) {
        (void)madvise(memory, rounded, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
        memset(memory, 1, rounded);
    }
    return memory;
}

static void measure_all(ptrdiff_t most_bytes, const arrays *a) {
    (void)printf("%-12s %-16s %8s %8s %8s %8s %8s %8s %8s\n", "GB/s", "", "copy", "cached",
                 "streamed", "memcpy", "stream", "/stream", "/memcpy");
    for (ptrdiff_t element_bytes = 4; element_bytes <= 16; element_bytes *= 2) {
        for (ptrdiff_t n = 256; n * n * element_bytes <= most_bytes && n <= 8192; n *= 2) {
            transpose(n, element_bytes, 0, 0, a);
            transpose(n, element_bytes, 64, 0, a);
            transpose(n, element_bytes, element_bytes, 0, a);
            transpose(n, element_bytes, 0, element_bytes, a);
        }
    }
    for (ptrdiff_t element_bytes = 1; element_bytes <= 24; element_bytes++) {
        transpose(1000, element_bytes, 0, 0, a);
    }
    for (ptrdiff_t row_bytes = 8; row_bytes <= 65536; row_bytes *= 2) {
        rows(row_bytes, most_bytes / 4, a);
    }
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 21;
    ptrdiff_t most_bytes = (argc > 2 ? strtol(argv[2], NULL, 10) : 256) << 20;
    if (rounds < 1 || rounds > MOST_ROUNDS || most_bytes < 1) {
        (void)fprintf(stderr, "usage: bench_kernels [ROUNDS [MOST_MIB [huge]]]\n");
        return 2;
    }
    int huge = argc > 3 && strcmp(argv[3], "huge") == 0;
    size_t bytes = (size_t)most_bytes + ((size_t)1 << 21);
    arrays a = {allocate(bytes, huge), allocate(bytes, huge), rounds};
    if (a.from == NULL || a.into == NULL) {
        (void)fprintf(stderr, "bench_kernels: no memory\n");
        return 1;
    }
    measure_all(most_bytes, &a);
    free(a.from);
    free(a.into);
    return 0;
}
