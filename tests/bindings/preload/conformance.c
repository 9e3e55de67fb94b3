/*
 * Random collectives under the preload: types, counts, communicators, in place, with nonblocking
 * and persistent ones between them.
 *
 * usage: conformance [ROUNDS [SEED]]
 */
#include "begun.h"
#include "both.h"

#include <stdint.h>
#include <stdlib.h>

enum { COMMS = 5, REPEATS = 14 };

static MPI_Comm comms[COMMS];

/* All ranks, in their order or another, or some of them. */
static void comm_create(int place) {
    switch (place) {
    case 0:
    case 1:
        PMPI_Comm_dup(MPI_COMM_WORLD, &comms[place]);
        break;
    case 2:
        PMPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &comms[place]);
        break;
    default:
        PMPI_Comm_split(MPI_COMM_WORLD, place == 3 ? world_rank % 2 : world_rank / 2, 0,
                        &comms[place]);
    }
}

/* Ranks free theirs in different orders. */
static void comms_renew(void) {
    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_free(&comms[world_rank % 2 == 0 ? i : COMMS - 1 - i]);
    }
    for (int i = 0; i < COMMS; i++) {
        comm_create(i);
    }
}

static void begin(int in_place) {
    fill();
    if (in_place) {
        memcpy(got, sent, sizeof got);
        memcpy(wanted, sent, sizeof wanted);
    }
}

static void expect_alltoall(MPI_Comm comm, int units, int in_place, int with_gaps) {
    const side out = draw_side(with_gaps);
    const side in = draw_side(with_gaps);
    const void *send = in_place ? MPI_IN_PLACE : (void *)sent;
    begin(in_place);
    EXPECT_INT(
        MPI_Alltoall(send, units * out.scale, out.type, got, units * in.scale, in.type, comm),
        MPI_SUCCESS);
    PMPI_Alltoall(send, units * out.scale, out.type, wanted, units * in.scale, in.type, comm);
    expect_same("Alltoall");
}

static void expect_alltoallv(MPI_Comm comm, int seed, int in_place, int with_gaps) {
    int counts[2][RANKS_MOST];
    int places[2][RANKS_MOST];
    int rank = 0;
    int size = 1;
    int at[2] = {1, 2};
    const side in = draw_side(with_gaps);
    const side out = in_place ? in : draw_side(with_gaps);
    const void *send = in_place ? MPI_IN_PLACE : (void *)sent;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    for (int peer = size - 1; peer >= 0; peer--) {
        counts[0][peer] = units_of(rank, peer, seed, in_place) * out.scale;
        counts[1][peer] = units_of(peer, rank, seed, in_place) * in.scale;
        for (int k = 0; k < 2; k++) {
            places[k][peer] = at[k];
            at[k] += counts[k][peer] + k;
        }
    }
    begin(in_place);
    EXPECT_INT(MPI_Alltoallv(send, counts[0], places[0], out.type, got, counts[1], places[1],
                             in.type, comm),
               MPI_SUCCESS);
    PMPI_Alltoallv(send, counts[0], places[0], out.type, wanted, counts[1], places[1], in.type,
                   comm);
    expect_same("Alltoallv");
}

/* A type each for all peers, with displacements in bytes. */
static void expect_alltoallw(MPI_Comm comm, int seed, int in_place, int with_gaps) {
    int counts[2][RANKS_MOST];
    int places[2][RANKS_MOST];
    MPI_Datatype types[2][RANKS_MOST];
    int rank = 0;
    int size = 1;
    int at[2] = {1, 2};
    const void *send = in_place ? MPI_IN_PLACE : (void *)sent;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    for (int peer = size - 1; peer >= 0; peer--) {
        for (int k = 0; k < 2; k++) {
            const side way = draw_side(with_gaps);
            const int units = k == 0 ? units_of(rank, peer, seed, in_place)
                                     : units_of(peer, rank, seed, in_place);
            counts[k][peer] = units * way.scale;
            types[k][peer] = way.type;
            places[k][peer] = at[k] * (int)sizeof(int);
            at[k] += 2 * UNIT_INTS * units + k;
        }
    }
    begin(in_place);
    EXPECT_INT(MPI_Alltoallw(send, counts[0], places[0], types[0], got, counts[1], places[1],
                             types[1], comm),
               MPI_SUCCESS);
    PMPI_Alltoallw(send, counts[0], places[0], types[0], wanted, counts[1], places[1], types[1],
                   comm);
    expect_same("Alltoallw");
}

static void expect_allgather(MPI_Comm comm, int units, int in_place, int with_gaps) {
    const side out = draw_side(with_gaps);
    const side in = draw_side(with_gaps);
    const void *send = in_place ? MPI_IN_PLACE : (void *)sent;
    begin(in_place);
    EXPECT_INT(
        MPI_Allgather(send, units * out.scale, out.type, got, units * in.scale, in.type, comm),
        MPI_SUCCESS);
    PMPI_Allgather(send, units * out.scale, out.type, wanted, units * in.scale, in.type, comm);
    expect_same("Allgather");
}

