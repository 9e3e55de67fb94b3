/* Memory of ct_alloc: what ranks of one node write and read in each other's parts, in any
 * communicator, and that nothing of MPI's is left behind. */
#include "counted.h"
#include "expect.h"
#include "segments.h"

#include "node/segment.h"
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { MOST = 16 };

static int rank, size, nodes; /* nodes: 0 when MPI sees the machine as it is */

/* MPI deals out its ranks to the nodes that it is made to see in turn. */
static int on_my_node(int world_rank) {
    return nodes == 0 || world_rank % nodes == rank % nodes;
}

/* What `world_rank` has at a place of its part. */
static unsigned char token(int world_rank, ptrdiff_t place) {
    return (unsigned char)(7 * place + 31 * (ptrdiff_t)world_rank + 1);
}

/* A communicator with the ranks of MPI_COMM_WORLD that are in it. */
typedef struct team {
    MPI_Comm comm;
    int rank, size;
    int world_rank[MOST];
} team;

static void team_begin(team *t, int colour, int key) {
    PMPI_Comm_split(MPI_COMM_WORLD, colour, key, &t->comm);
    MPI_Comm_rank(t->comm, &t->rank);
    MPI_Comm_size(t->comm, &t->size);
    MPI_Allgather(&rank, 1, MPI_INT, t->world_rank, 1, MPI_INT, t->comm);
}

static int team_on_my_node(const team *t) {
    int count = 0;
    for (int peer = 0; peer < t->size; peer++) {
        count += on_my_node(t->world_rank[peer]);
    }
    return count;
}

/* Reads each peer's part through its place, and writes into it one byte that the owner then finds,
 * at this rank's number. */
static void expect_peers(const team *t, unsigned char *mine, const ptrdiff_t *bytes) {
    ct_place places[MOST];
    ct_place place = ct_place_of(mine);
    MPI_Allgather(&place, (int)sizeof place, MPI_BYTE, places, (int)sizeof place, MPI_BYTE,
                  t->comm);
    for (int peer = 0; peer < t->size; peer++) {
        unsigned char *part = ct_place_address(places[peer]);
        int reaches = ct_segment_reaches(places[peer].segment, t->comm, &peer, 1);
        if (!on_my_node(t->world_rank[peer]) || team_on_my_node(t) == 1) {
            EXPECT(part == NULL && !reaches);
            continue;
        }
        EXPECT(part != NULL && reaches);
        if (part == NULL) {
            continue;
        }
        EXPECT_INT(places[peer].segment, place.segment);
        EXPECT_INT(places[peer].offset % 4096, 0);
        EXPECT((part == mine) == (peer == t->rank));
        ptrdiff_t wrong = 0;
        for (ptrdiff_t i = t->size; i < bytes[peer]; i++) {
            wrong += part[i] != token(t->world_rank[peer], i);
        }
        EXPECT_INT(wrong, 0);
        if (bytes[peer] > t->size) {
            part[t->rank] = token(rank, t->rank + 1000);
        }
    }
    MPI_Barrier(t->comm);
    for (int peer = 0; bytes[t->rank] > t->size && peer < t->size; peer++) {
        int writes = on_my_node(t->world_rank[peer]) && team_on_my_node(t) > 1;
        int from = writes ? t->world_rank[peer] : rank;
        EXPECT_INT(mine[peer], token(from, writes ? peer + 1000 : peer));
    }
}

