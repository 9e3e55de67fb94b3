/* Every row runs to its end where nothing is buffered and a rank has one move in flight: a message
 * moves only while both its ends are at its move. Whatever an executor buffers or keeps in flight
 * beyond that only lets messages move earlier, so that no window and no transport can lock it. */
#include "expect.h"

#include "check/ensemble.h"

#include <stdlib.h>

/* How far a rank is. */
typedef struct place {
    int move;           /* the one it is at */
    int sent, received; /* of that move */
    int fences;         /* barriers entered */
    int entered;        /* the one before this move, if it has one */
} place;

typedef struct play {
    const ct_ensemble *ensemble;
    place *places;
    int *rank_of; /* by number of a move */
} play;

static const ct_move *move_at(const play *p, int rank) {
    const ct_schedule *schedule = p->ensemble->schedules[rank];
    int move = p->places[rank].move;
    return move < schedule->move_count ? &schedule->moves[move] : NULL;
}

/* Whether the barrier before a rank's move has been entered by all. */
static int is_past_fence(const play *p, int rank) {
    const ct_move *move = move_at(p, rank);
    for (int peer = 0; (move->flags & CT_MOVE_FENCE) != 0 && peer < p->ensemble->size; peer++) {
        if (p->places[peer].fences < p->places[rank].fences) {
            return 0;
        }
    }
    return 1;
}

/* Whether the mate's rank is at that very move, past its barrier. */
static int is_there(const play *p, ptrdiff_t mate) {
    int peer = p->rank_of[mate];
    return p->places[peer].move == mate - p->ensemble->first_move[peer] && is_past_fence(p, peer);
}

/* What can move of the move a rank is at; whether anything did. */
static int advance(const play *p, int rank) {
    const ct_move *move = move_at(p, rank);
    place *at = &p->places[rank];
    if (move == NULL) {
        return 0;
    }
    ptrdiff_t number = p->ensemble->first_move[rank] + at->move;
    if (!at->entered) {
        at->entered = 1;
        at->fences += (move->flags & CT_MOVE_FENCE) != 0;
        return 1;
    }
    if (!is_past_fence(p, rank)) {
        return 0;
    }
    ptrdiff_t mate = p->ensemble->send_mate[number];
    if (!at->sent && mate >= 0 && is_there(p, mate)) {
        at->sent = 1;
        p->places[p->rank_of[mate]].received = 1;
        return 1;
    }
    if ((at->sent || mate < 0) && (at->received || p->ensemble->receive_mate[number] < 0)) {
        *at = (place){.move = at->move + 1, .fences = at->fences};
        return 1;
    }
    return 0;
}

/* Whether all ranks come to their ends. */
static int runs_to_end(const ct_ensemble *ensemble) {
    const size_t size = (size_t)ensemble->size;
    play p = {ensemble, calloc(size, sizeof *p.places),
              malloc(((size_t)ensemble->first_move[size] + 1) * sizeof *p.rank_of)};
    int ends = 1;
    for (int rank = 0; rank < ensemble->size; rank++) {
        for (ptrdiff_t i = ensemble->first_move[rank]; i < ensemble->first_move[rank + 1]; i++) {
            p.rank_of[i] = rank;
        }
    }
    for (int moved = 1; moved;) {
        moved = 0;
        for (int rank = 0; rank < ensemble->size; rank++) {
            while (advance(&p, rank)) {
                moved = 1;
            }
        }
    }
    for (int rank = 0; rank < ensemble->size; rank++) {
        ends = ends && move_at(&p, rank) == NULL;
    }
    free(p.places);
    free(p.rank_of);
    return ends;
}

static void expect_end(const ct_algorithm *row, const ct_topology *topology,
                       const ct_parameters *parameters) {
    ct_ensemble *ensemble = NULL;
    EXPECT_INT(ct_ensemble_generate(row, topology, parameters, &ensemble), CT_OK);
    EXPECT_INT(ct_ensemble_match(ensemble), CT_OK);
    int ends = runs_to_end(ensemble);
    EXPECT(ends);
    if (!ends) {
        char where[CT_TOPOLOGY_TEXT];
        char how[CT_PARAMETERS_TEXT];
        ct_topology_format(topology, where);
        ct_parameters_format(row, parameters, how);
        (void)fprintf(stderr, "    %s %s on %s\n", row->name, how, where);
    }
    ct_ensemble_destroy(&ensemble);
}

static void expect_ends(const char *text) {
    ct_topology topology;
    ct_parameters parameters;
    const ct_algorithm *row = NULL;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    for (int i = 0; (row = ct_algorithm_at(i)) != NULL; i++) {
        if (ct_algorithm_can_run(row, &topology)) {
            for (int more = ct_parameters_first(row, &topology, &parameters); more;
                 more = ct_parameters_next(row, &topology, &parameters)) {
                expect_end(row, &topology, &parameters);
            }
        }
    }
}

/* Two ranks that each send before they receive, in moves of their own, never come to their ends. */
static void expect_lock(void) {
    ct_schedule *schedules[2] = {NULL};
    ct_ensemble *ensemble = NULL;
    for (int rank = 0; rank < 2; rank++) {
        EXPECT_INT(ct_schedule_create(2, rank, 2, &schedules[rank]), CT_OK);
        ct_schedule_move(schedules[rank], 1, 1 - rank, CT_NOBODY, 0);
        ct_schedule_sends(schedules[rank], rank, 1 - rank);
        ct_schedule_move(schedules[rank], 2, CT_NOBODY, 1 - rank, 0);
        ct_schedule_receives(schedules[rank], 1 - rank, rank);
        EXPECT_INT(ct_schedule_finish(schedules[rank]), CT_OK);
    }
    EXPECT_INT(ct_ensemble_create(2, schedules, &ensemble), CT_OK);
    EXPECT_INT(ct_ensemble_match(ensemble), CT_OK);
    EXPECT(!runs_to_end(ensemble));
    ct_ensemble_destroy(&ensemble);
}

int main(int argc, char **argv) {
    static const char *const networks[] = {
        "flat:1",    "flat:2",    "flat:3",      "flat:5",         "flat:7",      "flat:9",
        "flat:12",   "flat:17",   "hypercube:1", "hypercube:2",    "hypercube:3", "hypercube:4",
        "mesh:2x3",  "mesh:4",    "mesh:8",      "mesh:4x4",       "mesh:4x8",    "torus:4",
        "torus:8",   "torus:4x4", "torus:3x5",   "torus:8x4",      "nodes:2x2",   "nodes:3x4",
        "nodes:4x2", "nodes:2x8", "fattree:8",   "dragonfly:2x2x2"};
    expect_lock();
    for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
        expect_ends(networks[i]);
    }
    for (int i = 1; i < argc; i++) {
        expect_ends(argv[i]);
    }
    return expect_status();
}
