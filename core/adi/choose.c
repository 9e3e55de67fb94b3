/* Transposing or reducing: by the machine's constants, or by trying both. */
#include "adi/plan.h"

#include "adi/predict.h"
#include "base/mpi.h"
#include "base/segment.h"
#include "exchange/tuned.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether anywhere lines of an axis go on at other nodes. Collective. */
static ct_status find_distant(const ct_adi_plan *plan, int is_distant[CT_ADI_BOX_AXES]) {
    int *here = NULL;
    int count = 0;
    int stride = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_node_ranks(plan->comm, &here, &count));
    for (int axis = CT_ADI_BOX_AXES - 1; axis >= 0; axis--) {
        const int parts = plan->grid[axis];
        const int first = plan->rank - plan->rank / stride % parts * stride;
        int near = 0; /* ranks of this one's line that share its node */
        for (int i = 0; i < count; i++) {
            const int apart = here[i] - first;
            near += apart >= 0 && apart % stride == 0 && apart / stride < parts;
        }
        is_distant[axis] = near < parts && !ct_adi_is_empty(plan);
        stride *= parts;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, is_distant, CT_ADI_BOX_AXES, MPI_INT, MPI_LOR, plan->comm));
cleanup:
    free(here);
    return status;
}

/* The constants to predict by, and words for them: those of this machine in the tuning file, if
 * they tell of messages at all (a calibration on one rank does not), or those built in. Local. */
static const ct_calibration *find_constants(ct_adi_plan *plan, const ct_tuning *tuning) {
    const ct_calibration *found = tuning != NULL ? ct_tuning_calibration(tuning) : NULL;
    const char *warning = tuning != NULL ? ct_tuning_warning(tuning) : NULL;
    if (found != NULL && found->local_messages.knots == 0 && found->distant.knots == 0) {
        found = NULL;
    }
    (void)snprintf(plan->constants, sizeof plan->constants, "by %s%s%s%s%s",
                   found != NULL ? "the constants in " : "built-in constants",
                   tuning != NULL && found == NULL ? ": none of this machine in " : "",
                   tuning != NULL ? tuning->path : "", warning != NULL ? "; " : "",
                   warning != NULL ? warning : "");
    return found != NULL ? found : ct_calibration_default();
}

/* On rank 0's numbers, whose part is the largest. Collective. */
static ct_status predict(ct_adi_plan *plan, const char *tuning_file, double seconds[2]) {
    ct_adi_spread spread = {.bytes = (double)(ct_box_elements(&plan->box) * plan->kernels->bytes)};
    ct_tuning *tuning = NULL;
    int has_file = tuning_file != NULL; /* rank 0's */
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        spread.count[axis] = plan->box.count[axis];
        spread.parts[axis] = plan->grid[axis];
    }
    CT_TRY(find_distant(plan, spread.is_distant));
    CT_MPI(MPI_Bcast(&has_file, 1, MPI_INT, 0, plan->comm));
    if (has_file) {
        CT_TRY(ct_tuning_load(plan->comm, tuning_file, &tuning));
    }
    ct_adi_predict(find_constants(plan, tuning), &spread, seconds);
    CT_MPI(MPI_Bcast(seconds, 2, MPI_DOUBLE, 0, plan->comm));
cleanup:
    ct_tuning_destroy(&tuning);
    return status;
}

static void tell(ct_adi_plan *plan, int best, const double predicted[2], const double measured[2]) {
    static const char *const names[2] = {"reducing", "transposing"};
    plan->scores = 2;
    for (int k = 0; k < 2; k++) {
        const int which = k == 0 ? best : 1 - best;
        ct_score *score = &plan->score[k];
        (void)snprintf(score->algorithm, sizeof score->algorithm, "%s", names[which]);
        score->predicted_s = predicted[which];
        score->measured_s = measured != NULL ? measured[which] : -1;
    }
    if (measured != NULL) {
        (void)snprintf(plan->reason, sizeof plan->reason,
                       "%s: a step was measured to take %.3g s, %.3g s %s; predictions are %s",
                       names[best], measured[best], measured[1 - best], names[1 - best],
                       plan->constants);
    } else {
        (void)snprintf(plan->reason, sizeof plan->reason,
                       "%s: joining the lines is predicted to take %.3g s a step, %.3g s %s, %s",
                       names[best], predicted[best], predicted[1 - best], names[1 - best],
                       plan->constants);
    }
}

