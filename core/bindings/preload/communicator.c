#include "bindings/preload/communicator.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CHECKPOINT = 4,
    CHECKPOINTS_GROW = 4,
    FORESEEN_FROM = 64,  /* calls: the first ones make connections */
    FORESEEN_MOST = 256, /* times as many */
    SAMPLES_MOST = 8,
    SERVED_MOST = 64, /* MPICH has 2048 communicators a process */
};

/* Blocks of up to so many bytes take about as long as those of one, and up to so many times as long
 * as another about as much longer. */
enum { SHORT_BYTES = 1024, LONGER = 4 };

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

/* The call at which ranks agree next, where `spent_s` is what the calls so far took on all ranks.
 */
static uint64_t next_checkpoint(const ct_communicator *state, double spent_s) {
    const uint64_t power = CHECKPOINTS_GROW * state->checkpoint;
    const double most_calls = (double)(FORESEEN_MOST * state->checkpoint);
    if (state->checkpoint < FORESEEN_FROM || state->has_counts) {
        return power;
    }
    const double calls = (double)state->checkpoint * (ct_settings_get()->after_s / spent_s);
    return calls > (double)power ? (uint64_t)fmin(calls, most_calls) : power;
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
        const uint64_t next = next_checkpoint(state, most[SECONDS]);
        state->untimed = next - state->checkpoint - (SAMPLES_MOST + 1);
        state->timed = SAMPLES_MOST + 1;
        state->checkpoint = next;
    }
    state->agreed_bytes = state->longest_bytes;
    state->sampled_s = 0;
    state->samples = 0;
}

/* Brings the next agreement forward where the call may take longer than those that were agreed
 * about. The same on all ranks, none of which lets such a call repeat another. */
static void note_length(ct_communicator *state, ptrdiff_t bytes) {
    const ptrdiff_t agreed = state->agreed_bytes > SHORT_BYTES ? state->agreed_bytes : SHORT_BYTES;
    const int may_be_longer = bytes < 0 ? !state->has_counts : bytes > LONGER * agreed;
    state->has_counts = state->has_counts || bytes < 0;
    state->longest_bytes = bytes > state->longest_bytes ? bytes : state->longest_bytes;
    if (may_be_longer) {
        state->checkpoint -= state->untimed;
        state->untimed = 0;
    }
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
    *slot = ct_slot_of(kind, bytes);
    return slot;
}

ct_slot *ct_communicator_count(ct_communicator *state, ct_kind kind, ptrdiff_t bytes,
                               ct_counted *counted) {
    const ct_settings *settings = ct_settings_get();
    *counted = (ct_counted){.left = &no_end,
                            .checkpoint = state->checkpoint,
                            .untimed = state->untimed,
                            .timed = state->timed,
                            .longest_bytes = state->longest_bytes,
                            .has_counts = state->has_counts};
    if (!state->is_served && !state->is_passed_on) {
        /* Counted whatever the settings are, by which ranks that differ come to know it. */
        note_length(state, bytes);
        counted->left = &state->untimed;
        if (state->untimed > 0) {
            state->untimed--;
            return NULL;
        }
        if (--state->timed > 0) {
            return NULL;
        }
        agree(state);
        counted->is_collective = 1;
    }
    if (!state->is_served || (settings->served & 1U << kind) == 0 ||
        (bytes >= 0 && bytes < settings->floor_bytes)) {
        return NULL;
    }
    ct_slot *slot = find_slot(state, kind, bytes);
    counted->left = &slot->pass;
    if (slot->pass > 0) {
        slot->pass--;
        counted->passed = &slot->pass;
        return NULL;
    }
    counted->is_collective = 1;
    return slot;
}

void ct_communicator_uncount(ct_communicator *state, ct_kind kind, const ct_counted *counted) {
    if (state->is_passed_on) {
        return;
    }
    ct_repeats[kind].left = NULL;
    state->refused |= (unsigned)counted->is_collective << kind;
    if (counted->passed != NULL) {
        ++*counted->passed;
    } else if (!counted->is_collective && !state->is_served) {
        state->checkpoint = counted->checkpoint;
        state->untimed = counted->untimed;
        state->timed = counted->timed;
        state->longest_bytes = counted->longest_bytes;
        state->has_counts = counted->has_counts;
    }
}

void ct_repeat_allow(ct_kind kind, const ct_arguments *arguments, uint64_t *left) {
    ct_repeats[kind] = (ct_repeat){.left = left, .arguments = *arguments};
}

int ct_communicator_samples(const ct_communicator *state) {
    return !state->is_served && !state->is_passed_on && state->untimed == 0 &&
           state->timed <= SAMPLES_MOST;
}

void ct_communicator_refuse(void) {
    atomic_store_explicit(&is_refused, 1, memory_order_relaxed);
}
