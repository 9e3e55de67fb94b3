/* Naps of random length at the places where ranks meet: MPI calls that stand before MPI's own, and
 * functions of channels and copies that the linker hands over (--wrap, see CMakeLists.txt). */
#ifndef CT_TESTS_DELAYS_H
#define CT_TESTS_DELAYS_H

#include "base/arithmetic/random.h"
#include "kernels/buffered/block_copy.h"
#include "node/channel.h"
#include <stdint.h>
#include <time.h>

static uint64_t delay_state;
static int delay_naps; /* taken so far */

static inline unsigned delay_random(unsigned below) {
    return (unsigned)ct_random_below(&delay_state, below);
}

/* One time in `rarity`, 0 to 200 us; of these, one in 64 takes 2 ms. */
static inline void nap(unsigned rarity) {
    if (delay_random(rarity) == 0) {
        long us = delay_random(64) == 0 ? 2000 : (long)delay_random(201);
        const struct timespec time = {.tv_nsec = us * 1000};
        (void)nanosleep(&time, NULL);
        delay_naps++;
    }
}

/* What is called while waiting naps rarely, what is called once a message often. */
enum { DELAY_MESSAGE = 6, DELAY_SLOT = 12, DELAY_POLL = 300 };

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    nap(DELAY_MESSAGE);
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    nap(DELAY_MESSAGE);
    return PMPI_Irsend(buf, count, datatype, dest, tag, comm, request);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request *request) {
    nap(DELAY_MESSAGE);
    return PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    nap(DELAY_MESSAGE);
    return PMPI_Ibarrier(comm, request);
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    nap(DELAY_POLL);
    return PMPI_Test(request, flag, status);
}

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                MPI_Status array_of_statuses[]) {
    nap(DELAY_POLL);
    return PMPI_Testall(count, array_of_requests, flag, array_of_statuses);
}

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names */

/* Before a piece is filled; before a slot is seen by its receiver; between its being seen and being
 * read; before it is given back; before a block is fetched from its sender's array. */
void *__real_ct_ring_next_piece(ct_ring *ring);
void *__wrap_ct_ring_next_piece(ct_ring *ring);
void *__wrap_ct_ring_next_piece(ct_ring *ring) {
    nap(DELAY_POLL);
    return __real_ct_ring_next_piece(ring);
}

void __real_ct_ring_post(ct_ring *ring, uint64_t segment, ptrdiff_t offset);
void __wrap_ct_ring_post(ct_ring *ring, uint64_t segment, ptrdiff_t offset);
void __wrap_ct_ring_post(ct_ring *ring, uint64_t segment, ptrdiff_t offset) {
    nap(DELAY_SLOT);
    __real_ct_ring_post(ring, segment, offset);
}

const void *__real_ct_slot_piece(const ct_slot *slot);
const void *__wrap_ct_slot_piece(const ct_slot *slot);
const void *__wrap_ct_slot_piece(const ct_slot *slot) {
    nap(DELAY_SLOT);
    return __real_ct_slot_piece(slot);
}

void __real_ct_ring_pop(ct_ring *ring);
void __wrap_ct_ring_pop(ct_ring *ring);
void __wrap_ct_ring_pop(ct_ring *ring) {
    nap(DELAY_SLOT);
    __real_ct_ring_pop(ring);
}

void __real_ct_block_copy_run(const ct_block_copy *copy, const void *from, void *into);
void __wrap_ct_block_copy_run(const ct_block_copy *copy, const void *from, void *into);
void __wrap_ct_block_copy_run(const ct_block_copy *copy, const void *from, void *into) {
    nap(DELAY_SLOT);
    __real_ct_block_copy_run(copy, from, into);
}

/* NOLINTEND(clang-diagnostic-reserved-identifier) */

#endif