static void expect_rooted(MPI_Comm comm, int units, int in_place, int with_gaps, int which) {
    const side out = draw_side(with_gaps);
    const side in = draw_side(with_gaps);
    int rank = 0;
    int size = 1;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    const int root = draw(RANKS_MOST) % size;
    const int is_root = rank == root;
    begin(is_root && (in_place || which == 0));
    if (which == 0) {
        MPI_Bcast(got, units * in.scale, in.type, root, comm);
        PMPI_Bcast(wanted, units * in.scale, in.type, root, comm);
        expect_same("Bcast");
    } else if (which == 1) {
        const void *send = is_root && in_place ? MPI_IN_PLACE : (void *)sent;
        MPI_Gather(send, units * out.scale, out.type, is_root ? got : NULL, units * in.scale,
                   in.type, root, comm);
        PMPI_Gather(send, units * out.scale, out.type, is_root ? wanted : NULL, units * in.scale,
                    in.type, root, comm);
        expect_same("Gather");
    } else {
        const void *send = is_root ? sent : NULL;
        void *into = is_root && in_place ? MPI_IN_PLACE : (void *)got;
        void *there = is_root && in_place ? MPI_IN_PLACE : (void *)wanted;
        MPI_Scatter(send, units * out.scale, out.type, into, units * in.scale, in.type, root, comm);
        PMPI_Scatter(send, units * out.scale, out.type, there, units * in.scale, in.type, root,
                     comm);
        expect_same("Scatter");
    }
}

/* A message and a call of any form that others complete are under way during a blocking one. */
static void expect_between(MPI_Comm comm, int units, int seed, int in_place, int with_gaps) {
    static int message[2][ARRAY_INTS / 8];
    MPI_Request pending[2];
    begun call = {.form = draw(BEGUN_FORMS), .is_in_place = in_place};
    int rank = 0;
    int size = 1;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    for (int i = 0; i < ARRAY_INTS / 8; i++) {
        message[0][i] = rank + i;
    }
    MPI_Isend(message[0], ARRAY_INTS / 8, MPI_INT, (rank + 1) % size, 3, comm, &pending[0]);
    begun_prepare(&call, comm, seed, with_gaps);
    for (int times = call.form < ALLTOALL_INIT ? 1 : 3; times > 0; times--) {
        begun_start(&call, comm);
        if (draw(2) == 0) {
            expect_alltoall(comm, units, 0, 0);
        }
        begun_finish(&call, comm);
    }
    begun_free(&call);
    MPI_Irecv(message[1], ARRAY_INTS / 8, MPI_INT, (rank + size - 1) % size, 3, comm, &pending[1]);
    MPI_Waitall(2, pending, MPI_STATUSES_IGNORE);
    EXPECT_INT(message[1][ARRAY_INTS / 8 - 1], (rank + size - 1) % size + ARRAY_INTS / 8 - 1);
}

static void expect_round(int round) {
    static const int units[] = {0, 1, 2, 13, 100, 700};
    const MPI_Comm comm = draw(4) == 0 ? MPI_COMM_WORLD : comms[draw(COMMS)];
    const int many = units[draw(6)];
    const int in_place = draw(3) == 0;
    const int with_gaps = draw(4) == 0;
    const int which = draw(9);
    /* Types with gaps are packed from the 4th call of a size on; then packing has a trial. */
    const int repeats = 1 + (draw(5) == 0 && many <= 13 ? 80 : draw(REPEATS));
    for (int i = 0; i < repeats; i++) {
        switch (which) {
        case 0:
        case 1:
            expect_alltoall(comm, many, in_place, with_gaps);
            break;
        case 2:
        case 3: /* every other with other counts each time */
            expect_alltoallv(comm, round + (which == 2 ? 0 : i), in_place, with_gaps);
            break;
        case 4:
            expect_allgather(comm, many, in_place, with_gaps);
            break;
        case 5:
            expect_rooted(comm, many, in_place, with_gaps, round % 3);
            break;
        case 6:
        case 7:
            expect_alltoallw(comm, round + (which == 6 ? 0 : i), in_place, with_gaps);
            break;
        default:
            expect_between(comm, 1 + many, round + i, in_place, with_gaps);
        }
    }
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 60;
    const long seed = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    int size = 1;
    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    common_state = (uint64_t)seed;
    own_state = (uint64_t)(seed * 1000 + world_rank);
    types_create();
    for (int i = 0; i < COMMS; i++) {
        comm_create(i);
    }
    for (int round = 0; round < rounds && size <= RANKS_MOST; round++) {
        expect_round(round);
        if (draw(20) == 0) {
            comms_renew();
        }
    }
    types_free();
    MPI_Finalize();
    return expect_status();
}
