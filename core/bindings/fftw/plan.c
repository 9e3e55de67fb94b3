#include "bindings/fftw/plan.h"

#include "base/fail.h"
#include "bindings/fftw/steps.h"
#include "bindings/shared/open.h"
#include <cornerturn/memory.h>

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char ct_fftw_mark;

int ct_fftw_plan_is_known_to(const char *function) {
    Dl_info called;
    Dl_info here;
    const void *found = dlsym(RTLD_DEFAULT, function);
    if (found == NULL || dladdr(found, &called) == 0 || dladdr(&ct_fftw_mark, &here) == 0 ||
        called.dli_fbase == here.dli_fbase) {
        return 1;
    }
    (void)fprintf(stderr,
                  "cornerturn_fftw3_mpi: no plan: %s is that of %s; link this library before it\n",
                  function, called.dli_fname);
    return 0;
}

/* Whether an array is transformed in place, as those ranks see it that have any of it. */
static int agree_in_place(const ct_fftw_plan *plan) {
    const int has_some = ct_fftw_elements(&plan->input, plan->rank) > 0 ||
                         ct_fftw_elements(&plan->output, plan->rank) > 0;
    int mine = has_some && plan->array[0] == plan->array[1];
    int any = 0;
    (void)MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, plan->comm);
    return any;
}

static void clear(const ct_fftw_plan *plan, ct_fftw_route *route) {
    for (int i = 0; i < route->steps; i++) {
        ct_fftw_step *step = &route->step[i];
        ct_fft_plan_destroy(&step->transform);
        ct_redistribute_plan_destroy(&step->move);
        if (step->local != NULL) {
            plan->backend->destroy(step->local);
        }
    }
}

void ct_fftw_plan_destroy(ct_fftw_plan *plan) {
    for (int i = 0; i < CT_FFTW_ROUTES; i++) {
        clear(plan, &plan->route[i]);
    }
    ct_free(&plan->work[0]);
    ct_free(&plan->work[1]);
    ct_context_release(&plan->context);
    ct_shared_files_sweep();
    free(plan);
}

/* Says why there is no plan, once, where that is not what FFTW's users expect. */
static void report(const ct_fftw_plan *plan, ct_status status) {
    if (status != CT_ERROR_CONFIG && plan->rank == 0) {
        (void)fprintf(stderr, "cornerturn_fftw3_mpi: no plan: %s\n", ct_error_message());
    }
}

/* Fills in a plan. Collective; CT_ERROR_CONFIG where FFTW would not make one. */
static ct_status build(MPI_Comm comm, ct_fftw_plan *plan) {
    ct_status status = CT_OK;
    int is_transform = 0;
    CT_TRY(ct_context_acquire(comm, &plan->context));
    plan->comm = plan->context->comm;
    plan->rank = plan->context->rank;
    plan->size = plan->context->size;
    if (!ct_fftw_sides(&plan->problem, plan->size, &plan->input, &plan->output)) {
        CT_FAIL(CT_ERROR_CONFIG, "FFTW makes no such plan");
    }
    plan->in_place = agree_in_place(plan);
    CT_TRY(ct_fftw_transform_add(plan, &is_transform));
    if (!is_transform) {
        CT_TRY(ct_fftw_steps_add(plan));
    }
cleanup:
    return status;
}

ct_fftw_plan *ct_fftw_plan_create(MPI_Comm comm, const ct_fftw_problem *problem,
                                  const ct_fftw_backend *backend, void *input, void *output) {
    ct_fftw_plan *plan = calloc(1, sizeof *plan);
    int all_ready = 0;
    const int ready = plan != NULL;
    (void)MPI_Allreduce(&ready, &all_ready, 1, MPI_INT, MPI_MIN, comm);
    if (!all_ready || plan == NULL) {
        free(plan);
        return NULL;
    }
    plan->mark = &ct_fftw_mark;
    plan->backend = backend;
    plan->problem = *problem;
    plan->array[0] = input;
    plan->array[1] = output;
    const ct_status status = build(comm, plan);
    if (status != CT_OK) {
        report(plan, status);
        ct_fftw_plan_destroy(plan);
        return NULL;
    }
    return plan;
}

static void copy_rows(const ct_fftw_copy *copy, const char *from, char *into) {
    for (ptrdiff_t row = 0; row < copy->rows; row++) {
        memcpy(into + row * copy->into_pitch_bytes, from + row * copy->from_pitch_bytes,
               (size_t)copy->row_bytes);
    }
}

static ct_status run(const ct_fftw_plan *plan, const ct_fftw_step *step, void *from, void *into) {
    if (step->transform != NULL) {
        return ct_fft_execute(step->transform, from, into);
    }
    if (step->move != NULL) {
        return ct_redistribute_execute(step->move, from, into);
    }
    if (step->local != NULL) {
        plan->backend->run(step->type, step->local, from, into);
    } else {
        copy_rows(&step->copy, from, into);
    }
    return CT_OK;
}

static ct_status run_route(const ct_fftw_plan *plan, const ct_fftw_route *route, void *input,
                           void *output) {
    void *const memory[CT_FFTW_MEMORIES] = {input, output, plan->work[0], plan->work[1]};
    ct_status status = CT_OK;
    for (int i = 0; i < route->steps; i++) {
        const ct_fftw_step *step = &route->step[i];
        CT_TRY(run(plan, step, memory[step->from], memory[step->into]));
    }
cleanup:
    return status;
}

static void stop_at(ct_status status) {
    if (status != CT_OK) {
        (void)fprintf(stderr, "cornerturn_fftw3_mpi: %s\n", ct_error_message());
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

void ct_fftw_plan_execute(ct_fftw_plan *plan) {
    stop_at(run_route(plan, plan->route, plan->array[0], plan->array[1]));
}

void ct_fftw_plan_execute_with(ct_fftw_plan *plan, void *input, void *output) {
    const ct_fftw_route *route = plan->route;
    if (route->reaches[0] || route->reaches[1]) {
        stop_at(ct_fftw_transform_route(plan, input, output, &route));
    }
    stop_at(run_route(plan, route, input, output));
}

double ct_fftw_plan_operations(const ct_fftw_plan *plan) {
    const ct_fftw_problem *problem = &plan->problem;
    double points = 1;
    if (problem->type == CT_FFTW_TRANSPOSE) {
        return 0;
    }
    for (int a = 0; a < problem->rank; a++) {
        points *= (double)problem->n[a];
    }
    return (problem->type == CT_FFTW_DFT ? 5 : 2.5) * points * log2(points) *
           (double)problem->howmany / plan->size;
}

char *ct_fftw_plan_text(const ct_fftw_plan *plan) {
    enum { BYTES = 2048 };
    static const char *const names[] = {"dft", "r2c", "c2r", "r2r", "transpose"};
    char *text = malloc(BYTES);
    int used = 0;
    if (text == NULL) {
        return NULL;
    }
    used = snprintf(text, BYTES, "(cornerturn-mpi-%s", names[plan->problem.type]);
    for (int i = 0; i < plan->route->steps && used < BYTES - 64; i++) {
        const ct_fftw_step *step = &plan->route->step[i];
        const char *what = step->transform != NULL ? ct_fft_reason(step->transform)
                           : step->move != NULL    ? "redistribution"
                           : step->local != NULL   ? "FFTW"
                           : step->copy.rows > 0   ? "copy"
                                                   : "nothing";
        used += snprintf(text + used, (size_t)(BYTES - 2 - used), "\n  (%s)", what);
        used = used < BYTES - 2 ? used : BYTES - 3;
    }
    (void)snprintf(text + used, (size_t)(BYTES - used), ")");
    return text;
}
