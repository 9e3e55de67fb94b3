#include "redistribute/conjugate.h"

void ct_conjugate(char *array, const ct_block *block, ptrdiff_t sign_byte) {
    const int last = block->axes - 1;
    const ptrdiff_t row = block->count[last];
    const ptrdiff_t elements = ct_block_elements(block);
    for (ptrdiff_t done = 0; done < elements; done += row) {
        char *sign = array + block->offset + sign_byte;
        for (ptrdiff_t a = last - 1, rest = done / row; a >= 0; a--) {
            sign += rest % block->count[a] * block->stride[a];
            rest /= block->count[a];
        }
        for (ptrdiff_t i = 0; i < row; i++, sign += block->stride[last]) {
            *sign = (char)(*sign ^ 0x80);
        }
    }
}
