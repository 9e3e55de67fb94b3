/*
 * Random problems through FFTW's MPI interface beside the same by serial FFTW: all types, kinds,
 * flags, ranks, block sizes and batches, in place and not, in the precision CT_TEST_FLOAT tells.
 * Usage: random CASES [SEED].
 */
#include <fftw3-mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CT_TEST_FLOAT
#define REAL float
#define FFTW(name) fftwf_##name
static const double TOLERANCE = 2e-5;
#else
#define REAL double
#define FFTW(name) fftw_##name
static const double TOLERANCE = 1e-13;
#endif

enum { AXES_MOST = 5, KINDS = 11 };

#include "slab.h"

typedef enum type { DFT, R2C, C2R, R2R, TRANSPOSE, TYPES } type;

typedef struct problem {
    type type;
    int rank;
    ptrdiff_t n[AXES_MOST + 1];
    FFTW(r2r_kind) kind[AXES_MOST];
    ptrdiff_t howmany, iblock, oblock;
    int sign, in_place, shifted;
    unsigned flags;
} problem;

static int rank, size, failures;
static unsigned long long state = 1;

static int draw(int below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((state >> 33) % (unsigned long long)below);
}

static problem draw_problem(void) {
    problem p = {.type = (type)draw(TYPES), .howmany = draw(3) == 0 ? 1 + draw(5) : 1};
    const int most = draw(4) == 0 ? 30 : 9;
    p.rank = p.type == TRANSPOSE ? 2 : 1 + draw(AXES_MOST);
    p.rank += (p.type == R2C || p.type == C2R) && p.rank == 1;
    for (int a = 0; a < p.rank; a++) {
        p.n[a] = 1 + draw(p.rank < 4 ? most : 5);
        p.kind[a] = (FFTW(r2r_kind))draw(KINDS);
        p.n[a] += p.type == R2R && p.n[a] == 1; /* of REDFT00 */
    }
    p.sign = draw(2) == 0 ? FFTW_FORWARD : FFTW_BACKWARD;
    p.in_place = draw(2);
    p.shifted = draw(4) == 0;
    p.flags = draw(4) == 0 ? FFTW_MEASURE : FFTW_ESTIMATE;
    p.flags |= p.shifted ? FFTW_UNALIGNED : 0;
    p.flags |= p.rank > 1 && p.type != R2C && draw(3) == 0 ? FFTW_MPI_TRANSPOSED_IN : 0;
    p.flags |= p.rank > 1 && p.type != C2R && draw(3) == 0 ? FFTW_MPI_TRANSPOSED_OUT : 0;
    p.flags |= p.rank == 1 && draw(3) == 0 ? FFTW_MPI_SCRAMBLED_OUT : 0;
    return p;
}

/* The layout that FFTW's manual gives. */
static array describe(const problem *p, int is_output, ptrdiff_t *block, int has_own_block) {
    const int is_complex = p->type == DFT || p->type == (is_output ? R2C : C2R);
    const int transposed =
        (p->flags & (is_output ? FFTW_MPI_TRANSPOSED_OUT : FFTW_MPI_TRANSPOSED_IN)) != 0;
    const int last = p->rank - 1;
    array a = {.axes = p->rank + 1, .reals = is_complex ? 2 : 1, .elements = 1};
    int split = transposed;
    int swapped = transposed;
    if (p->type == TRANSPOSE) {
        split = is_output;
        swapped = is_output != transposed;
    }
    memcpy(a.extent, p->n, sizeof a.extent);
    a.extent[p->rank] = p->howmany;
    a.extent[last] =
        (p->type == R2C || p->type == C2R) && is_complex ? p->n[last] / 2 + 1 : a.extent[last];
    memcpy(a.count, a.extent, sizeof a.count);
    const ptrdiff_t usual = (a.extent[split] + size - 1) / size;
    *block = has_own_block ? usual + draw(3) : usual;
    a.first[split] = *block * rank < a.extent[split] ? *block * rank : a.extent[split];
    a.count[split] =
        a.extent[split] - a.first[split] < *block ? a.extent[split] - a.first[split] : *block;
    for (int k = p->rank; k >= 0; k--) {
        const int axis = swapped && k < 2 ? 1 - k : k;
        const int padded = (p->type == R2C || p->type == C2R) && !is_complex && axis == last;
        a.stride[axis] = a.elements;
        a.elements *= padded ? 2 * (p->n[last] / 2 + 1) : a.count[axis];
    }
    *block = has_own_block ? *block : FFTW_MPI_DEFAULT_BLOCK;
    return a;
}

