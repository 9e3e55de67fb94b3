/* Faces with a flux that is given or follows from u: CT_ADI_FLUX, CT_ADI_TRANSFER. */
#ifndef CT_ADI_SURFACES_SURFACE_H
#define CT_ADI_SURFACES_SURFACE_H

#include <cornerturn/adi.h>

/* A face of the box. Radiation is linearised about the surface's u at the begin of a step: there
 * the flux is rate (value - u). */
typedef struct ct_adi_surface {
    ct_adi_boundary kind;
    double transfer;                   /* a of CT_ADI_TRANSFER, where it is one number; else */
    double *rates;                     /* by cell of this rank's face; on all ranks or none */
    ct_adi_quantity transfer_function; /* taken anew for every step, or none */
    double radiance, zero;             /* as ct_adi_set_radiation; 0: none */
    double *level;   /* with radiation: u of the surface by cell of this rank's face */
    int takes_kappa; /* of Neumann, and of Robin with du/dn: a flux that has kappa as a factor */
    int has_kappa;   /* and it is known at the face, on all ranks alike: */
    double *kappa;   /* by cell of this rank's face; where it is no number from 0, and without it,
                        that of the cell holds */
} ct_adi_surface;

/* The flux into a cell: of_value g - of_u u, g being the right side of the condition. */
typedef struct ct_adi_conductance {
    double of_value, of_u;
} ct_adi_conductance;

/* At cell `at` of the face, of this width and kappa; `unit`: with kappa 1, of the other conditions.
 * Local. */
ct_adi_conductance ct_adi_surface_conductance(const ct_adi_surface *surface, ptrdiff_t at,
                                              double width, double kappa, ct_adi_conductance unit);

/* The a of cell `at` of the face. Local. */
double ct_adi_surface_transfer(const ct_adi_surface *surface, ptrdiff_t at);

/* Whether what it lets through varies from cell to cell. Local. */
int ct_adi_surface_is_rough(const ct_adi_surface *surface);

/* The right side of the linearised condition for a value of the condition. Local. */
double ct_adi_surface_value(const ct_adi_surface *surface, ptrdiff_t at, double value);

/* Whether the ends of lines have their own numbers, not those of kappa of the cells. Local. */
int ct_adi_surface_differs(const ct_adi_surface *surface);

/* Sets the axis' ends for numbers as coefficients. Local. */
void ct_adi_surface_ends(ct_adi_plan *plan);

/* Overwrites kappa at the faces that a box of lines has at the ends of an axis; `face` as of
 * ct_adi_faces_make. Local. */
void ct_adi_surface_faces(const ct_adi_plan *plan, int axis, void *face);

#endif
