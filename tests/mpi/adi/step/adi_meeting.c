/* Lines that several ranks share: where these are on one node, each solves its reduced systems from
 * what the others hold; numbers are the same to the last bit as by exchanges, on open lines and
 * cyclic ones, of few lines and of more than are solved at a time. */
#include "expect.h"

#include "adi/plan.h"

#include <math.h>
#include <string.h>

enum { STEPS = 3, CELLS = 11 };

static int rank, size;

static void wavy(void *context, double t, ptrdiff_t count, const double *const position[],
                 double *values) {
    (void)context;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 2 + sin(30 * position[0][i] + t) * cos(20 * position[1][i] + position[2][i]);
    }
}

typedef struct kind {
    int shared; /* the axis */
    int is_periodic, is_variable;
    ct_precision precision;
    ptrdiff_t others[2]; /* cells along the other axes */
} kind;

static ct_adi_plan *stepped(const kind *k, ct_transport transport) {
    const ct_adi_quantity waves = {.kind = CT_ADI_FUNCTION, .function = wavy};
    ct_adi_options options = {.method = CT_ADI_REDUCING, .exchange.transport = transport};
    ptrdiff_t extent[CT_ADI_AXES];
    ct_adi_plan *plan = NULL;
    for (int a = 0; a < CT_ADI_AXES; a++) {
        extent[a] = a == k->shared ? CELLS : k->others[a == 2 || (a == 1 && k->shared == 0)];
        options.grid[a] = a == k->shared ? size : 1;
    }
    ct_adi_problem problem = ct_adi_box_problem(CT_ADI_AXES, extent);
    problem.precision = k->precision;
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        problem.face[k->shared][side].kind = k->is_periodic ? CT_ADI_PERIODIC : CT_ADI_DIRICHLET;
    }
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, &waves), CT_OK);
    if (k->is_variable) {
        EXPECT_INT(ct_adi_set_diffusivity(plan, &waves), CT_OK);
    }
    for (int i = 0; i < STEPS; i++) {
        EXPECT_INT(ct_adi_step(plan, 0.01 * (1 + i % 2)), CT_OK);
    }
    return plan;
}

static void expect_same(const kind *k, int are_near) {
    ct_adi_plan *direct = stepped(k, CT_TRANSPORT_AUTO);
    ct_adi_plan *exchanged = stepped(k, CT_TRANSPORT_MESSAGES);
    const ct_box box = ct_adi_state_box(direct);
    const size_t bytes =
        (size_t)ct_box_elements(&box) * (k->precision == CT_FLOAT ? sizeof(float) : sizeof(double));
    if (bytes > 0 && size > 1) {
        EXPECT_INT(direct->sweep[k->shared].reduction.meeting.is_direct, are_near);
        EXPECT(!exchanged->sweep[k->shared].reduction.meeting.is_direct);
    }
    EXPECT(bytes == 0 || memcmp(ct_adi_state(direct), ct_adi_state(exchanged), bytes) == 0);
    EXPECT(ct_adi_moved_bytes(direct) == ct_adi_moved_bytes(exchanged));
    ct_adi_plan_destroy(&direct);
    ct_adi_plan_destroy(&exchanged);
}

int main(int argc, char **argv) {
    static const struct {
        int shared;
        ptrdiff_t others[2];
    } boxes[] = {{0, {1, 2}}, {1, {5, 7}}, {2, {31, 77}}, {0, {31, 77}}};
    enum { BOXES = sizeof boxes / sizeof *boxes };
    ct_context *context = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    EXPECT_INT(ct_context_acquire(MPI_COMM_WORLD, &context), CT_OK);
    const int are_near = context->node_size == context->size; /* else all go by exchanges */
    for (int i = 0; i < (are_near ? 2 * 2 * 2 * BOXES : 4); i++) {
        kind k = {.is_periodic = i % 2,
                  .is_variable = i / 2 % 2,
                  .precision = i / 4 % 2 ? CT_FLOAT : CT_DOUBLE,
                  .shared = boxes[i / 8].shared};
        memcpy(k.others, boxes[i / 8].others, sizeof k.others);
        expect_same(&k, are_near);
    }
    ct_context_release(&context);
    MPI_Finalize();
    return expect_status();
}
