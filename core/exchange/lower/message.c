#include "exchange/lower/message.h"

#include "base/entries.h"
#include "base/mpi.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

ct_message ct_message_begin(ct_lowered *lowered, int packs) {
    return (ct_message){.lowered = lowered, .packs = packs, .first_copy = lowered->copy_count};
}

static ct_status push(ct_lowered *lowered, const ct_copy *copy) {
    if (!ct_entries_grow((void **)&lowered->copies, lowered->copy_count, &lowered->copy_capacity,
                         sizeof *lowered->copies)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d copies of an exchange",
                        lowered->copy_count + 1);
    }
    lowered->copies[lowered->copy_count++] = *copy;
    return CT_OK;
}

/* Stores a prepared copy in the short form if it is just units, else as a ct_strided. */
static ct_status store(ct_lowered *lowered, const ct_strided *strided, int packs, ct_copy *copy) {
    const ptrdiff_t *strides = packs ? strided->from : strided->into;
    copy->offset = packs ? strided->from_offset : strided->into_offset;
    copy->unit_bytes = strided->unit_bytes;
    copy->stride_bytes = strided->axes > 0 ? strides[0] : strided->unit_bytes;
    copy->strided = CT_NOBODY;
    if (strided->axes > 1 || strided->conversion != NULL) {
        if (!ct_entries_grow((void **)&lowered->strided, lowered->strided_count,
                             &lowered->strided_capacity, sizeof *lowered->strided)) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %d copies of an exchange",
                            lowered->strided_count + 1);
        }
        copy->strided = lowered->strided_count;
        copy->unit_bytes = 0; /* what is no plain copy cannot stay where it is */
        lowered->strided[lowered->strided_count++] = *strided;
    }
    return push(lowered, copy);
}

static ct_strided prepare(const ct_message *message, const ct_block *block) {
    const ct_block_run *run = &message->run;
    const ct_message_elements *elements = &run->elements;
    if (elements->conversion != NULL) {
        return message->packs
                   ? ct_strided_pack_conversion(block, run->in_message, elements->conversion)
                   : ct_strided_unpack_conversion(run->in_message, block, elements->conversion);
    }
    return message->packs ? ct_strided_pack(block, run->in_message, elements->message_bytes)
                          : ct_strided_unpack(run->in_message, block, elements->message_bytes);
}

/* Turns the run of repeated blocks into a copy. */
static ct_status close_run(ct_message *message) {
    ct_block_run *run = &message->run;
    ct_block whole = run->block;
    if (run->repeats == 0) {
        return CT_OK;
    }
    if (run->repeats > 1) {
        memmove(whole.count + 1, whole.count, (size_t)whole.axes * sizeof *whole.count);
        memmove(whole.stride + 1, whole.stride, (size_t)whole.axes * sizeof *whole.stride);
        whole.axes++;
        whole.count[0] = run->repeats;
        whole.stride[0] = run->stride;
    }
    ct_copy copy = {.memory = run->memory,
                    .in_message = run->in_message,
                    .bytes = ct_block_elements(&whole) * run->elements.message_bytes};
    const ct_strided strided = prepare(message, &whole);
    run->repeats = 0;
    return store(message->lowered, &strided, message->packs, &copy);
}

static ptrdiff_t run_bytes(const ct_block_run *run) {
    return run->repeats * ct_block_elements(&run->block) * run->elements.message_bytes;
}

static int same_elements(const ct_message_elements *a, const ct_message_elements *b) {
    return a->memory_bytes == b->memory_bytes && a->message_bytes == b->message_bytes &&
           a->conversion == b->conversion;
}

/* Whether `open` continues the run. */
static int repeats(const ct_message *message) {
    const ct_block_run *run = &message->run;
    const ct_block_run *open = &message->open;
    return run->repeats > 0 && run->memory == open->memory && open->block.axes < CT_BLOCK_AXES &&
           same_elements(&run->elements, &open->elements) &&
           ct_block_same_shape(&run->block, &open->block) &&
           open->in_message == run->in_message + run_bytes(run) &&
           open->block.offset > run->block.offset &&
           (run->repeats == 1 ||
            open->block.offset == run->block.offset + run->repeats * run->stride);
}

/* Ends merging into `open`: it continues the run or starts the next one. */
static ct_status close_open(ct_message *message) {
    ct_status status = CT_OK;
    if (message->open.repeats == 0) {
        return CT_OK;
    }
    if (repeats(message)) {
        message->run.stride = message->run.repeats == 1
                                  ? message->open.block.offset - message->run.block.offset
                                  : message->run.stride;
        message->run.repeats++;
    } else {
        status = close_run(message);
        message->run = message->open;
    }
    message->open.repeats = 0;
    return status;
}

static ct_status add_block(ct_message *message, ct_memory memory, const ct_block *block,
                           const ct_message_elements *own) {
    ct_block_run *open = &message->open;
    ct_block added = *block;
    ct_status status = CT_OK;
    ptrdiff_t elements = ct_block_elements(block);
    if (elements == 0) {
        return CT_OK;
    }
    const int is_contiguous = ct_block_is_contiguous(block, own->memory_bytes);
    if (is_contiguous) {
        added = ct_block_contiguous(block->offset, elements, own->memory_bytes);
    }
    if (open->repeats > 0 && is_contiguous && open->memory == memory &&
        same_elements(&open->elements, own) &&
        open->block.offset + ct_block_elements(&open->block) * own->memory_bytes == added.offset &&
        open->in_message + run_bytes(open) == message->bytes &&
        ct_block_is_contiguous(&open->block, own->memory_bytes)) {
        open->block.count[0] += elements;
    } else {
        status = close_open(message);
        *open = (ct_block_run){memory, *own, added, 1, 0, message->bytes};
    }
    message->bytes += elements * own->message_bytes;
    return status;
}

ct_status ct_message_add(ct_message *message, ct_memory memory, const ct_parts *parts,
                         const ct_message_elements *elements, ptrdiff_t bytes) {
    const ptrdiff_t end = message->bytes + bytes;
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < parts->count && status == CT_OK; i++) {
        status = add_block(message, memory, ct_parts_at(parts, i), elements);
    }
    message->bytes = end;
    return status;
}

void ct_message_skip(ct_message *message, ptrdiff_t bytes) {
    message->bytes += bytes;
    message->gaps += bytes > 0;
}

ct_status ct_message_end(ct_message *message, ct_transfer *transfer) {
    ct_status status = close_open(message);
    if (status == CT_OK) {
        status = close_run(message);
    }
    transfer->first_copy = message->first_copy;
    transfer->copies = message->lowered->copy_count - message->first_copy;
    transfer->bytes = message->bytes;
    return status;
}

int ct_message_in_place(ct_message *message, ct_transfer *transfer) {
    if (message->bytes == 0 || transfer->copies != 1 || message->gaps > 0) {
        return message->bytes == 0;
    }
    const ct_copy *only = &message->lowered->copies[transfer->first_copy];
    if (only->unit_bytes < only->bytes) {
        return 0;
    }
    transfer->memory = only->memory;
    transfer->offset = only->offset;
    transfer->copies = 0;
    message->lowered->copy_count = message->first_copy;
    return 1;
}
