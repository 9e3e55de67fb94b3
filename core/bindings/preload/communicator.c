#include "bindings/preload/communicator.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CHECKPOINT = 4,
    CHECKPOINTS_GROW = 4,
    SAMPLES_MOST = 8,
    SERVED_MOST = 64, /* MPICH has 2048 communicators a process */
    IDLE_MOST = 8,    /* more than a trial has in a row */
    PASS_FIRST = 512,
    PASS_MOST = 1 << 20,
    FOREIGN_MOST = 4,  /* fewer than IDLE_MOST: packing is tried before calls are passed on */
    PACKED_FIRST = 26, /* in which the plan is made, and has its own trial */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int keyval = MPI_KEYVAL_INVALID;
static int has_threads; /* that call at the same time */
static int is_ready;    /* to keep anything */
static int served;      /* communicators */
static atomic_int is_refused;
static ct_communicator passed_on = {.is_passed_on = 1}; /* of all that never will be served */
static uint64_t no_end = UINT64_MAX;                    /* of their calls */

ct_repeat ct_repeats[CT_KINDS_SERVED];

/* What was asked for last, without threads. */
static struct {
    MPI_Comm comm;
    ct_communicator *state; /* NULL: nothing */
} latest;

/* Takes no more on a communicator, of which a count goes. */
static void forget_repeats(MPI_Comm comm) {
    for (int kind = 0; kind < CT_KINDS_SERVED; kind++) {
        if (ct_repeats[kind].arguments.comm == comm) {
            ct_repeats[kind].left = NULL;
        }
    }
}

static int forget(MPI_Comm comm, int key, void *value, void *extra) {
    ct_communicator *state = value;
    (void)key;
    (void)extra;
    if (comm == latest.comm) {
        latest.state = NULL;
    }
    forget_repeats(comm);
    if (state != &passed_on) {
        served -= state->is_served;
        if (state->joined != NULL) {
            state->leave(state->joined);
        }
        free(state);
    }
    return MPI_SUCCESS;
}

static void prepare(void) {
    int level = MPI_THREAD_SINGLE;
    (void)PMPI_Query_thread(&level);
    has_threads = level == MPI_THREAD_MULTIPLE;
    ct_settings_complain();
    is_ready = PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, NULL) == MPI_SUCCESS;
}

static ct_communicator *create(MPI_Comm comm) {
    int is_inter = 0;
    int size = 1;
    ct_communicator *made = &passed_on;
    if (PMPI_Comm_test_inter(comm, &is_inter) != MPI_SUCCESS ||
        PMPI_Comm_size(comm, &size) != MPI_SUCCESS) {
        return NULL;
    }
    if (!is_inter && size > 1) {
        made = calloc(1, sizeof *made);
        if (made == NULL) { /* the others would wait for ever */
            (void)fprintf(stderr, "cornerturn: no memory for what belongs to a communicator\n");
            (void)PMPI_Abort(comm, 1);
            return NULL;
        }
        made->comm = comm;
        made->ranks = size;
        made->checkpoint = FIRST_CHECKPOINT;
        made->timed = FIRST_CHECKPOINT;
    }
    (void)PMPI_Comm_set_attr(comm, keyval, made);
    return made;
}

ct_communicator *ct_communicator_of(MPI_Comm comm) {
    ct_communicator *found = NULL;
    int is_initialised = 0;
    int is_there = 0;
    if (latest.state != NULL && latest.comm == comm) {
        return latest.state;
    }
    (void)PMPI_Initialized(&is_initialised);
    if (!is_initialised || comm == MPI_COMM_NULL) {
        return NULL;
    }
    (void)pthread_once(&once, prepare);
    if (!is_ready || PMPI_Comm_get_attr(comm, keyval, (void *)&found, &is_there) != MPI_SUCCESS) {
        return NULL;
    }
    found = is_there ? found : create(comm);
    if (!has_threads) {
        latest.comm = comm;
        latest.state = found;
    }
    return found;
}

/* Whether all ranks belong to this rank's MPI_COMM_WORLD: then those of all others do, and have the
 * preload. Local. */
static int is_of_one_world(MPI_Comm comm) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group world = MPI_GROUP_NULL;
    int size = 0;
    (void)PMPI_Comm_group(comm, &all);
    (void)PMPI_Comm_group(MPI_COMM_WORLD, &world);
    (void)PMPI_Group_size(all, &size);
    int *ranks = calloc(2 * (size_t)size, sizeof *ranks);
    int holds = 1;
    for (int rank = 0; ranks != NULL && rank < size; rank++) {
        ranks[rank] = rank;
    }
    if (ranks != NULL) {
        (void)PMPI_Group_translate_ranks(all, size, ranks, world, ranks + size);
    }
    for (int rank = 0; ranks != NULL && rank < size; rank++) {
        holds = holds && ranks[size + rank] != MPI_UNDEFINED;
    }
    free(ranks);
    (void)PMPI_Group_free(&all);
    (void)PMPI_Group_free(&world);
    return holds;
}

void ct_communicator_give_up(ct_communicator *state) {
    served -= state->is_served;
    state->is_served = 0;
    state->is_passed_on = 1;
}

static int is_willing(void) {
    return ct_settings_get()->served != 0 && !has_threads &&
           !atomic_load_explicit(&is_refused, memory_order_relaxed) && served < SERVED_MOST;
}

