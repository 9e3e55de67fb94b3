#include "exchange/message.h"

#include "base/mpi.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

ct_message ct_message_begin(ct_lowered *lowered, int packs, ptrdiff_t element_bytes) {
    return (ct_message){.lowered = lowered,
                        .packs = packs,
                        .element_bytes = element_bytes,
                        .first_copy = lowered->copy_count};
}

static ct_status push(ct_lowered *lowered, const ct_copy *copy) {
    if (lowered->copies == NULL || lowered->copy_count == lowered->copy_room) {
        int room = lowered->copy_room < 8 ? 8 : 2 * lowered->copy_room;
        ct_copy *grown = realloc(lowered->copies, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %d copies of an exchange", room);
        }
        lowered->copies = grown;
        lowered->copy_room = room;
    }
    lowered->copies[lowered->copy_count++] = *copy;
    return CT_OK;
}

/* Makes the repeated blocks a copy. */
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
                    .bytes = ct_block_elements(&whole) * message->element_bytes};
    copy.strided = message->packs
                       ? ct_strided_pack(&whole, run->in_message, message->element_bytes)
                       : ct_strided_unpack(run->in_message, &whole, message->element_bytes);
    *run = (ct_block_run){.repeats = 0};
    return push(message->lowered, &copy);
}

static ptrdiff_t run_bytes(const ct_message *message, const ct_block_run *run) {
    return run->repeats * ct_block_elements(&run->block) * message->element_bytes;
}

/* Whether `open` is one more block of the run. */
static int repeats(const ct_message *message) {
    const ct_block_run *run = &message->run;
    const ct_block_run *open = &message->open;
    const size_t axes = (size_t)open->block.axes;
    return run->repeats > 0 && run->memory == open->memory && axes < CT_BLOCK_AXES &&
           run->block.axes == open->block.axes &&
           memcmp(run->block.count, open->block.count, axes * sizeof *run->block.count) == 0 &&
           memcmp(run->block.stride, open->block.stride, axes * sizeof *run->block.stride) == 0 &&
           open->in_message == run->in_message + run_bytes(message, run) &&
           open->block.offset > run->block.offset &&
           (run->repeats == 1 ||
            open->block.offset == run->block.offset + run->repeats * run->stride);
}

/* Ends merging: what is open joins the run, or becomes the next one. */
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
    message->open = (ct_block_run){.repeats = 0};
    return status;
}

/* Number of elements side by side if that is all the block is, else 0. */
static ptrdiff_t contiguous_elements(const ct_block *block, ptrdiff_t element_bytes) {
    ct_strided simple = ct_strided_pack(block, 0, element_bytes);
    return simple.axes == 0 ? simple.unit_bytes / element_bytes : 0;
}

ct_status ct_message_add(ct_message *message, ct_memory memory, const ct_block *block) {
    ct_block_run *open = &message->open;
    ct_block added = *block;
    ct_status status = CT_OK;
    ptrdiff_t elements = ct_block_elements(block);
    if (elements == 0) {
        return CT_OK;
    }
    int is_contiguous = contiguous_elements(block, message->element_bytes) > 0;
    if (is_contiguous) {
        added = ct_block_contiguous(block->offset, elements, message->element_bytes);
    }
    ptrdiff_t open_bytes = run_bytes(message, open);
    if (open->repeats > 0 && is_contiguous && open->memory == memory &&
        open->block.offset + open_bytes == added.offset &&
        open->in_message + open_bytes == message->bytes &&
        contiguous_elements(&open->block, message->element_bytes) > 0) {
        open->block.count[0] += elements;
    } else {
        status = close_open(message);
        *open = (ct_block_run){memory, added, 1, 0, message->bytes};
    }
    message->bytes += elements * message->element_bytes;
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
    if (only->strided.axes > 0) {
        return 0;
    }
    transfer->memory = only->memory;
    transfer->offset = message->packs ? only->strided.from_offset : only->strided.into_offset;
    transfer->copies = 0;
    message->lowered->copy_count = message->first_copy;
    return 1;
}

ct_status ct_bytes_type(ptrdiff_t offset, ptrdiff_t bytes, MPI_Datatype *type) {
    enum { CHUNK_BYTES = 1 << 30 };
    ct_status status = CT_OK;
    MPI_Datatype chunk = MPI_DATATYPE_NULL;
    *type = MPI_DATATYPE_NULL;
    ptrdiff_t chunks = bytes / CHUNK_BYTES;
    int lengths[2] = {(int)chunks, (int)(bytes % CHUNK_BYTES)};
    MPI_Aint places[2] = {offset, offset + chunks * CHUNK_BYTES};
    CT_MPI(MPI_Type_contiguous(CHUNK_BYTES, MPI_BYTE, &chunk));
    MPI_Datatype parts[2] = {chunk, MPI_BYTE};
    CT_MPI(MPI_Type_create_struct(2, lengths, places, parts, type));
    CT_MPI(MPI_Type_commit(type));
cleanup:
    if (chunk != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&chunk);
    }
    return status;
}
