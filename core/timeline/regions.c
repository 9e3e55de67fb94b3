/* What callers add to a trace, and what their profilers are told. */
#include "base/fail.h"
#include "trace/phase.h"
#include <cornerturn/trace.h>

#include <string.h>

enum { REGIONS_MOST = 32 };

static struct {
    ct_phase phase;
    char name[CT_TRACE_NAME_BYTES];
} region[REGIONS_MOST];
static int open_regions;

void ct_trace_region_begin(const char *name) {
    const int place = open_regions++;
    if (ct_phase_is_recorded && place < REGIONS_MOST) {
        strncpy(region[place].name, name != NULL ? name : "", CT_TRACE_NAME_BYTES - 1);
        region[place].phase = ct_span_begin(CT_TRACE_PHASE, region[place].name);
    }
}

void ct_trace_region_end(void) {
    open_regions -= open_regions > 0;
    if (open_regions < REGIONS_MOST) {
        ct_span_end(&region[open_regions].phase);
        region[open_regions].phase.name = NULL;
    }
}

ct_status ct_trace_hooks(const ct_trace_callbacks *callbacks) {
    if (callbacks == NULL) {
        ct_phase_call(NULL);
        return CT_OK;
    }
    if (callbacks->begin == NULL || callbacks->end == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "ct_trace_hooks wants both functions, begin and end");
    }
    const ct_phase_callbacks both = {callbacks->begin, callbacks->end, callbacks->context};
    ct_phase_call(&both);
    return CT_OK;
}