/* The same by serial FFTW, from a copy of the input. */
static void transform_whole(const problem *p, const array *in, const array *out) {
    int n[AXES_MOST];
    const ptrdiff_t count = elements_of(in) * in->reals;
    REAL *copy = FFTW(malloc)((size_t)(count + 1) * sizeof *copy);
    FFTW(plan) plan = NULL;
    const int many = (int)p->howmany;
    for (int a = 0; a < p->rank; a++) {
        n[a] = (int)p->n[a];
    }
    if (p->type == TRANSPOSE) {
        memcpy(out->whole, in->whole, (size_t)count * sizeof *copy);
        FFTW(free)(copy);
        return;
    }
    if (p->type == DFT) {
        plan =
            FFTW(plan_many_dft)(p->rank, n, many, (FFTW(complex) *)copy, NULL, many, 1,
                                (FFTW(complex) *)out->whole, NULL, many, 1, p->sign, FFTW_ESTIMATE);
    } else if (p->type == R2C) {
        plan = FFTW(plan_many_dft_r2c)(p->rank, n, many, copy, NULL, many, 1,
                                       (FFTW(complex) *)out->whole, NULL, many, 1, FFTW_ESTIMATE);
    } else if (p->type == C2R) {
        plan = FFTW(plan_many_dft_c2r)(p->rank, n, many, (FFTW(complex) *)copy, NULL, many, 1,
                                       out->whole, NULL, many, 1, FFTW_ESTIMATE);
    } else {
        plan = FFTW(plan_many_r2r)(p->rank, n, many, copy, NULL, many, 1, out->whole, NULL, many, 1,
                                   p->kind, FFTW_ESTIMATE);
    }
    memcpy(copy, in->whole, (size_t)count * sizeof *copy);
    FFTW(execute)(plan);
    FFTW(destroy_plan)(plan);
    FFTW(free)(copy);
}

static FFTW(plan) make_plan(const problem *p, REAL *in, REAL *out) {
    MPI_Comm comm = MPI_COMM_WORLD;
    switch (p->type) {
    case DFT:
        return FFTW(mpi_plan_many_dft)(p->rank, p->n, p->howmany, p->iblock, p->oblock,
                                       (FFTW(complex) *)in, (FFTW(complex) *)out, comm, p->sign,
                                       p->flags);
    case R2C:
        return FFTW(mpi_plan_many_dft_r2c)(p->rank, p->n, p->howmany, p->iblock, p->oblock, in,
                                           (FFTW(complex) *)out, comm, p->flags);
    case C2R:
        return FFTW(mpi_plan_many_dft_c2r)(p->rank, p->n, p->howmany, p->iblock, p->oblock,
                                           (FFTW(complex) *)in, out, comm, p->flags);
    case R2R:
        return FFTW(mpi_plan_many_r2r)(p->rank, p->n, p->howmany, p->iblock, p->oblock, in, out,
                                       comm, p->kind, p->flags);
    default:
        return FFTW(mpi_plan_many_transpose)(p->n[0], p->n[1], p->howmany, p->iblock, p->oblock, in,
                                             out, comm, p->flags);
    }
}

