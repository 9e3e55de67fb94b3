/* The choice between reducing and transposing: it is the best of what its scores say, predicted or
 * measured, and measuring leaves no trace in the state. */
#include "expect.h"

#include <cornerturn/adi.h>
#include <string.h>

static double seconds_of(const ct_score *score, ct_planning planning) {
    return planning == CT_PLAN_ESTIMATE ? score->predicted_s : score->measured_s;
}

static void expect_choice(const ptrdiff_t *extent, ct_planning planning, int size) {
    const ct_adi_options options = {.exchange.planning = planning};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    const ct_score *best = ct_adi_score(plan, 0);
    const ct_score *other = ct_adi_score(plan, 1);
    if (size == 1) {
        EXPECT(best == NULL);
        EXPECT_INT(ct_adi_method_used(plan), CT_ADI_AUTO);
        ct_adi_plan_destroy(&plan);
        return;
    }
    EXPECT(best != NULL && other != NULL && ct_adi_score(plan, 2) == NULL);
    if (best != NULL && other != NULL) {
        const int reduces = ct_adi_method_used(plan) == CT_ADI_REDUCING;
        EXPECT(strcmp(best->algorithm, reduces ? "reducing" : "transposing") == 0);
        EXPECT(strcmp(other->algorithm, reduces ? "transposing" : "reducing") == 0);
        EXPECT(seconds_of(best, planning) > 0);
        EXPECT(seconds_of(best, planning) <= seconds_of(other, planning));
        EXPECT_INT(best->measured_s > 0, planning != CT_PLAN_ESTIMATE);
        EXPECT(strncmp(ct_adi_reason(plan), best->algorithm, strlen(best->algorithm)) == 0);
        EXPECT_TEXT(ct_adi_reason(plan), planning == CT_PLAN_ESTIMATE ? "predicted" : "measured");
    }
    double range[2] = {1, 1};
    EXPECT_INT(ct_adi_range(plan, &range[0], &range[1]), CT_OK);
    EXPECT(range[0] == 0 && range[1] == 0 && ct_adi_time(plan) == 0);
    for (int phase = 0; phase < ct_adi_phases(plan); phase++) {
        EXPECT(planning == CT_PLAN_ESTIMATE || ct_adi_seconds(plan, phase) == 0);
    }
    ct_adi_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    static const ptrdiff_t cube[CT_ADI_AXES] = {24, 24, 24};
    static const ptrdiff_t plate[CT_ADI_AXES] = {3, 40, 17};
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_choice(cube, CT_PLAN_ESTIMATE, size);
    expect_choice(cube, CT_PLAN_MEASURE, size);
    expect_choice(plate, CT_PLAN_ESTIMATE, size);
    expect_choice(plate, CT_PLAN_MEASURE, size);
    MPI_Finalize();
    return expect_status();
}
