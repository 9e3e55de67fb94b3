/*
 * Nonblocking all-to-alls under the preload, many at once: completed in any order, by any call of
 * MPI's that does so, between messages and with them, on communicators that are freed meanwhile. A
 * rank may be far ahead of another, which waits for it in other calls.
 *
 * usage: flight [ROUNDS [SEED]]
 */
#include "both.h"

#include <stdint.h>
#include <stdlib.h>

enum { FLIGHTS = 24, BLOCK_INTS = 2048, MESSAGES = 8, REQUESTS = FLIGHTS + MESSAGES, AHEAD = 700 };
enum { IALLTOALL, IALLTOALLV, IALLTOALLW, FORMS };
static const char *const names[] = {"Ialltoall", "Ialltoallv", "Ialltoallw"};

/* A call whose blocks are BLOCK_INTS apart; of a form without counts, or types, those of rank 0. */
typedef struct flight {
    MPI_Comm comm;
    int form, is_in_place;
    int counts[2][RANKS_MOST], places[2][RANKS_MOST];
    MPI_Datatype types[2][RANKS_MOST];
} flight;

static flight flights[FLIGHTS];
static MPI_Request requests[REQUESTS];
static int flown[3][FLIGHTS][RANKS_MOST * BLOCK_INTS]; /* sent, got, wanted */
static int messages[2][MESSAGES];

static void flight_draw(flight *f, MPI_Comm comm, int seed) {
    const int with_gaps = draw(3) == 0;
    const int units = 1 + draw(160);
    int rank = 0;
    int size = 1;
    *f = (flight){.comm = comm, .form = draw(FORMS), .is_in_place = draw(5) == 0};
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    for (int k = 0; k < 2; k++) {
        const side way = draw_side(with_gaps);
        for (int peer = 0; peer < size; peer++) {
            const int from = k == 1 ? peer : rank;
            const int to = k == 1 ? rank : peer;
            const int many =
                f->form == IALLTOALL ? units : units_of(from, to, seed, f->is_in_place);
            f->counts[k][peer] = many * way.scale;
            f->types[k][peer] = way.type;
            f->places[k][peer] = peer * BLOCK_INTS * (f->form == IALLTOALLW ? (int)sizeof(int) : 1);
            if (f->form == IALLTOALLV && way.scale == 1) {
                f->places[k][peer] = peer * (BLOCK_INTS / (3 * UNIT_INTS)); /* of the type */
            }
        }
    }
    if (f->is_in_place) {
        memcpy(f->counts[0], f->counts[1], sizeof f->counts[0]);
    }
}

static void fill_flight(int at, int number) {
    for (int i = 0; i < RANKS_MOST * BLOCK_INTS; i++) {
        flown[0][at][i] = (world_rank + 1) * 1000003 + i * 7 + number;
        flown[1][at][i] = flown[2][at][i] = flights[at].is_in_place ? flown[0][at][i] : -number;
    }
}

static void start(int at, int number) {
    const flight *f = &flights[at];
    int *from = f->is_in_place ? MPI_IN_PLACE : flown[0][at];
    int *into = flown[1][at];
    fill_flight(at, number);
    if (f->form == IALLTOALL) {
        MPI_Ialltoall(from, f->counts[0][0], f->types[0][0], into, f->counts[1][0], f->types[1][0],
                      f->comm, &requests[at]);
    } else if (f->form == IALLTOALLV) {
        MPI_Ialltoallv(from, f->counts[0], f->places[0], f->types[0][0], into, f->counts[1],
                       f->places[1], f->types[1][0], f->comm, &requests[at]);
    } else {
        MPI_Ialltoallw(from, f->counts[0], f->places[0], f->types[0], into, f->counts[1],
                       f->places[1], f->types[1], f->comm, &requests[at]);
    }
}

static void expect_arrived(int at) {
    const flight *f = &flights[at];
    int *from = f->is_in_place ? MPI_IN_PLACE : flown[0][at];
    int *into = flown[2][at];
    if (f->form == IALLTOALL) {
        PMPI_Alltoall(from, f->counts[0][0], f->types[0][0], into, f->counts[1][0], f->types[1][0],
                      f->comm);
    } else if (f->form == IALLTOALLV) {
        PMPI_Alltoallv(from, f->counts[0], f->places[0], f->types[0][0], into, f->counts[1],
                       f->places[1], f->types[1][0], f->comm);
    } else {
        PMPI_Alltoallw(from, f->counts[0], f->places[0], f->types[0], into, f->counts[1],
                       f->places[1], f->types[1], f->comm);
    }
    expect_alike(names[f->form], flown[1][at], into, sizeof flown[1][at]);
}

/* Completes some of the requests, by a call that this rank draws. Requests that are complete are
 * MPI_REQUEST_NULL. */
static void complete_some(void) {
    int indices[REQUESTS];
    int count = 0;
    int flag = 0;
    const int at = draw_own(REQUESTS);
    switch (draw_own(8)) {
    case 0:
        MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Test(&requests[at], &flag, MPI_STATUS_IGNORE);
        break;
    case 2:
        MPI_Waitany(REQUESTS, requests, &count, MPI_STATUS_IGNORE);
        break;
    case 3:
        MPI_Testany(REQUESTS, requests, &count, &flag, MPI_STATUS_IGNORE);
        break;
    case 4:
        MPI_Waitsome(REQUESTS, requests, &count, indices, MPI_STATUSES_IGNORE);
        break;
    case 5:
        MPI_Testsome(REQUESTS, requests, &count, indices, MPI_STATUSES_IGNORE);
        break;
    case 6:
        MPI_Testall(REQUESTS - at, requests + at, &flag, MPI_STATUSES_IGNORE);
        break;
    default: /* alone has to get it done */
        while (!flag && requests[at] != MPI_REQUEST_NULL) {
            MPI_Request_get_status(requests[at], &flag, MPI_STATUS_IGNORE);
        }
    }
}

