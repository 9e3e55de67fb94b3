#include "tune/contest.h"

#include "base/mpi.h"
#include "base/order.h"
#include "node/supposed/cluster.h"
#include "tune/probe.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ct_status ct_contest_open(ct_contest *contest) {
    ct_status status = CT_OK;
    int has_file = contest->tuning_file != NULL; /* rank 0's */
    CT_MPI(MPI_Bcast(&has_file, 1, MPI_INT, 0, contest->comm));
    if (!has_file) {
        CT_TRY(ct_probe(contest->comm, &contest->probed));
        goto cleanup;
    }
    CT_TRY(ct_cluster_size(contest->comm, &contest->key.ranks));
    CT_TRY(ct_most_node_ranks(contest->comm, &contest->key.node_ranks));
    CT_TRY(contest->kind->key(contest->context, &contest->key));
    CT_TRY(ct_tuning_look_up(contest->comm, contest->tuning_file, &contest->key, &contest->tuning));
    (void)snprintf(contest->note, sizeof contest->note, "%s", contest->tuning->warning);
    if (!contest->tuning->has_calibration) {
        CT_TRY(ct_probe(contest->comm, &contest->probed));
    }
cleanup:
    return status;
}

const ct_calibration *ct_contest_calibration(const ct_contest *contest) {
    const ct_tuning *tuning = contest->tuning;
    return tuning != NULL && tuning->has_calibration ? &tuning->calibration
           : contest->probed != NULL                 ? contest->probed
                                                     : ct_calibration_default();
}

/* Broadcasts rank 0's list. Collective. */
static ct_status list(ct_contest *contest) {
    const ct_contest_kind *kind = contest->kind;
    ct_ranking *ranking = &contest->ranking;
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(contest->comm, &rank));
    if (rank == 0) {
        kind->list(contest->context, ranking);
    }
    CT_MPI(MPI_Bcast(&ranking->count, 1, MPI_INT, 0, contest->comm));
    CT_MPI(MPI_Bcast(ranking->ranked, ranking->count * (int)ranking->bytes, MPI_BYTE, 0,
                     contest->comm));
    if (kind->settle != NULL) {
        CT_TRY(kind->settle(contest->context, ranking));
    }
cleanup:
    return status;
}

/* Takes the tuning file's choice as the only candidate if its rigour suffices and it can be parsed.
 * Returns whether it did. Local; the same on all ranks. */
static int take_tuned(ct_contest *contest) {
    const ct_tuning *tuning = contest->tuning;
    ct_standing *only = ct_ranking_at(&contest->ranking, 0); /* zeroed */
    if (contest->is_asked || tuning == NULL || !tuning->has_choice ||
        (contest->planning == CT_PLAN_EXHAUSTIVE && !tuning->choice.exhaustive) ||
        !contest->kind->parse(contest->context, tuning->choice.algorithm, only)) {
        return 0;
    }
    only->predicted_s = tuning->choice.predicted_s;
    only->measured_s = tuning->choice.measured_s;
    contest->ranking.count = 1;
    contest->ground = CT_GROUND_TUNED;
    return 1;
}

/* Moves required candidates into the shortlist, in place of its last ones. Returns its length.
 */
static int shortlist(ct_contest *contest) {
    const ct_contest_kind *kind = contest->kind;
    ct_ranking *ranking = &contest->ranking;
    const int most = kind->shortlist;
    if (contest->planning == CT_PLAN_EXHAUSTIVE || ranking->count <= most) {
        return ranking->count;
    }
    for (int place = most; place < ranking->count && kind->is_required != NULL; place++) {
        if (kind->is_required(ct_ranking_at(ranking, place))) {
            ct_order_move(ranking->ranked, ranking->bytes, place, most - 1);
        }
    }
    return most;
}

/* Stores the measured choice in the tuning file. A failure only adds a note: the choice is made.
 * Collective. */
static void store(ct_contest *contest) {
    const ct_standing *best = ct_contest_winner(contest);
    ct_tuning_entry entry = {.kind = CT_TUNING_CHOICE, .key = contest->key};
    entry.tuned.exhaustive = contest->planning == CT_PLAN_EXHAUSTIVE;
    entry.tuned.measured_s = best->measured_s;
    entry.tuned.predicted_s = best->predicted_s;
    contest->kind->print(contest->context, best, entry.tuned.algorithm);
    if (ct_tuning_store(contest->comm, contest->tuning_file, &entry) != CT_OK) {
        size_t used = strlen(contest->note);
        (void)snprintf(contest->note + used, sizeof contest->note - used, "%snot kept: %s",
                       used > 0 ? "; " : "", ct_error_message());
    }
}

ct_status ct_contest_decide(ct_contest *contest) {
    const ct_contest_kind *kind = contest->kind;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(contest->comm, ct_ranking_create(kind->bytes, kind->most, &contest->ranking)));
    if (take_tuned(contest)) {
        goto cleanup;
    }
    contest->ground = contest->is_asked ? CT_GROUND_ASKED : CT_GROUND_RANKED;
    CT_TRY(list(contest));
    if (contest->is_asked || contest->planning == CT_PLAN_ESTIMATE) {
        goto cleanup;
    }
    CT_TRY(ct_contest_race(contest, shortlist(contest)));
    ct_ranking_sort(&contest->ranking);
    const ct_standing *best = ct_contest_winner(contest);
    if (contest->tuning != NULL && !contest->is_read_only && best->measured_s >= 0) {
        store(contest);
    }
cleanup:
    return status;
}

const void *ct_contest_winner(const ct_contest *contest) {
    return ct_ranking_at(&contest->ranking, 0);
}

void ct_contest_close(ct_contest *contest) {
    ct_ranking_destroy(&contest->ranking);
    ct_tuning_destroy(&contest->tuning);
}

ct_status ct_contest_scores(const ct_contest *contest, ct_score **scores, int *count) {
    const ct_ranking *ranking = &contest->ranking;
    ct_score *made = calloc((size_t)ranking->count, sizeof *made);
    if (made == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d candidates", ranking->count);
    }
    for (int place = 0; place < ranking->count; place++) {
        const ct_standing *standing = ct_ranking_at(ranking, place);
        contest->kind->print(contest->context, standing, made[place].algorithm);
        made[place].predicted_s = standing->predicted_s;
        made[place].measured_s = standing->measured_s;
    }
    *scores = made;
    *count = ranking->count;
    return CT_OK;
}
