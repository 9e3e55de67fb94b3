/*
 * Mixing of the last rounds of an iteration u, G(u), so that their changes G(u) - u nearly cancel.
 * Anderson: J. ACM 12 (1965) 547; Walker, Ni: SIAM J. Numer. Anal. 49 (2011) 1715.
 */
#ifndef CT_ADI_STEADY_MIXING_H
#define CT_ADI_STEADY_MIXING_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stddef.h>

enum { CT_ADI_MIXING_DEPTH = 5 };

/* Differences from round to round of u and of changes, the oldest of which `next` replaces. */
typedef struct ct_adi_mixing {
    ptrdiff_t cells; /* of this rank */
    int kept, next, has_last;
    double *u[CT_ADI_MIXING_DEPTH], *change[CT_ADI_MIXING_DEPTH];
    double *last_u, *last_change;
    double *memory;
} ct_adi_mixing;

/* Local. CT_ERROR_MEMORY. */
ct_status ct_adi_mixing_create(ptrdiff_t cells, ct_adi_mixing *mixing);
void ct_adi_mixing_destroy(ct_adi_mixing *mixing);

/* Adds a round. Local. */
void ct_adi_mixing_add(ct_adi_mixing *mixing, const double *u, const double *change);

/* Forgets all rounds but the last. Local. */
void ct_adi_mixing_forget(ct_adi_mixing *mixing);

/* The shares of the differences without which least is left of the last change. Collective. */
ct_status ct_adi_mixing_shares(const ct_adi_mixing *mixing, MPI_Comm comm, const double *change,
                               double shares[CT_ADI_MIXING_DEPTH]);

/* Subtracts these shares of the differences in cells first .. first + count - 1, which `values`
 * begins with. Local. */
void ct_adi_mixing_subtract(const ct_adi_mixing *mixing, const double *shares, ptrdiff_t first,
                            ptrdiff_t count, double *values);

#endif
