/*
 * Functions of serial FFTW that plans of this library are given to as well: what is not one of them
 * goes on to FFTW. A plan of FFTW's begins with a pointer of its own, so one word tells them apart.
 */
#include "bindings/fftw/plan.h"
#include "bindings/shared/files.h"
#include "bindings/shared/limits.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* FFTW's function of this name, the next in the order in which libraries are searched. */
static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        (void)fprintf(stderr,
                      "cornerturn_fftw3_mpi: no %s after this library; link it before "
                      "FFTW's, and FFTW's shared one\n",
                      name);
        abort();
    }
    return found;
}

/* ISO C converts no pointer to an object into one to a function. */
#define FIND(function, name)                                                                       \
    if ((function) == NULL) {                                                                      \
        *(void **)&(function) = original(PREFIX name);                                             \
    }

static ct_fftw_plan *ours(const void *plan) {
    return plan != NULL && *(const void *const *)plan == &ct_fftw_mark ? (ct_fftw_plan *)plan
                                                                       : NULL;
}

void FFTW(execute)(const FFTW(plan) p) {
    static void (*next)(const FFTW(plan));
    ct_fftw_plan *plan = ours(p);
    if (plan != NULL) {
        ct_fftw_plan_execute(plan);
        return;
    }
    FIND(next, "execute")
    next(p);
}

/* FFTW's own mpi_execute functions are this one, so some programs call it with their plans. */
void FFTW(execute_r2r)(const FFTW(plan) p, REAL *in, REAL *out) {
    static void (*next)(const FFTW(plan), REAL *, REAL *);
    if (ours(p) != NULL) {
        ct_fftw_plan_execute_with(ours(p), in, out);
        return;
    }
    FIND(next, "execute_r2r")
    next(p, in, out);
}

void FFTW(destroy_plan)(FFTW(plan) p) {
    static void (*next)(FFTW(plan));
    if (ours(p) != NULL) {
        ct_fftw_plan_destroy(ours(p));
        return;
    }
    FIND(next, "destroy_plan")
    next(p);
}

void FFTW(fprint_plan)(const FFTW(plan) p, FILE *output_file) {
    static void (*next)(const FFTW(plan), FILE *);
    if (ours(p) != NULL) {
        char *text = ct_fftw_plan_text(ours(p));
        (void)fputs(text != NULL ? text : "(cornerturn-mpi)", output_file);
        free(text);
        return;
    }
    FIND(next, "fprint_plan")
    next(p, output_file);
}

void FFTW(print_plan)(const FFTW(plan) p) {
    FFTW(fprint_plan)(p, stdout);
}

char *FFTW(sprint_plan)(const FFTW(plan) p) {
    static char *(*next)(const FFTW(plan));
    if (ours(p) != NULL) {
        return ct_fftw_plan_text(ours(p));
    }
    FIND(next, "sprint_plan")
    return next(p);
}

void FFTW(flops)(const FFTW(plan) p, double *add, double *mul, double *fmas) {
    static void (*next)(const FFTW(plan), double *, double *, double *);
    if (ours(p) != NULL) {
        *add = ct_fftw_plan_operations(ours(p));
        *mul = 0;
        *fmas = 0;
        return;
    }
    FIND(next, "flops")
    next(p, add, mul, fmas);
}

double FFTW(estimate_cost)(const FFTW(plan) p) {
    static double (*next)(const FFTW(plan));
    if (ours(p) != NULL) {
        return ct_fftw_plan_operations(ours(p));
    }
    FIND(next, "estimate_cost")
    return next(p);
}

double FFTW(cost)(const FFTW(plan) p) {
    static double (*next)(const FFTW(plan));
    if (ours(p) != NULL) {
        return ct_fftw_plan_operations(ours(p));
    }
    FIND(next, "cost")
    return next(p);
}

/* Memory. */

enum { SHARED_FROM_BYTES = 65536 };

void *FFTW(malloc)(size_t n) {
    static void *(*next)(size_t);
    void *memory =
        n >= ct_shared_from("CT_FFTW_SHARE", SHARED_FROM_BYTES) ? ct_shared_file_alloc(n, 0) : NULL;
    if (memory != NULL) {
        return memory;
    }
    FIND(next, "malloc")
    return next(n);
}

void FFTW(free)(void *p) {
    static void (*next)(void *);
    if (p == NULL || ct_shared_file_free(p)) {
        return;
    }
    FIND(next, "free")
    next(p);
}

static void *alloc_numbers(size_t n, size_t bytes) {
    return n <= SIZE_MAX / bytes ? FFTW(malloc)(n * bytes) : NULL;
}

REAL *FFTW(alloc_real)(size_t n) {
    return alloc_numbers(n, sizeof(REAL));
}

COMPLEX *FFTW(alloc_complex)(size_t n) {
    return alloc_numbers(n, sizeof(COMPLEX));
}
