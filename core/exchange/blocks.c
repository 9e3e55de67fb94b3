#include "exchange/blocks.h"

#include "base/fail.h"
#include "kernels/strided.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

ct_blocks ct_blocks_of(const ct_layout *layout, int count) {
    return layout != NULL ? (ct_blocks){.element_bytes = layout->element_bytes,
                                        .count = layout->block != NULL ? count : 0,
                                        .list = layout->block}
                          : (ct_blocks){.count = 0};
}

ct_blocks ct_blocks_uniform(int count, ptrdiff_t elements, ptrdiff_t stride_bytes,
                            ptrdiff_t element_bytes) {
    return (ct_blocks){.element_bytes = element_bytes,
                       .count = count,
                       .first = ct_block_contiguous(0, elements, element_bytes),
                       .stride_bytes = stride_bytes};
}

/* Largest extent of a rank's array, so that sums over blocks stay within ptrdiff_t. */
static const double reach_most_bytes = (double)((ptrdiff_t)1 << 48);

static int is_addressable(const ct_block *block, ptrdiff_t element_bytes) {
    double end = (double)block->offset + (double)element_bytes;
    double bytes = (double)element_bytes;
    for (int a = 0; a < block->axes; a++) {
        end += block->count[a] > 1 ? (double)(block->count[a] - 1) * (double)block->stride[a] : 0;
        bytes *= (double)block->count[a];
    }
    return end <= reach_most_bytes && bytes <= reach_most_bytes;
}

static int is_empty(const ct_block *block) {
    int empty = 0;
    for (int a = 0; a < block->axes; a++) {
        empty = empty || block->count[a] == 0;
    }
    return empty;
}

/* Checks a block. An empty one is normalised: its strides, and other counts whose product may
 * overflow, mean nothing.
 */
static ct_status check(ct_block *block, const char *side, int number, ptrdiff_t element_bytes) {
    if (block->axes < 0 || block->axes > CT_BLOCK_AXES || block->offset < 0) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "%s block %d: %d axes, offset %td; allowed: 0 to %d axes, offsets from 0",
                        side, number, block->axes, block->offset, CT_BLOCK_AXES);
    }
    for (int a = 0; a < block->axes; a++) {
        if (block->count[a] < 0) {
            return ct_raise(CT_ERROR_ARGUMENT, "%s block %d: negative count %td along axis %d",
                            side, number, block->count[a], a);
        }
    }
    if (is_empty(block)) {
        *block = ct_block_contiguous(0, 0, element_bytes);
        return CT_OK;
    }
    for (int a = 0; a < block->axes; a++) {
        if (block->count[a] > 1 && block->stride[a] < element_bytes) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "%s block %d: stride of %td bytes along axis %d; its elements have %td",
                            side, number, block->stride[a], a, element_bytes);
        }
    }
    return is_addressable(block, element_bytes)
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "%s block %d cannot be addressed", side, number);
}

/* Whether the next block continues the regular sequence of those so far. */
static int follows(ct_blocks *rule, int number, const ct_block *last, const ct_block *next) {
    if (number == 0) {
        rule->first = *next;
        return 1;
    }
    if (number == 1) {
        rule->stride_bytes = next->offset - last->offset;
    }
    return ct_block_same_shape(last, next) && next->offset - last->offset == rule->stride_bytes;
}

/* A list of the first `number` blocks of a regular sequence. */
static ct_block *list_by(const ct_blocks *rule, int number) {
    ct_block *list = malloc((size_t)rule->count * sizeof *list);
    for (int n = 0; list != NULL && n < number; n++) {
        list[n] = ct_blocks_at(rule, n);
    }
    return list;
}

/* Copies and checks the given list, with the first block of each number. */
static ct_status copy_parts(const ct_blocks *given, const char *side, ct_blocks *blocks) {
    const size_t firsts = (size_t)given->count + 1;
    const ptrdiff_t total = given->first_part[given->count];
    ptrdiff_t *first_part = malloc(firsts * sizeof *first_part);
    ct_block *list = NULL;
    ct_status status = CT_OK;
    if (given->first_part[0] != 0 || total < 0) {
        CT_FAIL(CT_ERROR_ARGUMENT,
                "%s blocks begin at number %td of a list and end at %td; allowed: "
                "from 0 on",
                side, given->first_part[0], total);
    }
    list = malloc((size_t)total * sizeof *list + 1);
    if (first_part == NULL || list == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %td blocks", total);
    }
    memcpy(first_part, given->first_part, firsts * sizeof *first_part);
    for (int number = 0; number < given->count; number++) {
        if (first_part[number + 1] < first_part[number] || first_part[number + 1] > total) {
            CT_FAIL(CT_ERROR_ARGUMENT,
                    "%s blocks of rank %d begin at number %td of a list, the next "
                    "ones at %td; allowed: rising numbers",
                    side, number, first_part[number], first_part[number + 1]);
        }
        for (ptrdiff_t i = first_part[number]; i < first_part[number + 1]; i++) {
            list[i] = given->list[i];
            CT_TRY(check(&list[i], side, number, given->element_bytes));
        }
    }
    blocks->list = list;
    blocks->first_part = first_part;
    return CT_OK;
cleanup:
    free(list);
    free(first_part);
    return status;
}

