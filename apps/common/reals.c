#include "apps/common/reals.h"

#include "base/fail.h"
#include "io/array/metadata.h"
#include <cornerturn/agree.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char array_prefix[] = "hdf5:";

int job_is_array(const char *text) {
    return strncmp(text, array_prefix, strlen(array_prefix)) == 0;
}

ct_status job_array_name(const char *where, const char *text, char file[PATH_MAX], char *dataset,
                         size_t dataset_bytes) {
    const char *name = text + strlen(array_prefix);
    const char *colon = strrchr(name, ':');
    if (colon == NULL || colon == name || colon[1] == '\0' || colon - name >= PATH_MAX ||
        strlen(colon + 1) >= dataset_bytes) {
        return ct_raise(CT_ERROR_CONFIG, "%s: \"%.80s\"; allowed: hdf5:FILE:DATASET", where, text);
    }
    (void)snprintf(file, PATH_MAX, "%.*s", (int)(colon - name), name);
    (void)snprintf(dataset, dataset_bytes, "%s", colon + 1);
    return CT_OK;
}

void job_array_place(const char *text, char file[PATH_MAX], char dataset[JOB_DATASET_BYTES]) {
    if (!job_is_array(text) ||
        job_array_name("", text, file, dataset, JOB_DATASET_BYTES) != CT_OK) {
        file[0] = dataset[0] = '\0';
    }
}

/* Numbers with commas between. Local. */
static ct_status read_numbers(const char *where, const char *text, ptrdiff_t *count,
                              double **numbers) {
    ptrdiff_t used = 0;
    double *list = calloc(strlen(text) / 2 + 1, sizeof *list);
    const char *at = text;
    if (list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "%s: no memory for it", where);
    }
    for (bool more = true; more; used++) {
        char *end = NULL;
        list[used] = strtod(at, &end);
        const bool is_number = end != at && isfinite(list[used]);
        end += strspn(end, " ");
        if (!is_number || (*end != ',' && *end != '\0')) {
            free(list);
            return ct_raise(CT_ERROR_CONFIG,
                            "%s: \"%.40s\" as number %td; allowed: numbers with commas between",
                            where, at, used + 1);
        }
        more = *end == ',';
        at = end + 1;
    }
    *count = used;
    *numbers = list;
    return CT_OK;
}

static ct_status read_reals(MPI_Comm comm, const char *where, const char *text, ptrdiff_t *count,
                            double **numbers) {
    char file[PATH_MAX];
    char dataset[JOB_DATASET_BYTES];
    if (!job_is_array(text)) {
        return ct_agree(comm, read_numbers(where, text, count, numbers));
    }
    ct_status status = ct_agree(comm, job_array_name(where, text, file, dataset, sizeof dataset));
    return status == CT_OK ? ct_array_get_reals(comm, file, dataset, count, numbers) : status;
}

ct_status job_read_positions(MPI_Comm comm, const char *where, const char *text, ptrdiff_t wanted,
                             const char *why, double **positions) {
    ptrdiff_t count = 0;
    ct_status status = CT_OK;
    CT_TRY(read_reals(comm, where, text, &count, positions));
    if (count != wanted) {
        CT_FAIL(CT_ERROR_CONFIG, "%s: %td positions; allowed: %td, %s", where, count, wanted, why);
    }
    for (ptrdiff_t i = 1; i < count; i++) {
        if (!((*positions)[i - 1] < (*positions)[i])) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "%s: position %td, %g, is not beyond the one before, %g; allowed: ascending "
                    "positions",
                    where, i + 1, (*positions)[i], (*positions)[i - 1]);
        }
    }
cleanup:
    return status;
}
