#include "exchange/message.h"

#include "base/mpi.h"

#include <limits.h>
#include <stdlib.h>

ct_message ct_message_begin(ct_lowered *lowered) {
    return (ct_message){.lowered = lowered, .first_copy = lowered->copy_count, .one_piece = 1};
}

/* Turns the last copy into one more piece of the one before it, if it is that. */
static void fold(ct_message *message) {
    ct_lowered *lowered = message->lowered;
    if (lowered->copies == NULL || lowered->copy_count - message->first_copy < 2) {
        return;
    }
    ct_copy *run = &lowered->copies[lowered->copy_count - 2];
    const ct_copy *last = run + 1;
    ptrdiff_t stride = run->count == 1 ? last->offset - run->offset : run->stride;
    if (last->memory == run->memory && last->bytes == run->bytes && last->count == 1 &&
        last->in_message == run->in_message + run->count * run->bytes &&
        last->offset == run->offset + run->count * stride) {
        run->stride = stride;
        run->count++;
        lowered->copy_count--;
    }
}

static ct_status push(ct_lowered *lowered, ct_copy copy) {
    if (lowered->copies == NULL || lowered->copy_count == lowered->copy_room) {
        int room = lowered->copy_room < 8 ? 8 : 2 * lowered->copy_room;
        ct_copy *grown = realloc(lowered->copies, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %d copies of an exchange", room);
        }
        lowered->copies = grown;
        lowered->copy_room = room;
    }
    lowered->copies[lowered->copy_count++] = copy;
    return CT_OK;
}

ct_status ct_message_add(ct_message *message, ct_memory memory, ptrdiff_t offset, ptrdiff_t bytes) {
    ct_lowered *lowered = message->lowered;
    ct_copy *last = NULL;
    ct_status status = CT_OK;
    if (bytes == 0) {
        return CT_OK;
    }
    if (lowered->copy_count > message->first_copy) {
        last = &lowered->copies[lowered->copy_count - 1];
    }
    if (last != NULL && last->count == 1 && last->memory == memory &&
        last->offset + last->bytes == offset && last->in_message + last->bytes == message->bytes) {
        last->bytes += bytes;
    } else {
        fold(message);
        message->one_piece = message->one_piece && message->bytes == 0;
        status = push(lowered, (ct_copy){memory, offset, 0, message->bytes, bytes, 1});
    }
    message->bytes += bytes;
    return status;
}

void ct_message_skip(ct_message *message, ptrdiff_t bytes) {
    message->bytes += bytes;
    message->one_piece = message->one_piece && bytes == 0;
}

int ct_message_in_place(ct_message *message, ct_transfer *transfer) {
    if (!message->one_piece || message->bytes == 0) {
        return message->bytes == 0;
    }
    const ct_copy *only = &message->lowered->copies[message->first_copy];
    transfer->memory = only->memory;
    transfer->offset = only->offset;
    message->lowered->copy_count = message->first_copy;
    return 1;
}

void ct_message_in_scratch(ct_message *message, ptrdiff_t offset, ct_transfer *transfer) {
    ct_lowered *lowered = message->lowered;
    fold(message);
    transfer->memory = CT_SCRATCH;
    transfer->offset = offset;
    transfer->first_copy = message->first_copy;
    transfer->copies = lowered->copy_count - message->first_copy;
    for (int i = message->first_copy; i < lowered->copy_count; i++) {
        lowered->copies[i].in_message += offset;
    }
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

ct_status ct_message_address(const ct_message *message, int peer, ct_transfer *transfer) {
    if (message->bytes == 0) {
        return CT_OK; /* both sides know that it is empty */
    }
    transfer->peer = peer;
    if (message->bytes <= INT_MAX) {
        transfer->count = (int)message->bytes;
        return CT_OK;
    }
    transfer->count = 1;
    return ct_bytes_type(0, message->bytes, &transfer->type);
}