static int is_any_left(void) {
    int left = 0;
    for (int i = 0; i < REQUESTS; i++) {
        left = left || requests[i] != MPI_REQUEST_NULL;
    }
    return left;
}

/* Calls of all forms at once, more than there are places for, and messages round the ranks. */
static void expect_round(MPI_Comm comms[2], int size, int number) {
    for (int i = 0; i < MESSAGES; i += 2) {
        messages[0][i] = world_rank + number;
        MPI_Irecv(&messages[1][i], 1, MPI_INT, (world_rank + size - 1) % size, i, MPI_COMM_WORLD,
                  &requests[FLIGHTS + i]);
        MPI_Isend(&messages[0][i], 1, MPI_INT, (world_rank + 1) % size, i, MPI_COMM_WORLD,
                  &requests[FLIGHTS + i + 1]);
    }
    for (int i = 0; i < FLIGHTS; i++) {
        flight_draw(&flights[i], comms[draw(2)], number + i);
    }
    for (int i = 0; i < FLIGHTS; i++) {
        start(i, number * FLIGHTS + i);
        if (draw_own(6) == 0) {
            int flag = 0;
            MPI_Test(&requests[draw_own(i + 1)], &flag, MPI_STATUS_IGNORE);
        }
    }
    for (int i = 0; i < 2 * REQUESTS && is_any_left(); i++) {
        complete_some();
    }
    MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < FLIGHTS; i++) {
        expect_arrived(i);
    }
    EXPECT_INT(messages[1][0], (world_rank + size - 1) % size + number);
}

/* One rank begins all its calls before the others begin any: more than the ranks can be apart. */
static void expect_far_ahead(MPI_Comm comm, int size) {
    static int from[AHEAD][RANKS_MOST];
    static int into[AHEAD][RANKS_MOST];
    static MPI_Request all[AHEAD];
    int wrong = 0;
    int token = 1;
    if (world_rank > 0) {
        MPI_Recv(&token, 1, MPI_INT, 0, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < AHEAD; i++) {
        for (int peer = 0; peer < size; peer++) {
            from[i][peer] = (i * RANKS_MOST + world_rank) * RANKS_MOST + peer;
        }
        MPI_Ialltoall(from[i], 1, MPI_INT, into[i], 1, MPI_INT, comm, &all[i]);
    }
    for (int peer = 1; world_rank == 0 && peer < size; peer++) {
        MPI_Send(&token, 1, MPI_INT, peer, 99, MPI_COMM_WORLD);
    }
    MPI_Waitall(AHEAD, all, MPI_STATUSES_IGNORE);
    for (int i = 0; i < AHEAD; i++) {
        for (int peer = 0; peer < size; peer++) {
            wrong += into[i][peer] != (i * RANKS_MOST + peer) * RANKS_MOST + world_rank;
        }
    }
    EXPECT_INT(wrong, 0);
}

/* A rank waits for a call that its partner begins only when a message, too long to be sent ahead,
 * has been received: MPI_Wait has to move on other messages too. */
static void expect_messages_move(MPI_Comm comm, int size) {
    MPI_Request receive = MPI_REQUEST_NULL;
    const int partner = world_rank ^ 1;
    for (int i = 0; i < 40 && size > 1; i++) { /* among them calls that are served */
        if (world_rank % 2 == 1) {
            MPI_Send(sent, ARRAY_INTS, MPI_INT, partner, 5, MPI_COMM_WORLD);
        } else if (partner < size) {
            MPI_Irecv(got, ARRAY_INTS, MPI_INT, partner, 5, MPI_COMM_WORLD, &receive);
        }
        flight_draw(&flights[0], comm, i);
        start(0, i);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        expect_arrived(0);
    }
}

/* The communicator is freed, and a type, before the calls that use them are complete. */
static void expect_freed(int calls) {
    static int from[6 * RANKS_MOST];
    static int into[16][12 * RANKS_MOST];
    MPI_Request all[16];
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 6 * RANKS_MOST; i++) {
        from[i] = world_rank * 100 + i;
    }
    for (int i = 0; i < calls; i++) {
        memset(into[i], 0, sizeof into[i]);
        MPI_Ialltoall(from, 2, MPI_INT, into[i], 1, world_rank == 0 || i < 8 ? type : MPI_2INT,
                      comm, &all[i]);
        if (i < 8) { /* by when it is served */
            MPI_Wait(&all[i], MPI_STATUS_IGNORE);
        }
    }
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    MPI_Waitall(calls > 8 ? calls - 8 : 0, all + 8, MPI_STATUSES_IGNORE);
    EXPECT_INT(into[calls - 1][0], 2 * world_rank);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 12;
    const long seed = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    MPI_Comm comms[2];
    int size = 1;
    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    common_state = (uint64_t)seed;
    own_state = (uint64_t)(seed * 1000 + world_rank);
    types_create();
    for (int i = 0; i < REQUESTS; i++) {
        requests[i] = MPI_REQUEST_NULL;
    }
    PMPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
    PMPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &comms[1]);
    for (int round = 0; round < rounds && size <= RANKS_MOST; round++) {
        expect_round(comms, size, round);
    }
    expect_messages_move(comms[1], size);
    expect_far_ahead(comms[0], size);
    expect_round(comms, size, rounds);
    for (int calls = 4; calls <= 16; calls += 4) {
        expect_freed(calls);
    }
    MPI_Comm_free(&comms[0]);
    MPI_Comm_free(&comms[1]);
    types_free();
    MPI_Finalize();
    return expect_status();
}
