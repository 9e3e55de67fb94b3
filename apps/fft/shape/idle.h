/* Keys of other operations than that of the config. */
#ifndef CT_APPS_FFT_SHAPE_IDLE_H
#define CT_APPS_FFT_SHAPE_IDLE_H

#include "apps/fft/config.h"

#include <cornerturn/status.h>

/* Refuses those that are given. Local. CT_ERROR_CONFIG. */
ct_status fft_refuse_idle(const fft_config *config);

#endif
