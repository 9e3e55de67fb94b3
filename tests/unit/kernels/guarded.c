/* Copies read nothing beyond the source and write nothing beyond the target, whose last byte is the
 * last one before a page that must not be touched: matrices of every element size, transposed in
 * the cache and past it, with each set of vector instructions of this processor. */
#include "expect.h"

#include "kernels/strided.h"
#include "kernels/vectors.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_ELEMENT_BYTES = 48, LONGEST = 300, EXTENTS = 5 };

/* Memory of `bytes` bytes before such a page, for as long as the program runs. */
static char *guarded(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t pages = (bytes + page - 1) / page * page;
    char *memory =
        mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + pages, page, PROT_NONE) != 0) {
        perror("guarded");
        exit(EXIT_FAILURE);
    }
    return memory + pages;
}

static void expect_transposed(char *source_end, char *target_end, ptrdiff_t rows, ptrdiff_t columns,
                              ptrdiff_t element_bytes, int streams) {
    const ptrdiff_t bytes = rows * columns * element_bytes;
    char *source = source_end - bytes;
    char *target = target_end - bytes;
    const ct_block from = ct_block_rows(0, rows, columns, columns * element_bytes, element_bytes);
    const ct_block turned = ct_block_rows(0, columns, rows, rows * element_bytes, element_bytes);
    const ct_block into = ct_block_transposed(&turned);
    ct_strided copy;
    int is_same = 1;
    for (ptrdiff_t i = 0; i < bytes; i++) {
        source[i] = (char)(i % 251);
    }
    memset(target, 0, (size_t)bytes);
    EXPECT(ct_strided_prepare(&from, &into, element_bytes, &copy));
    copy.streams = streams;
    ct_strided_copy(&copy, source, target);
    for (ptrdiff_t e = 0; e < rows * columns; e++) {
        is_same = is_same && memcmp(source + e * element_bytes,
                                    target + (e % columns * rows + e / columns) * element_bytes,
                                    (size_t)element_bytes) == 0;
    }
    EXPECT(is_same);
}

int main(void) {
    static const ptrdiff_t extent[EXTENTS] = {1, 2, 65, 129, LONGEST};
    const size_t most_bytes = (size_t)LONGEST * LONGEST * MOST_ELEMENT_BYTES;
    char *source_end = guarded(most_bytes);
    char *target_end = guarded(most_bytes);
    const int best = (int)ct_vectors_used();
    for (int vectors = 0; vectors <= best; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        for (ptrdiff_t element_bytes = 1; element_bytes <= MOST_ELEMENT_BYTES; element_bytes++) {
            for (int shape = 0; shape < EXTENTS * EXTENTS; shape++) {
                expect_transposed(source_end, target_end, extent[shape / EXTENTS],
                                  extent[shape % EXTENTS], element_bytes,
                                  (int)(shape + element_bytes) % 2);
            }
        }
    }
    return expect_status();
}
