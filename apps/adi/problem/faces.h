/* What the faces of the box have: values, and how fast heat goes through them. */
#ifndef CT_APPS_ADI_PROBLEM_FACES_H
#define CT_APPS_ADI_PROBLEM_FACES_H

#include "apps/adi/job.h"

/* The values of an axis of the array, those of its low face first; of no key (`where`): none.
 * Local. */
enum { ADI_FACE_VALUES = 2 * CT_ADI_SIDES };
void adi_faces_values(adi_job *job, int axis, adi_value *values[ADI_FACE_VALUES]);

/* Reads them from the config. Local. CT_ERROR_CONFIG. */
ct_status adi_faces_read(adi_job *job);

/* Checks their arrays and series. Collective. */
ct_status adi_faces_check(adi_job *job);

/* Gives them to the plan. Collective. */
ct_status adi_faces_set(adi_job *job);

#endif