ct_status ct_blocks_create(const ct_blocks *given, const char *side, ct_blocks *blocks) {
    ct_blocks rule = {.element_bytes = given->element_bytes, .count = given->count};
    ct_block *list = NULL;
    ct_block last = given->first;
    ct_status status = CT_OK;
    *blocks = rule;
    if (given->first_part != NULL && given->count > 0) {
        return copy_parts(given, side, blocks);
    }
    for (int number = 0; number < given->count; number++) {
        ct_block next = ct_blocks_at(given, number);
        CT_TRY(check(&next, side, number, given->element_bytes));
        if (list == NULL && !follows(&rule, number, &last, &next)) {
            list = list_by(&rule, number);
            if (list == NULL) {
                CT_FAIL(CT_ERROR_MEMORY, "no memory for the blocks of %d ranks", given->count);
            }
        }
        if (list != NULL) {
            list[number] = next;
        }
        last = next;
    }
    *blocks = rule;
    blocks->list = list;
    return CT_OK;
cleanup:
    free(list);
    return status;
}

void ct_blocks_destroy(ct_blocks *blocks) {
    free((ct_block *)blocks->list); /* const for who only reads */
    free((ptrdiff_t *)blocks->first_part);
    *blocks = (ct_blocks){.list = NULL};
}

ptrdiff_t ct_parts_elements(const ct_parts *parts) {
    ptrdiff_t elements = 0;
    for (ptrdiff_t i = 0; i < parts->count; i++) {
        elements += ct_block_elements(ct_parts_at(parts, i));
    }
    return elements;
}

int ct_parts_are_contiguous(const ct_parts *parts, ptrdiff_t element_bytes) {
    return parts->count == 0 ||
           (parts->count == 1 && ct_block_is_contiguous(ct_parts_at(parts, 0), element_bytes));
}

ptrdiff_t ct_blocks_elements(const ct_blocks *blocks, int rank) {
    const ct_parts parts = ct_blocks_parts(blocks, rank);
    return ct_parts_elements(&parts);
}

double ct_blocks_bytes(const ct_blocks *blocks) {
    double bytes = 0;
    for (int rank = 0; rank < blocks->count; rank++) {
        bytes += (double)ct_blocks_elements(blocks, rank) * (double)blocks->element_bytes;
    }
    return bytes;
}

ptrdiff_t ct_blocks_end(const ct_blocks *blocks) {
    ptrdiff_t end = 0;
    for (int rank = 0; rank < blocks->count; rank++) {
        const ct_parts parts = ct_blocks_parts(blocks, rank);
        for (ptrdiff_t i = 0; i < parts.count; i++) {
            const ptrdiff_t here = ct_block_end(ct_parts_at(&parts, i), blocks->element_bytes);
            end = here > end ? here : end;
        }
    }
    return end;
}

ct_extent ct_blocks_extent(const ct_blocks *blocks, int are_apart) {
    ct_extent extent = {PTRDIFF_MAX, 0, 1};
    for (int rank = 0; rank < blocks->count; rank++) {
        const ct_parts parts = ct_blocks_parts(blocks, rank);
        for (ptrdiff_t i = 0; i < parts.count; i++) {
            const ct_block *block = ct_parts_at(&parts, i);
            const ptrdiff_t end = ct_block_end(block, blocks->element_bytes);
            if (end > 0) { /* it has elements */
                const ptrdiff_t bytes = ct_block_elements(block) * blocks->element_bytes;
                const int follows = extent.end == 0 || extent.end == block->offset;
                extent.is_full = extent.is_full && follows && end - block->offset == bytes;
                extent.first = block->offset < extent.first ? block->offset : extent.first;
                extent.end = end > extent.end ? end : extent.end;
            }
        }
    }
    extent.first = extent.end > 0 ? extent.first : 0;
    if (are_apart) {
        extent.is_full = ct_blocks_bytes(blocks) == (double)(extent.end - extent.first);
    }
    return extent;
}

static int is_inside(uintptr_t byte, uintptr_t first, uintptr_t end) {
    return byte >= first && byte < end;
}

int ct_extents_meet(const ct_extent *one, const void *its_array, const ct_extent *other,
                    const void *others_array) {
    if (one->end == one->first || other->end == other->first) {
        return 0;
    }
    const uintptr_t a = (uintptr_t)its_array + (uintptr_t)one->first;
    const uintptr_t b = (uintptr_t)others_array + (uintptr_t)other->first;
    const uintptr_t a_end = (uintptr_t)its_array + (uintptr_t)one->end;
    const uintptr_t b_end = (uintptr_t)others_array + (uintptr_t)other->end;
    return a == b || a_end == b_end ||
           (one->is_full && (is_inside(b, a, a_end) || is_inside(b_end - 1, a, a_end))) ||
           (other->is_full && (is_inside(a, b, b_end) || is_inside(a_end - 1, b, b_end)));
}

size_t ct_blocks_held_bytes(const ct_blocks *blocks) {
    const size_t count = (size_t)blocks->count;
    if (blocks->first_part != NULL) {
        return (count + 1) * sizeof *blocks->first_part +
               (size_t)blocks->first_part[count] * sizeof *blocks->list;
    }
    return blocks->list != NULL ? count * sizeof *blocks->list : 0;
}
