/* Chooses between the methods for distributed lines: a contest (contest.h) of whole plans. */
#ifndef CT_ADI_METHOD_H
#define CT_ADI_METHOD_H

#include "adi/problem/predict.h"
#include "tune/tuning.h"
#include <cornerturn/adi.h>

/* What a method is chosen for. The functions are collective. */
typedef struct ct_adi_chooser {
    MPI_Comm comm;
    int size;
    const ct_exchange_options *exchange; /* of the user */
    ct_distribution cells;
    ptrdiff_t element_bytes;
    int axis;          /* of the lines; -1: all axes, one after the other */
    const char *about; /* what a time is of: " a step" */
    void *context;
    /* The tuning file's key. */
    ct_status (*key)(void *context, ct_tuning_key *key);
    /* Builds a plan of one method, runs and destroys it. */
    ct_status (*build)(void *context, ct_adi_method method, void **built);
    ct_status (*run)(void *context, void *built);
    void (*destroy)(void *context, void **built);
} ct_adi_chooser;

/* What was chosen, and why. */
enum { CT_ADI_REASON = 2048 };
typedef struct ct_adi_chosen {
    ct_adi_method method;
    ct_score *score; /* the ranking, best first; the caller frees it */
    int scores;
    char reason[CT_ADI_REASON];
} ct_adi_chosen;

/* Collective. CT_ERROR_MEMORY, CT_ERROR_MPI, and errors of the functions. */
ct_status ct_adi_method_choose(const ct_adi_chooser *chooser, ct_adi_chosen *chosen);

/* A method without a choice: no line is distributed (CT_ADI_AUTO), or it was asked for. Local. */
void ct_adi_method_given(ct_adi_method method, ct_adi_chosen *chosen);

#endif