/* One allocation of `unit` bytes times a number that differs between ranks. */
static void expect_memory(const team *t, ptrdiff_t unit, unsigned seed) {
    ptrdiff_t bytes[MOST];
    void *memory = NULL;
    for (int peer = 0; peer < t->size; peer++) {
        bytes[peer] = unit * ((peer + (int)seed) % 3);
    }
    uint64_t version = ct_segments_version();
    EXPECT_INT(ct_alloc(t->comm, bytes[t->rank], &memory), CT_OK);
    EXPECT_INT(ct_segments_version() != version, team_on_my_node(t) > 1);
    EXPECT_INT((uintptr_t)memory % (bytes[t->rank] >= 65536 ? 4096 : 64), 0);
    EXPECT(memory != NULL);
    for (ptrdiff_t i = 0; memory != NULL && i < bytes[t->rank]; i++) {
        ((unsigned char *)memory)[i] = token(rank, i);
    }
    ct_place first = ct_place_of(memory);
    EXPECT_INT(first.segment != 0, team_on_my_node(t) > 1);
    if (bytes[t->rank] > 0 && first.segment != 0) {
        ct_place last = ct_place_of((char *)memory + bytes[t->rank] - 1);
        EXPECT_INT(last.segment, first.segment);
        EXPECT_INT(last.offset, first.offset + bytes[t->rank] - 1);
    }
    MPI_Barrier(t->comm);
    expect_peers(t, memory, bytes);
    ct_free(&memory);
    EXPECT(memory == NULL);
    EXPECT(ct_place_address(first) == NULL);
}

/* Who shares the node, and only they, in the order of the team. */
static void expect_node_ranks(const team *t) {
    int *ranks = NULL;
    int count = 0;
    int found = 0;
    EXPECT_INT(ct_node_ranks(t->comm, &ranks, &count), CT_OK);
    EXPECT_INT(count, team_on_my_node(t));
    for (int peer = 0; peer < t->size; peer++) {
        if (on_my_node(t->world_rank[peer]) && found < count) {
            EXPECT_INT(ranks[found++], peer);
        }
    }
    free(ranks);
}

static void expect_team(int colour, int key) {
    static const ptrdiff_t units[] = {0, 1, 100, 5000, 40000, 70001, 9 << 20};
    team t;
    team_begin(&t, colour, key);
    expect_node_ranks(&t);
    for (unsigned k = 0; k < sizeof units / sizeof *units; k++) {
        expect_memory(&t, units[k], k);
    }
    PMPI_Comm_free(&t.comm);
}

/* A segment of some ranks reaches no others, whatever communicator they are asked for in. */
static void expect_strangers(void) {
    team t;
    void *memory = NULL;
    team_begin(&t, rank > 0, rank);
    EXPECT_INT(ct_alloc(t.comm, 100, &memory), CT_OK);
    ct_place mine = ct_place_of(memory);
    for (int peer = 0; peer < size; peer++) {
        int member = mine.segment != 0 && on_my_node(peer) && (peer > 0) == (rank > 0);
        int both[] = {rank, peer};
        EXPECT_INT(ct_segment_reaches(mine.segment, MPI_COMM_WORLD, both, 2), member);
    }
    EXPECT_INT(ct_segment_reaches(mine.segment, t.comm, &t.rank, 1), mine.segment != 0);
    EXPECT_INT(ct_segment_reaches(mine.segment, MPI_COMM_SELF, (int[]){0}, 1), mine.segment != 0);
    EXPECT_INT(ct_segment_reaches(12345, t.comm, &t.rank, 1), 0);
    ct_free(&memory);
    PMPI_Comm_free(&t.comm);
}

/* Memory for oneself is no segment and no matter of MPI. */
static void expect_self(void) {
    uint64_t version = ct_segments_version();
    int calls = counted_calls();
    if (rank == 0) {
        for (ptrdiff_t bytes = 0; bytes < 40 << 20; bytes = 5 * bytes + 9) {
            void *memory = NULL;
            EXPECT_INT(ct_alloc(MPI_COMM_SELF, bytes, &memory), CT_OK);
            EXPECT_INT((uintptr_t)memory % (bytes >= 65536 ? 4096 : 64), 0);
            memset(memory, 1, (size_t)bytes);
            EXPECT_INT(ct_place_of(memory).segment, 0);
            ct_free(&memory);
            EXPECT(memory == NULL);
        }
        EXPECT(ct_segments_version() == version);
        EXPECT_INT(counted_calls(), calls);
    }
    void *none = &version;
    EXPECT_INT(ct_alloc(MPI_COMM_NULL, 1, &none), CT_ERROR_ARGUMENT);
    EXPECT(none == NULL);
    ct_free(&none);
}