ct_status ct_adi_choose(ct_adi_plan *plan, const ct_adi_options *options) {
    double predicted[2] = {0, 0};
    int parts = 1;
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        parts *= plan->grid[axis];
    }
    plan->method = parts > 1 ? options->method : CT_ADI_AUTO;
    if (parts == 1) {
        (void)snprintf(plan->reason, sizeof plan->reason, "all lines are whole on their rank");
    } else if (options->method != CT_ADI_AUTO) {
        (void)snprintf(plan->reason, sizeof plan->reason, "%s, as was asked for",
                       options->method == CT_ADI_REDUCING ? "reducing" : "transposing");
    } else {
        CT_TRY(predict(plan, options->exchange.tuning_file, predicted));
        const int best = predicted[1] < predicted[0];
        plan->method = best == 0 ? CT_ADI_REDUCING : CT_ADI_TRANSPOSING;
        tell(plan, best, predicted, NULL);
    }
cleanup:
    return status;
}

int ct_adi_is_open(const ct_adi_plan *plan, const ct_adi_options *options) {
    return plan->scores > 0 && options->exchange.planning != CT_PLAN_ESTIMATE;
}

/* The fastest of some steps, on the slowest rank. The state stays 0. */
static ct_status time_step(ct_adi_plan *plan, double *seconds) {
    enum { STEPS = 4 };
    ct_status status = CT_OK;
    *seconds = 0;
    for (int step = 0; step < STEPS; step++) {
        CT_MPI(MPI_Barrier(plan->comm));
        const double start_s = MPI_Wtime();
        CT_TRY(ct_adi_step(plan, 1));
        double spent_s = MPI_Wtime() - start_s;
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &spent_s, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
        *seconds = step == 0 || spent_s < *seconds ? spent_s : *seconds;
    }
    memset(plan->state, 0, (size_t)(ct_box_elements(&plan->box) * plan->kernels->bytes));
    memset(plan->seconds, 0, sizeof plan->seconds);
    plan->time = 0;
cleanup:
    return status;
}

ct_status ct_adi_race(MPI_Comm comm, const ct_adi_problem *problem, const ct_adi_options *options,
                      ct_adi_plan **plan) {
    ct_adi_options other = *options;
    ct_adi_plan *rival = NULL;
    double measured[2] = {0, 0}; /* reducing, transposing */
    double predicted[2] = {0, 0};
    const int first = (*plan)->method == CT_ADI_REDUCING ? 0 : 1;
    ct_status status = CT_OK;
    other.method = first == 0 ? CT_ADI_TRANSPOSING : CT_ADI_REDUCING;
    CT_TRY(ct_adi_plan_build(comm, problem, &other, &rival));
    CT_TRY(time_step(*plan, &measured[first]));
    CT_TRY(time_step(rival, &measured[1 - first]));
    predicted[first] = (*plan)->score[0].predicted_s;
    predicted[1 - first] = (*plan)->score[1].predicted_s;
    const int best = measured[1] < measured[0];
    memcpy(rival->constants, (*plan)->constants, sizeof rival->constants);
    if (best != first) {
        ct_adi_plan *beaten = *plan;
        *plan = rival;
        rival = beaten;
    }
    tell(*plan, best, predicted, measured);
cleanup:
    ct_adi_plan_destroy(&rival);
    if (status != CT_OK) {
        ct_adi_plan_destroy(plan);
    }
    return status;
}
