#include "bindings/preload/report.h"

#include "base/arithmetic/point.h"
#include "bindings/preload/settings.h"
#include "bindings/preload/sites.h"

#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int ct_report_is_on(void) {
    static int is_first = -1; /* of MPI_COMM_WORLD; threads find the same */
    int is_initialised = 0;
    int rank = 0;
    if (ct_settings_get()->report == NULL) {
        return 0;
    }
    if (is_first < 0) {
        (void)PMPI_Initialized(&is_initialised);
        if (!is_initialised) {
            return 0;
        }
        (void)PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        is_first = rank == 0;
    }
    return is_first;
}

/* Where a site is: the file and the offset in it, as addr2line takes them, and the nearest name. */
typedef struct place {
    const char *file, *name; /* name: "" where there is none */
    size_t offset;
} place;

static place place_of(const ct_site *site) {
    Dl_info info = {.dli_fname = NULL};
    const char *address = (const char *)site->address - 1; /* inside the call, not behind it */
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL) {
        return (place){"?", "", (size_t)address};
    }
    return (place){info.dli_fname, info.dli_sname != NULL ? info.dli_sname : "",
                   (size_t)(address - (const char *)info.dli_fbase)};
}

/* Of the calls that were not ours; -1: there were none. */
static double mean_library_s(const ct_site *site) {
    const uint64_t calls = site->calls - site->ours;
    return calls > 0 ? (site->seconds - site->ours_s) / (double)calls : -1;
}

static double mean_ours_s(const ct_site *site) {
    return site->ours > 0 ? site->ours_s / (double)site->ours : -1;
}

static void print_mean(FILE *file, double seconds) {
    if (seconds < 0) {
        (void)fprintf(file, " %10s", "-");
    } else {
        (void)fprintf(file, " %10.3f", 1e6 * seconds);
    }
}

static void print_text(FILE *file, const ct_site *sites, int count, uint64_t left_out) {
    (void)fprintf(file,
                  "# cornerturn: collectives of rank 0. bytes: of a block, or, with counts, of all "
                  "that is sent, to the next power of 2.\n# us: mean of a call by our algorithms, "
                  "and by the MPI library\n%-14s %5s %11s %9s %9s %11s %10s %10s  %-20s %s\n",
                  "call", "ranks", "bytes", "calls", "ours", "seconds", "ours_us", "library_us",
                  "algorithm", "site");
    for (int i = 0; i < count; i++) {
        const ct_site *s = &sites[i];
        const place at = place_of(s);
        (void)fprintf(file, "%-14s %5d %11td %9llu %9llu %11.6f", ct_kind_name(s->kind), s->ranks,
                      s->bytes, (unsigned long long)s->calls, (unsigned long long)s->ours,
                      s->seconds);
        print_mean(file, mean_ours_s(s));
        print_mean(file, mean_library_s(s));
        (void)fprintf(file, "  %-20s %s+0x%zx %s\n", s->ours > 0 ? s->algorithm : "mpi", at.file,
                      at.offset, at.name);
    }
    if (left_out > 0) {
        (void)fprintf(file, "# and %llu calls of other sites and sizes\n",
                      (unsigned long long)left_out);
    }
}

static void print_quoted(FILE *file, const char *name, const char *text) {
    (void)fprintf(file, "\"%s\": \"", name);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            (void)fprintf(file, "\\%c", *text);
        } else if ((unsigned char)*text < ' ') {
            (void)fprintf(file, "\\u%04x", (unsigned)*text);
        } else {
            (void)fputc(*text, file);
        }
    }
    (void)fputs("\", ", file);
}

static void print_seconds(FILE *file, const char *name, double seconds, const char *end) {
    if (seconds < 0) {
        (void)fprintf(file, "\"%s\": null%s", name, end);
    } else {
        (void)fprintf(file, "\"%s\": %.9g%s", name, seconds, end);
    }
}

static void print_json(FILE *file, const ct_site *sites, int count, uint64_t left_out) {
    (void)fprintf(file, "{\"rank\": 0, \"calls_left_out\": %llu, \"sites\": [",
                  (unsigned long long)left_out);
    for (int i = 0; i < count; i++) {
        const ct_site *s = &sites[i];
        const place at = place_of(s);
        (void)fputs(i > 0 ? ",\n {" : "\n {", file);
        print_quoted(file, "call", ct_kind_name(s->kind));
        print_quoted(file, "algorithm", s->ours > 0 ? s->algorithm : "mpi");
        print_quoted(file, "file", at.file);
        print_quoted(file, "function", at.name);
        (void)fprintf(file,
                      "\"offset\": %zu, \"ranks\": %d, \"bytes\": %td, \"calls\": %llu, "
                      "\"ours\": %llu, \"sent_bytes\": %.17g, ",
                      at.offset, s->ranks, s->bytes, (unsigned long long)s->calls,
                      (unsigned long long)s->ours, s->sent_bytes);
        print_seconds(file, "seconds", s->seconds, ", ");
        print_seconds(file, "mean_ours_s", mean_ours_s(s), ", ");
        print_seconds(file, "mean_library_s", mean_library_s(s), "}");
    }
    (void)fputs("\n]}\n", file);
}

static int is_json(const char *name) {
    const size_t length = strlen(name);
    return length >= 5 && strcmp(name + length - 5, ".json") == 0;
}

void ct_report_write(void) {
    const char *name = ct_settings_get()->report;
    int count = 0;
    uint64_t left_out = 0;
    const ct_site *sites = ct_sites_list(&count, &left_out);
    const int is_stderr = strcmp(name, "-") == 0;
    FILE *file = is_stderr ? stderr : fopen(name, "w");
    int failed = file == NULL;
    if (file != NULL) {
        const locale_t before = ct_point_begin();
        (is_json(name) ? print_json : print_text)(file, sites, count, left_out);
        ct_point_end(before);
        failed = is_stderr ? fflush(file) != 0 : fclose(file) != 0;
    }
    if (failed) {
        (void)fprintf(stderr, "cornerturn: cannot write the report %s: %s\n", name,
                      strerror(errno));
    }
}
