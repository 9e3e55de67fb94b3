#include <cornerturn/layout.h>

ptrdiff_t ct_block_elements(const ct_block *block) {
    ptrdiff_t elements = 1;
    for (int a = 0; a < block->axes; a++) {
        elements *= block->count[a];
    }
    return elements;
}

ptrdiff_t ct_block_end(const ct_block *block, ptrdiff_t element_bytes) {
    ptrdiff_t end = block->offset + element_bytes;
    if (ct_block_elements(block) == 0) {
        return 0;
    }
    for (int a = 0; a < block->axes; a++) {
        end += (block->count[a] - 1) * block->stride[a];
    }
    return end;
}

ct_block ct_block_contiguous(ptrdiff_t offset, ptrdiff_t elements, ptrdiff_t element_bytes) {
    return (ct_block){.offset = offset, .axes = 1, .count = {elements}, .stride = {element_bytes}};
}

ct_block ct_block_rows(ptrdiff_t offset, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t row_stride,
                       ptrdiff_t element_bytes) {
    return (ct_block){.offset = offset,
                      .axes = 2,
                      .count = {rows, columns},
                      .stride = {row_stride, element_bytes}};
}

ct_block ct_block_transposed(const ct_block *block) {
    ct_block reversed = {.offset = block->offset, .axes = block->axes};
    for (int a = 0; a < block->axes; a++) {
        reversed.count[a] = block->count[block->axes - 1 - a];
        reversed.stride[a] = block->stride[block->axes - 1 - a];
    }
    return reversed;
}
