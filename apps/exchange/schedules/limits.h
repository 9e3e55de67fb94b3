/* What a schedule may take. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_LIMITS_H
#define CT_APPS_EXCHANGE_SCHEDULES_LIMITS_H

#include <cornerturn/check.h>

/* Checks a report against limits as a user writes them, "steps=3,ports=1": CT_ERROR_CONFIG where
 * they are not understood, CT_ERROR_FILE with the first that is exceeded. */
ct_status exchange_limits_check(const char *limits, const ct_check_report *report);

#endif
