/* The words of a config: those of diffusion (kappa, neumann, robin) or those of heat (conductivity,
 * capacity, flux, convection, radiation), of which a config takes one or the other. */
#ifndef CT_APPS_ADI_PROBLEM_WORDS_H
#define CT_APPS_ADI_PROBLEM_WORDS_H

#include "apps/adi/config.h"

/* The kinds of faces, in the order of the config's choices. */
enum {
    ADI_NEUMANN,
    ADI_DIRICHLET,
    ADI_ROBIN,
    ADI_PERIODIC,
    ADI_FLUX,
    ADI_CONVECTION,
    ADI_RADIATION,
    ADI_TEMPERATURE, /* dirichlet */
    ADI_INSULATED,   /* neumann with 0 */
    ADI_FACES
};

/* mask.wall, in the order of the config's choices. */
enum { ADI_WALL_INSULATED, ADI_WALL_DIRICHLET, ADI_WALL_TEMPERATURE, ADI_WALL_CONVECTION };

/* Checks that the words of a problem of so many axes are of one kind, and whether it is heat.
 * Local. CT_ERROR_CONFIG. */
ct_status adi_words_check(const adi_config *config, int axes, bool *is_heat);

/* kappa or conductivity: the text, and the name of its key. Local. */
const char *adi_words_kappa(const adi_config *config, const char **key);

/* Of an axis (x, y, z) alone; empty: none. Local. */
const char *adi_words_kappa_along(const adi_axis_config *axis, const char **key);

/* A face for the library, without its value, transfer and radiation. Local. */
ct_adi_face adi_words_face(const adi_face_config *face);

/* The emissivity of a face times Stefan and Boltzmann's constant; 0: it does not radiate. Local. */
double adi_words_radiance(const adi_face_config *face);

#endif
