/* In the allocator's place for whatever this program's plans and arrays are in (the linker's --wrap
 * puts it there): with CT_SIM_FOLD=1 large memory is SMPI's shared memory, in which all arrays are
 * the same few pages, again and again. SMPI copies none of their messages. So exchanges may be
 * larger than the machine that simulates them; the data are lost. free() is SMPI's in all sources
 * of a simulation, and knows both kinds. */
#include "fold.h"

#include <smpi/smpi.h>
#include <stdlib.h>
#include <string.h>

/* Tables of plans are not allocated here, and what is smaller is not worth a mapping. */
enum { FOLDED_FROM_BYTES = 65536 };

int fold_is_on(void) {
    const char *text = getenv("CT_SIM_FOLD");
    return text != NULL && strcmp(text, "1") == 0;
}

/* As the linker calls them. */
void *whole_alloc(size_t alignment, size_t bytes) __asm__("__real_aligned_alloc");
void *folded_alloc(size_t alignment, size_t bytes) __asm__("__wrap_aligned_alloc");

void *folded_alloc(size_t alignment, size_t bytes) {
    return bytes >= FOLDED_FROM_BYTES && fold_is_on() ? SMPI_SHARED_MALLOC(bytes)
                                                      : whole_alloc(alignment, bytes);
}