int ct_communicator_may_serve(MPI_Comm comm) {
    return ct_settings_get()->served != 0 && !has_threads &&
           !atomic_load_explicit(&is_refused, memory_order_relaxed) && is_of_one_world(comm);
}

int ct_communicator_has_threads(void) {
    (void)pthread_once(&once, prepare);
    return has_threads;
}

/* Decides whether the communicator is served, or when to ask again. Collective. */
static void agree(ct_communicator *state) {
    const double mean_s = state->samples > 0 ? state->sampled_s / state->samples : 0;
    const double digest = ct_settings_digest();
    double most[] = {(double)state->checkpoint * mean_s, !is_willing(), digest, -digest};
    enum { SECONDS, UNWILLING, DIGEST, MINUS_DIGEST, NUMBERS };
    if ((state->checkpoint == FIRST_CHECKPOINT && !is_of_one_world(state->comm)) ||
        PMPI_Allreduce(MPI_IN_PLACE, most, NUMBERS, MPI_DOUBLE, MPI_MAX, state->comm) !=
            MPI_SUCCESS ||
        most[UNWILLING] > 0 || most[DIGEST] > -most[MINUS_DIGEST]) {
        ct_communicator_give_up(state);
        return;
    }
    state->is_served = most[SECONDS] >= ct_settings_get()->after_s;
    served += state->is_served;
    if (!state->is_served) { /* otherwise `untimed` stays 0, for those that it lets pass */
        state->untimed = (CHECKPOINTS_GROW - 1) * state->checkpoint - (SAMPLES_MOST + 1);
        state->timed = SAMPLES_MOST + 1;
        state->checkpoint *= CHECKPOINTS_GROW;
    }
    state->sampled_s = 0;
    state->samples = 0;
}

static ct_slot *find_slot(ct_communicator *state, ct_kind kind, ptrdiff_t bytes) {
    for (int i = 0; i < state->slot_count; i++) {
        if (state->slots[i].kind == kind && state->slots[i].bytes == bytes) {
            return &state->slots[i];
        }
    }
    ct_slot *slot = &state->slots[state->next_slot];
    forget_repeats(state->comm);
    state->slot_count += state->slot_count < CT_SLOTS;
    state->next_slot = (state->next_slot + 1) % CT_SLOTS;
    *slot = (ct_slot){
        .kind = kind, .bytes = bytes, .length = PASS_FIRST, .packs = kind == CT_KIND_ALLTOALLW};
    return slot;
}

ct_slot *ct_communicator_count(ct_communicator *state, ct_kind kind, ptrdiff_t bytes,
                               uint64_t **left) {
    const ct_settings *settings = ct_settings_get();
    *left = &no_end;
    if (!state->is_served && !state->is_passed_on) {
        /* Counted whatever the settings are, by which ranks that differ come to know it. */
        *left = &state->untimed;
        if (state->untimed > 0) {
            state->untimed--;
            return NULL;
        }
        if (--state->timed > 0) {
            return NULL;
        }
        agree(state);
    }
    if (!state->is_served || (settings->served & 1U << kind) == 0 ||
        (bytes >= 0 && bytes < settings->floor_bytes)) {
        return NULL;
    }
    ct_slot *slot = find_slot(state, kind, bytes);
    *left = &slot->pass;
    if (slot->pass > 0) {
        slot->pass--;
        return NULL;
    }
    return slot;
}

void ct_repeat_allow(ct_kind kind, const ct_arguments *arguments, uint64_t *left) {
    ct_repeats[kind] = (ct_repeat){.left = left, .arguments = *arguments};
}

int ct_communicator_samples(const ct_communicator *state) {
    return !state->is_served && !state->is_passed_on && state->untimed == 0 &&
           state->timed <= SAMPLES_MOST;
}

int ct_slot_is_timed(const ct_slot *slot) {
    return slot->packs && slot->packed >= PACKED_FIRST && ct_selection_is_on(&slot->way);
}

enum { PACKED_WAY, LIBRARY_WAY };

int ct_slot_goes_to_library(const ct_slot *slot) {
    return slot->packs && slot->packed >= PACKED_FIRST &&
           ct_selection_way(&slot->way) == LIBRARY_WAY;
}

void ct_slot_note_foreign(ct_slot *slot) {
    if (!slot->packs && ++slot->foreign >= FOREIGN_MOST) {
        slot->packs = 1;
        slot->idle = 0;
    }
}

void ct_slot_count_packed(ct_slot *slot, MPI_Comm comm, double seconds) {
    double medians[CT_SELECTION_WAYS] = {0};
    if (slot->packed < PACKED_FIRST) {
        slot->packed++;
    } else if (ct_selection_count(&slot->way, seconds, medians) &&
               PMPI_Allreduce(MPI_IN_PLACE, medians, CT_SELECTION_WAYS, MPI_DOUBLE, MPI_MAX,
                              comm) == MPI_SUCCESS) {
        ct_selection_settle_for_gain(&slot->way, medians);
    }
}

void ct_slot_note(ct_slot *slot, int is_ours) {
    if (is_ours) {
        slot->idle = 0;
        slot->length = PASS_FIRST;
    } else if (++slot->idle >= IDLE_MOST) {
        slot->idle = 0;
        slot->pass = slot->length;
        slot->passed += slot->length;
        slot->length = slot->length < PASS_MOST ? 2 * slot->length : PASS_MOST;
    }
}

void ct_communicator_refuse(void) {
    atomic_store_explicit(&is_refused, 1, memory_order_relaxed);
}