static void fail(const problem *p, int number, const char *what, double value) {
    failures++;
    printf("rank %d of %d, case %d: type %d,", rank, size, number, p->type);
    for (int a = 0; a < p->rank; a++) {
        printf(" %td (%d)", p->n[a], (int)p->kind[a]);
    }
    printf(", howmany %td, blocks %td %td, in place %d, shifted %d, flags %x, sign %d: %s %g\n",
           p->howmany, p->iblock, p->oblock, p->in_place, p->shifted, p->flags, p->sign, what,
           value);
}

/* Executes by the plan's arrays and, as a second time, by others. */
static void execute(const problem *p, FFTW(plan) plan, REAL *in, REAL *out, int again) {
    if (!again) {
        FFTW(execute)(plan);
    } else if (p->type == DFT) {
        FFTW(mpi_execute_dft)(plan, (FFTW(complex) *)in, (FFTW(complex) *)out);
    } else if (p->type == R2C) {
        FFTW(mpi_execute_dft_r2c)(plan, in, (FFTW(complex) *)out);
    } else if (p->type == C2R) {
        FFTW(mpi_execute_dft_c2r)(plan, (FFTW(complex) *)in, out);
    } else {
        FFTW(mpi_execute_r2r)(plan, in, out);
    }
}

static void run_case(int number) {
    problem p = draw_problem();
    const int own = draw(3) == 0;
    array in = describe(&p, 0, &p.iblock, own);
    array out = describe(&p, 1, &p.oblock, own);
    const ptrdiff_t in_reals = in.elements * in.reals;
    const ptrdiff_t out_reals = out.elements * out.reals;
    const size_t reals = (size_t)(in_reals > out_reals ? in_reals : out_reals) + 1;
    in.whole = FFTW(malloc)((size_t)(elements_of(&in) * in.reals + 1) * sizeof(REAL));
    out.whole = FFTW(malloc)((size_t)(elements_of(&out) * out.reals + 1) * sizeof(REAL));
    REAL *memory[4] = {NULL};
    for (int k = 0; k < 4; k++) {
        memory[k] = FFTW(malloc)(reals * sizeof(REAL));
    }
    for (ptrdiff_t i = 0; i < elements_of(&in) * in.reals; i++) {
        in.whole[i] = (REAL)draw(2000) / 1000 - 1;
    }
    transform_whole(&p, &in, &out);
    FFTW(plan)
    plan = make_plan(&p, memory[0] + p.shifted, memory[p.in_place ? 0 : 1] + p.shifted);
    if (plan == NULL) {
        fail(&p, number, "no plan", 0);
    }
    for (int again = 0; again < 2 && plan != NULL; again++) {
        REAL *input = memory[(size_t)again * 2] + p.shifted;
        REAL *output = memory[(size_t)again * 2 + !p.in_place] + p.shifted;
        take_part(&in, input);
        execute(&p, plan, input, output, again);
        const double error = difference(&out, output);
        if (!(error <= TOLERANCE)) {
            fail(&p, number, again ? "other arrays: difference" : "difference", error);
        }
        if (!p.in_place && p.type != C2R && p.type != R2R && difference(&in, input) > 0) {
            fail(&p, number, "the input has changed", 0);
        }
    }
    if (plan != NULL) {
        FFTW(destroy_plan)(plan);
    }
    for (int k = 0; k < 4; k++) {
        FFTW(free)(memory[k]);
    }
    FFTW(free)(in.whole);
    FFTW(free)(out.whole);
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    FFTW(mpi_init)();
    const int cases = count > 1 ? atoi(arguments[1]) : 40;
    const unsigned long long seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    for (int i = 0; i < cases; i++) {
        state = seed * 1000003ULL + (unsigned long long)i;
        (void)draw(2);
        run_case(i);
    }
    FFTW(mpi_cleanup)();
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d cases on %d ranks, %d failures\n", cases, size, all);
    }
    MPI_Finalize();
    return all > 0;
}
