/*
 * The blocks that a rank sends, or receives, one or several a peer. Blocks of one shape at equal
 * distances are stored as first block and stride; others as a list, 80 bytes a block. Local.
 */
#ifndef CT_EXCHANGE_BLOCKS_H
#define CT_EXCHANGE_BLOCKS_H

#include <cornerturn/layout.h>
#include <cornerturn/status.h>

typedef struct ct_blocks {
    ptrdiff_t element_bytes;
    int count;
    const ptrdiff_t *first_part; /* number n has list[first_part[n]] to list[first_part[n + 1] - 1];
                                    NULL: one block each */
    const ct_block *list;        /* NULL: regular blocks: */
    ct_block first;              /* all have the shape of this one, */
    ptrdiff_t stride_bytes;      /* number n begins n times so many bytes later */
    const int *order;            /* rank r has number order[r]; NULL: number r */
    double all_sent;             /* elements that all ranks send to others, if known, for ranks that
                                    are only supposed (supposed/cluster.h); else 0 */
} ct_blocks;

/* The blocks of one peer, in the order of the message. */
typedef struct ct_parts {
    ptrdiff_t count;
    const ct_block *list; /* borrowed; NULL: the single block below */
    ct_block only;
} ct_parts;

/* The blocks of a layout for `count` ranks, whose lists are borrowed. `count` is 0 where the layout
 * is NULL or has no list. */
ct_blocks ct_blocks_of(const ct_layout *layout, int count);

/* `count` contiguous blocks of `elements` each, `stride_bytes` from one to the next. */
ct_blocks ct_blocks_uniform(int count, ptrdiff_t elements, ptrdiff_t stride_bytes,
                            ptrdiff_t element_bytes);

/* Checks blocks whose `order` is NULL and copies them, regular ones in the short form. `side` names
 * them in error messages. The caller destroys *blocks. CT_ERROR_ARGUMENT, CT_ERROR_MEMORY: *blocks
 * then needs no destroying. */
ct_status ct_blocks_create(const ct_blocks *given, const char *side, ct_blocks *blocks);
void ct_blocks_destroy(ct_blocks *blocks);

/* The block of a rank, where every rank has one. */
static inline ct_block ct_blocks_at(const ct_blocks *blocks, int rank) {
    int number = blocks->order != NULL ? blocks->order[rank] : rank;
    if (blocks->list != NULL) {
        return blocks->list[number];
    }
    ct_block block = blocks->first;
    block.offset += number * blocks->stride_bytes;
    return block;
}

/* All blocks to, or from, a rank. */
static inline ct_parts ct_blocks_parts(const ct_blocks *blocks, int rank) {
    if (blocks->first_part == NULL) {
        return (ct_parts){.count = 1, .only = ct_blocks_at(blocks, rank)};
    }
    const int number = blocks->order != NULL ? blocks->order[rank] : rank;
    const ptrdiff_t first = blocks->first_part[number];
    return (ct_parts){.count = blocks->first_part[number + 1] - first,
                      .list = blocks->list + first};
}

static inline const ct_block *ct_parts_at(const ct_parts *parts, ptrdiff_t index) {
    return parts->list != NULL ? &parts->list[index] : &parts->only;
}

ptrdiff_t ct_parts_elements(const ct_parts *parts);

/* Whether they are contiguous, or empty. */
int ct_parts_are_contiguous(const ct_parts *parts, ptrdiff_t element_bytes);

/* Elements to, or from, a rank; bytes of all blocks; bytes from the array's start to the end of the
 * last block. */
ptrdiff_t ct_blocks_elements(const ct_blocks *blocks, int rank);
double ct_blocks_bytes(const ct_blocks *blocks);
ptrdiff_t ct_blocks_end(const ct_blocks *blocks);

/* The bytes of an array from the first of all blocks to the last one's end. */
typedef struct ct_extent {
    ptrdiff_t first, end; /* equal: no block has elements */
    int is_full;          /* every byte between them is surely in a block */
} ct_extent;

/* `are_apart`: no two blocks overlap, as those of a receive layout; of others only blocks that
 * follow one another are known to be full. */
ct_extent ct_blocks_extent(const ct_blocks *blocks, int are_apart);

/* Whether some byte is surely in blocks of both arrays: gaps of one may have the blocks of the
 * other. */
int ct_extents_meet(const ct_extent *one, const void *its_array, const ct_extent *other,
                    const void *others_array);

/* Bytes of memory besides the struct. */
size_t ct_blocks_held_bytes(const ct_blocks *blocks);

#endif
