#include "node/segment_list.h"

#include "base/entries.h"
#include "node/shm.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The segments in ascending order of a key. */
typedef struct order {
    ct_segment **segments;
    int capacity;
    uintptr_t (*key)(const ct_segment *segment);
} order;

static uintptr_t base_of(const ct_segment *segment) {
    return (uintptr_t)segment->base;
}

static uintptr_t id_of(const ct_segment *segment) {
    return segment->id;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* all below is under it */
static order by_base = {.key = base_of};
static order by_id = {.key = id_of};
static int count;    /* in both */
static int reserved; /* more that are to come */
static double part_bytes;

/* Number of segments with keys up to this one. */
static int rank_of(const order *o, uintptr_t key) {
    int first = 0;
    int end = count;
    while (first < end) {
        const int middle = first + (end - first) / 2;
        if (o->key(o->segments[middle]) <= key) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

static const ct_segment *around(const void *address) {
    const int before = rank_of(&by_base, (uintptr_t)address);
    const ct_segment *found = before > 0 ? by_base.segments[before - 1] : NULL;
    return found != NULL && (uintptr_t)address - (uintptr_t)found->base < (uintptr_t)found->bytes
               ? found
               : NULL;
}

const ct_segment *ct_segment_around(const void *address) {
    (void)pthread_mutex_lock(&mutex);
    const ct_segment *found = around(address);
    (void)pthread_mutex_unlock(&mutex);
    return found;
}

const ct_segment *ct_segment_named(uint64_t id) {
    (void)pthread_mutex_lock(&mutex);
    const int before = rank_of(&by_id, id);
    const ct_segment *latest = before > 0 ? by_id.segments[before - 1] : NULL;
    const ct_segment *found = latest != NULL && latest->id == id ? latest : NULL;
    (void)pthread_mutex_unlock(&mutex);
    return found;
}

static void insert(order *o, ct_segment *segment) {
    const int place = rank_of(o, o->key(segment));
    ct_segment **at = o->segments + place;
    memmove(at + 1, at, (size_t)(count - place) * sizeof(ct_segment *));
    *at = segment;
}

static void take_out(order *o, const ct_segment *segment) {
    const int place = rank_of(o, o->key(segment)) - 1;
    ct_segment **at = o->segments + place;
    memmove(at, at + 1, (size_t)(count - place - 1) * sizeof(ct_segment *));
}

int ct_segments_reserve(void) {
    (void)pthread_mutex_lock(&mutex);
    const int all = count + reserved;
    const int has_space =
        ct_entries_grow((void **)&by_base.segments, all, &by_base.capacity, sizeof(ct_segment *)) &&
        ct_entries_grow((void **)&by_id.segments, all, &by_id.capacity, sizeof(ct_segment *));
    reserved += has_space;
    (void)pthread_mutex_unlock(&mutex);
    return has_space;
}

void ct_segments_unreserve(void) {
    (void)pthread_mutex_lock(&mutex);
    reserved--;
    (void)pthread_mutex_unlock(&mutex);
}

void ct_segment_add(ct_segment *segment) {
    (void)pthread_mutex_lock(&mutex);
    insert(&by_base, segment);
    insert(&by_id, segment);
    count++;
    reserved--;
    part_bytes += (double)segment->part_bytes;
    (void)pthread_mutex_unlock(&mutex);
}

ct_segment *ct_segment_remove(const void *part) {
    (void)pthread_mutex_lock(&mutex);
    const ct_segment *latest = around(part);
    ct_segment *found = NULL;
    if (latest != NULL && latest->part == part) {
        found = by_base.segments[rank_of(&by_base, base_of(latest)) - 1];
        take_out(&by_base, found);
        take_out(&by_id, found);
        count--;
        part_bytes -= (double)found->part_bytes;
    }
    (void)pthread_mutex_unlock(&mutex);
    return found;
}

double ct_segments_promised_bytes(int exactly) {
    double untouched = 0;
    (void)pthread_mutex_lock(&mutex);
    for (int i = 0; exactly && i < count; i++) {
        const ct_segment *at = by_base.segments[i];
        untouched += (double)ct_shm_untouched_bytes(at->part, at->part_bytes);
    }
    const double promised = exactly ? untouched : part_bytes;
    (void)pthread_mutex_unlock(&mutex);
    return promised;
}

uint64_t ct_segment_new_id(void) {
    /* Simulated ranks share a pid, so the id includes the rank. */
    static _Atomic uint64_t named;
    int world_rank = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    return (uint64_t)(world_rank + 1) << 40 | ++named;
}
