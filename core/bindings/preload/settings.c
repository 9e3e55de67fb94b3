#include "bindings/preload/settings.h"

#include "base/arithmetic/point.h"
#include "bindings/preload/share.h"

#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static ct_settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const char *ct_kind_name(ct_kind kind) {
    static const char *const names[CT_KINDS] = {
        "Alltoall",      "Alltoallv",      "Alltoallw",     "Allgather",  "Bcast",
        "Gather",        "Scatter",        "Ialltoall",     "Ialltoallv", "Ialltoallw",
        "Alltoall_init", "Alltoallv_init", "Alltoallw_init"};
    return names[kind];
}

/* The bit of a name of so many letters, in small letters or capitals; 0: it is none. */
static unsigned bit_of(const char *name, size_t length) {
    const locale_t before = ct_point_begin(); /* in a Turkish locale I is no capital of i */
    unsigned bit = 0;
    for (int kind = 0; bit == 0 && kind < CT_KINDS_SERVED; kind++) {
        const char *known = ct_kind_name((ct_kind)kind);
        if (strlen(known) == length && strncasecmp(known, name, length) == 0) {
            bit = 1U << kind;
        }
    }
    ct_point_end(before);
    return bit;
}

static void read_served(const char *text) {
    if (text == NULL) {
        settings.served = (1U << CT_KINDS_SERVED) - 1;
        return;
    }
    if (strcmp(text, "off") == 0) {
        return;
    }
    for (const char *name = text;; name++) {
        const size_t length = strcspn(name, ",");
        const unsigned bit = bit_of(name, length);
        if (bit == 0) {
            (void)snprintf(settings.complaint, sizeof settings.complaint,
                           "CT_PRELOAD has \"%.*s\"; allowed: off, or some of alltoall, alltoallv, "
                           "alltoallw, allgather, bcast, gather, scatter, ialltoall, ialltoallv, "
                           "ialltoallw",
                           length < 40 ? (int)length : 40, name);
            return;
        }
        settings.served |= bit;
        name += length;
        if (*name == '\0') {
            return;
        }
    }
}

static double read_number(const char *name, double missing) {
    const char *text = getenv(name);
    char *end = NULL;
    if (text == NULL) {
        return missing;
    }
    const locale_t before = ct_point_begin();
    errno = 0;
    const double number = strtod(text, &end);
    const int failed = errno;
    ct_point_end(before);
    if (end == text || *end != '\0' || failed != 0 || !(number >= 0 && number <= 1e15)) {
        (void)snprintf(settings.complaint, sizeof settings.complaint,
                       "%s is \"%.40s\"; allowed: a number from 0 to 1e15", name, text);
        return missing;
    }
    return number;
}

static void read_environment(void) {
    const char *report = getenv("CT_PRELOAD_REPORT");
    read_served(getenv("CT_PRELOAD"));
    settings.floor_bytes = (ptrdiff_t)read_number("CT_PRELOAD_FLOOR", 0);
    settings.has_floor = getenv("CT_PRELOAD_FLOOR") != NULL;
    settings.after_s = read_number("CT_PRELOAD_AFTER", 0.02);
    settings.report = report != NULL && report[0] != '\0' ? report : NULL;
    if (settings.complaint[0] != '\0') {
        settings.served = 0;
    }
}

const ct_settings *ct_settings_get(void) {
    (void)pthread_once(&once, read_environment);
    return &settings;
}

void ct_settings_complain(void) {
    int rank = 0;
    (void)PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && ct_settings_get()->complaint[0] != '\0') {
        (void)fprintf(stderr, "cornerturn: %s; all calls are passed on\n", settings.complaint);
    }
}

double ct_settings_digest(void) {
    const ct_settings *s = ct_settings_get();
    return (ct_share_from() < SIZE_MAX ? 0.5 : 0) + s->served +
           1e3 * (double)(s->floor_bytes + s->has_floor) + 0.1 * s->after_s;
}
