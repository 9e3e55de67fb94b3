/* What the user says of exchanges reaches every exchange of a plan: halos, reductions, transposes,
 * and those of the plan that smooths; and plans by options that differ between ranks are refused.
 */
#include "adi_rough.h"
#include "expect.h"
#include "scratch.h"

#include "adi/plan.h"

#include <cornerturn/tuning.h>
#include <string.h>

static int rank, size;

static ct_adi_plan *plan_by(ct_adi_method method, int shared, const ct_exchange_options *exchange) {
    const ptrdiff_t extent[CT_ADI_AXES] = {4 * (ptrdiff_t)size, 6, 4 * (ptrdiff_t)size};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    const ct_adi_options options = {.method = method,
                                    .scheme = CT_ADI_LOD,
                                    .grid = {size / shared, 1, shared},
                                    .exchange = *exchange};
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    return plan;
}

/* Its exchanges; returns how many. */
static int list_exchanges(const ct_adi_plan *plan, const ct_exchange_plan **list) {
    int count = 0;
    if (plan->halo.plan != NULL) {
        list[count++] = ct_halo_exchange(plan->halo.plan, 0);
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const ct_adi_sweep *sweep = &plan->sweep[axis];
        const ct_exchange_plan *const all[] = {
            sweep->reduction.meeting.collect, sweep->reduction.meeting.spread,
            sweep->there != NULL ? ct_transpose_exchange(sweep->there) : NULL,
            sweep->back != NULL ? ct_transpose_exchange(sweep->back) : NULL};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            if (all[i] != NULL) {
                list[count++] = all[i];
            }
        }
    }
    return count;
}

enum { LIST = 1 + 4 * CT_ADI_BOX_AXES };

/* All run what is asked for. `shared`: ranks along the last axis; the rest are along the first. */
static void expect_algorithm(ct_adi_method method, int shared, const char *asked,
                             const char *found) {
    const ct_exchange_options exchange = {.algorithm = asked};
    const int axes = (shared > 1) + (size / shared > 1);
    const ct_exchange_plan *list[LIST];
    ct_adi_plan *plan = plan_by(method, shared, &exchange);
    const int count = list_exchanges(plan, list);
    EXPECT_INT(count, 1 + 2 * axes);
    for (int i = 0; i < count; i++) {
        EXPECT(strncmp(ct_exchange_algorithm(list[i]), found, strlen(found)) == 0);
    }
    ct_adi_plan_destroy(&plan);
}

/* An algorithm for all four ranks, but not for lines of two: these choose their own, halos and
 * transposes run it. */
static void expect_fallback(ct_adi_method method) {
    const ct_exchange_options exchange = {.algorithm = "mixed --factors 2,2"};
    ct_adi_plan *plan = plan_by(method, 2, &exchange);
    EXPECT_TEXT(ct_exchange_algorithm(ct_halo_exchange(plan->halo.plan, 0)), "mixed");
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis += 2) {
        const ct_adi_sweep *sweep = &plan->sweep[axis];
        if (method == CT_ADI_TRANSPOSING) {
            EXPECT_TEXT(ct_exchange_algorithm(ct_transpose_exchange(sweep->there)), "mixed");
        } else {
            EXPECT(sweep->reduction.meeting.is_direct);
        }
    }
    ct_adi_plan_destroy(&plan);
}

static void expect_smoother(void) {
    const ct_exchange_options exchange = {.algorithm = "mpi"};
    const ct_adi_nonlinearity nonlinearity = {CT_ADI_WEICKERT, 1, 0.1};
    const ct_exchange_plan *list[LIST];
    ct_adi_plan *plan = plan_by(CT_ADI_REDUCING, 1, &exchange);
    EXPECT_INT(ct_adi_set_nonlinearity(plan, &nonlinearity), CT_OK);
    const int count = list_exchanges(plan->smoother, list);
    EXPECT_INT(count, 3);
    for (int i = 0; i < count; i++) {
        EXPECT_TEXT(ct_exchange_algorithm(list[i]), "mpi");
    }
    ct_adi_plan_destroy(&plan);
}

