/* Pages that are placed exist, of memory that begins and ends inside pages too, and no others. */
#include "base/pages.h"
#include "expect.h"

#include <mpi.h>
#include <sys/mman.h>

enum { PAGES = 64, FIRST = 3, LAST = 60 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    unsigned char exists[PAGES];
    const size_t bytes = (size_t)PAGES * CT_PAGE_BYTES;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT(memory != MAP_FAILED);
    char *first = memory + (ptrdiff_t)FIRST * CT_PAGE_BYTES + 100;
    char *last = memory + (ptrdiff_t)LAST * CT_PAGE_BYTES + 7;
    ct_pages_place(first, (size_t)(last - first) + 1);
    EXPECT(mincore(memory, bytes, exists) == 0);
    for (int page = 0; page < PAGES; page++) {
        EXPECT((exists[page] & 1) == (page >= FIRST && page <= LAST));
    }
    for (char *at = first; at <= last; at++) {
        EXPECT(*at == 0);
    }
    ct_pages_place(NULL, 0);
    (void)munmap(memory, bytes);
    MPI_Finalize();
    return expect_status();
}