/* Many segments at once keep their names and places, in whatever order they are freed. */
static void expect_many(void) {
    enum { MANY = 40 };
    void *memory[MANY] = {NULL};
    ct_place place[MANY];
    for (int k = 0; k < MANY; k++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, 1000 * (ptrdiff_t)k, &memory[k]), CT_OK);
        place[k] = ct_place_of(memory[k]);
    }
    for (int freed = 0; freed < MANY; freed++) {
        for (int k = 0; k < MANY && place[0].segment != 0; k++) {
            EXPECT(ct_place_address(place[k * 7 % MANY]) ==
                   (k < freed ? NULL : memory[k * 7 % MANY]));
        }
        ct_free(&memory[freed * 7 % MANY]);
    }
}

/* Names are never used again. */
static void expect_names(void) {
    ct_place before = {0, 0};
    int times = 60;
    for (int k = 0; k < times; k++) {
        void *memory = NULL;
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, 100, &memory), CT_OK);
        ct_place place = ct_place_of(memory);
        EXPECT(place.segment == 0 || place.segment > before.segment);
        before = place;
        ct_free(&memory);
    }
}

/* Parts that begin past 2^31, of which few bytes are touched. */
static void expect_far_parts(void) {
    const ptrdiff_t far_out = ((ptrdiff_t)1 << 31) + 5000;
    void *memory = NULL;
    ct_place places[MOST];
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, far_out, &memory), CT_OK);
    unsigned char *last = (unsigned char *)memory + far_out - 1;
    *last = token(rank, 0);
    ct_place place = ct_place_of(last);
    MPI_Allgather(&place, (int)sizeof place, MPI_BYTE, places, (int)sizeof place, MPI_BYTE,
                  MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++) {
        const unsigned char *there = ct_place_address(places[peer]);
        EXPECT(there == NULL || *there == token(peer, 0)); /* private where room is short */
    }
    ct_free(&memory);
}

/* Touches each page of a part, and returns what it reads: unchecked, since AddressSanitizer's own
 * memory about a part would be touched too, by a fault for each of its pages. */
__attribute__((no_sanitize_address)) static long touch(volatile char *part, ptrdiff_t bytes,
                                                       int writes) {
    long sum = 0;
    for (ptrdiff_t at = 0; part != NULL && at < bytes; at += 4096) {
        if (writes) {
            part[at] = 1;
        } else {
            sum += part[at];
        }
    }
    return sum;
}

/* Small arrays are in the page tables of all ranks from the beginning, where the system has a call
 * for it: then neither the owner nor who reads the other parts takes a fault a page. */
static void expect_entered(void) {
    enum { BYTES = 4 << 20 };
    struct rusage before, after;
    ct_place places[MOST];
    void *mine = NULL;
    long sum = 0;
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, BYTES, &mine), CT_OK);
    const ct_place place = ct_place_of(mine);
    MPI_Allgather(&place, (int)sizeof place, MPI_BYTE, places, (int)sizeof place, MPI_BYTE,
                  MPI_COMM_WORLD);
    (void)getrusage(RUSAGE_SELF, &before);
    for (int peer = 0; peer < size; peer++) {
        sum += touch(ct_place_address(places[peer]), BYTES, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    sum += touch(mine, BYTES, 1);
    (void)getrusage(RUSAGE_SELF, &after);
    EXPECT(sum == 0);
#ifdef MADV_POPULATE_READ
    const int shared = size > 1 && place.segment != 0;
    const int has_call = madvise(mine, BYTES, MADV_POPULATE_READ) == 0;
    EXPECT(!shared || !has_call || after.ru_minflt - before.ru_minflt < BYTES / 4096 / 32);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    ct_free(&mine);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *told = getenv("CT_TEST_NODES");
    nodes = told != NULL ? (int)strtol(told, NULL, 10) : 0;
    expect_team(0, rank);
    expect_team(0, -rank);
    expect_team(rank % 3 == 0, -rank);
    expect_strangers();
    expect_self();
    expect_many();
    expect_names();
    expect_far_parts();
    expect_entered();
    EXPECT_INT(mapped_segments(), 0);
    MPI_Finalize();
    EXPECT_INT(counted_made, counted_freed);
    return expect_status();
}