/* What a plan measured for its exchanges is found by the next one. */
static void expect_tuned(ct_adi_method method) {
    char path[SCRATCH_BYTES];
    const ct_exchange_plan *list[LIST];
    (void)snprintf(path, sizeof path, "%s", scratch_path("tuning"));
    ct_exchange_options exchange = {.planning = CT_PLAN_MEASURE, .tuning_file = path};
    ct_adi_plan *plan = plan_by(method, 1, &exchange);
    const int count = list_exchanges(plan, list);
    for (int i = 0; i < count; i++) {
        EXPECT_TEXT(ct_exchange_reason(list[i]), "measured");
    }
    ct_adi_plan_destroy(&plan);
    exchange.planning = CT_PLAN_ESTIMATE;
    plan = plan_by(method, 1, &exchange);
    EXPECT_INT(list_exchanges(plan, list), count);
    for (int i = 0; i < count; i++) {
        EXPECT_TEXT(ct_exchange_reason(list[i]), "tuned");
    }
    ct_adi_plan_destroy(&plan);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        scratch_remove("tuning");
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Arrays are the plan's own: what is said of them changes nothing. */
static void expect_own_arrays(ct_adi_method method) {
    int axes = 3;
    const ct_adi_quantity start = {.kind = CT_ADI_FUNCTION, .function = noise, .context = &axes};
    const ct_exchange_options given[2] = {{.steps_in_flight = 0},
                                          {.in_place = 1, .private_arrays = rank}};
    ct_adi_plan *plan[2];
    for (int k = 0; k < 2; k++) {
        plan[k] = plan_by(method, 1, &given[k]);
        EXPECT_INT(ct_adi_set_state(plan[k], &start), CT_OK);
        EXPECT_INT(ct_adi_step(plan[k], 1e-3), CT_OK);
    }
    const ct_box box = ct_adi_state_box(plan[0]);
    EXPECT(memcmp(ct_adi_state(plan[0]), ct_adi_state(plan[1]),
                  (size_t)ct_box_elements(&box) * sizeof(double)) == 0);
    ct_adi_plan_destroy(&plan[0]);
    ct_adi_plan_destroy(&plan[1]);
}

static void expect_refused(const ct_exchange_options *exchange, ct_status wanted,
                           const char *says) {
    static const ct_adi_method methods[] = {CT_ADI_AUTO, CT_ADI_REDUCING, CT_ADI_TRANSPOSING};
    const ptrdiff_t extent[CT_ADI_AXES] = {6, 6, 6};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const ct_adi_options options = {.method = methods[i], .exchange = *exchange};
        ct_adi_plan *plan = NULL;
        EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), wanted);
        EXPECT_TEXT(ct_error_message(), says);
    }
}

/* The last rank says something else than the others. */
static void expect_differences(void) {
    const int is_last = rank == size - 1;
    const ct_topology flat = ct_topology_flat(size);
    const ct_topology larger = ct_topology_flat(size + 1);
    const ct_exchange_options differing[] = {
        {.algorithm = is_last ? "mpi" : "direct"},
        {.algorithm = is_last ? "mpi" : NULL},
        {.transport = is_last ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO},
        {.planning = is_last ? CT_PLAN_MEASURE : CT_PLAN_ESTIMATE},
        {.steps_in_flight = is_last},
        {.tuning_read_only = is_last},
        {.topology = is_last ? &flat : NULL},
    };
    for (size_t i = 0; i < sizeof differing / sizeof *differing && size > 1; i++) {
        expect_refused(&differing[i], CT_ERROR_ARGUMENT, "differ between ranks");
    }
    expect_refused(&(ct_exchange_options){.algorithm = "nothing"}, CT_ERROR_CONFIG, "nothing");
    expect_refused(&(ct_exchange_options){.topology = &larger}, CT_ERROR_ARGUMENT, "a network of");
}

/* By default ranks get slabs along the first axis, but not a few large planes each. */
static void expect_slabs(void) {
    const struct {
        ptrdiff_t extent[CT_ADI_AXES];
        int axis;
    } cases[] = {{{4 * (ptrdiff_t)size, 64, 64}, 0},
                 {{4 * (ptrdiff_t)size - 1, 64, 64}, 1},
                 {{1, 64, 64}, 1},
                 {{2 * (ptrdiff_t)size, 64, 63}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ct_adi_problem problem = ct_adi_box_problem(CT_ADI_AXES, cases[i].extent);
        ct_adi_plan *plan = NULL;
        EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan), CT_OK);
        EXPECT_INT(ct_adi_state_distribution(plan)->grid[cases[i].axis], size);
        ct_adi_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    static const ct_adi_method methods[] = {CT_ADI_REDUCING, CT_ADI_TRANSPOSING};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    scratch_begin();
    expect_differences();
    expect_slabs();
    for (size_t i = 0; i < sizeof methods / sizeof *methods && size > 1; i++) {
        expect_algorithm(methods[i], 1, "mpi", "mpi");
        expect_algorithm(methods[i], 1, "cyclic --transport messages", "cyclic");
        expect_tuned(methods[i]);
        expect_own_arrays(methods[i]);
        if (size == 4) {
            expect_algorithm(methods[i], 2, "direct", "direct");
            expect_fallback(methods[i]);
        }
    }
    if (size > 1) {
        expect_smoother();
    }
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
