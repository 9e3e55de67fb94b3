#include "io/output/report_facts.h"

#include <cornerturn/agree.h>
#include <cornerturn/version.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

ct_spread ct_spread_over(MPI_Comm comm, double value) {
    int size = 1;
    ct_spread spread = {value, value, value};
    (void)MPI_Comm_size(comm, &size);
    (void)MPI_Allreduce(&value, &spread.least, 1, MPI_DOUBLE, MPI_MIN, comm);
    (void)MPI_Allreduce(&value, &spread.mean, 1, MPI_DOUBLE, MPI_SUM, comm);
    (void)MPI_Allreduce(&value, &spread.most, 1, MPI_DOUBLE, MPI_MAX, comm);
    spread.mean /= size;
    return spread;
}

enum { CORES_BYTES = 64 };

/* Of a rank. */
typedef struct place {
    char host[MPI_MAX_PROCESSOR_NAME];
    char cores[CORES_BYTES]; /* that it may run on, "0-3,8"; empty where the system does not say */
} place;

static int by_place(const void *a, const void *b) {
    const place *one = a;
    const place *two = b;
    const int hosts = strcmp(one->host, two->host);
    return hosts != 0 ? hosts : strcmp(one->cores, two->cores);
}

/* The binding of this process, from /proc; a longer list is cut. */
static void find_cores(char cores[CORES_BYTES]) {
    static const char key[] = "Cpus_allowed_list:";
    char line[512];
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, sizeof key - 1) == 0) {
            const char *list = line + sizeof key - 1;
            list += strspn(list, " \t");
            (void)snprintf(cores, CORES_BYTES, "%.*s", (int)strcspn(list, "\n"), list);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

void *ct_host_places(MPI_Comm comm) {
    place mine = {.host = ""};
    int rank = 0;
    int size = 1;
    int length = 0;
    (void)MPI_Comm_rank(comm, &rank);
    (void)MPI_Comm_size(comm, &size);
    (void)MPI_Get_processor_name(mine.host, &length);
    find_cores(mine.cores);
    place *places = rank == 0 ? calloc((size_t)size, sizeof mine) : NULL;
    int gather = places != NULL;
    (void)MPI_Bcast(&gather, 1, MPI_INT, 0, comm);
    if (gather) {
        (void)MPI_Gather(&mine, sizeof mine, MPI_CHAR, places, sizeof mine, MPI_CHAR, 0, comm);
    }
    return places;
}

ct_status ct_report_open(MPI_Comm comm, const char *path, ct_report **report) {
    ct_status status = CT_OK;
    int rank = 0;
    (void)MPI_Comm_rank(comm, &rank);
    if (rank == 0 && path != NULL) {
        status = ct_report_create(path, report);
    }
    return ct_agree_on_first(comm, status);
}

void ct_report_program(ct_report *report, const char *name) {
    char date[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) {
        (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    ct_report_text(report, "program", name);
    ct_report_text(report, "date", date);
}

void ct_report_rate(ct_report *report, const char *key, double amount, double seconds) {
    if (seconds > 0) {
        ct_report_number(report, key, amount / seconds * 1e-9);
    }
}

/* The ranks of the host of places[first]; returns the first of the next one. */
static int report_host(ct_report *report, const place *places, int first, int size) {
    int next = first;
    while (next < size && strcmp(places[first].host, places[next].host) == 0) {
        next++;
    }
    ct_report_map(report, NULL);
    ct_report_text(report, "name", places[first].host);
    ct_report_count(report, "ranks", next - first);
    ct_report_list(report, "cores");
    for (int i = first; i < next; i++) {
        if (i == first || strcmp(places[i].cores, places[i - 1].cores) != 0) {
            ct_report_text(report, NULL, places[i].cores);
        }
    }
    ct_report_end(report);
    ct_report_end(report);
    return next;
}

void ct_report_ranks(ct_report *report, void *gathered, int size, int threads) {
    place *places = gathered;
    ct_report_map(report, "ranks");
    ct_report_count(report, "count", size);
    ct_report_count(report, "threads", threads);
    ct_report_list(report, "hosts");
    if (places != NULL) {
        qsort(places, (size_t)size, sizeof *places, by_place);
    }
    for (int first = 0; places != NULL && first < size;) {
        first = report_host(report, places, first, size);
    }
    ct_report_end(report);
    ct_report_end(report);
}

void ct_report_versions(ct_report *report, const char *transforms) {
    char words[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    ct_report_map(report, "versions");
    ct_report_text(report, "cornerturn", ct_version());
    (void)MPI_Get_library_version(words, &length);
    words[strcspn(words, "\n")] = '\0';
    for (char *tab = strchr(words, '\t'); tab != NULL; tab = strchr(tab, '\t')) {
        *tab = ' ';
    }
    ct_report_text(report, "mpi", words);
    if (H5get_libversion(&major, &minor, &release) >= 0) {
        (void)snprintf(words, sizeof words, "%u.%u.%u", major, minor, release);
        ct_report_text(report, "hdf5", words);
    }
    if (transforms != NULL) {
        ct_report_text(report, "fft", transforms);
    }
    ct_report_end(report);
}

void ct_report_spread(ct_report *report, const char *key, ct_spread spread) {
    ct_report_map(report, key);
    ct_report_number(report, "min", spread.least);
    ct_report_number(report, "mean", spread.mean);
    ct_report_number(report, "max", spread.most);
    ct_report_end(report);
}

void ct_report_score(ct_report *report, const ct_score *score) {
    ct_report_map(report, NULL);
    ct_report_text(report, "algorithm", score->algorithm);
    ct_report_number(report, "predicted_s", score->predicted_s);
    if (score->measured_s >= 0) {
        ct_report_number(report, "measured_s", score->measured_s);
    }
    ct_report_end(report);
}

void ct_explain_score(FILE *stream, const ct_score *score) {
    (void)fprintf(stream, "  %-24s predicted %.3g s", score->algorithm, score->predicted_s);
    if (score->measured_s >= 0) {
        (void)fprintf(stream, ", measured %.3g s", score->measured_s);
    }
    (void)fprintf(stream, "\n");
}

void ct_report_exchange(ct_report *report, const ct_exchange_plan *plan) {
    const ct_score *candidate = NULL;
    ct_report_map(report, "exchange");
    ct_report_text(report, "algorithm", ct_exchange_algorithm(plan));
    ct_report_text(report, "reason", ct_exchange_reason(plan));
    ct_report_number(report, "bytes_total", ct_exchange_total_bytes(plan));
    ct_report_list(report, "candidates");
    for (int i = 0; (candidate = ct_exchange_score(plan, i)) != NULL; i++) {
        ct_report_score(report, candidate);
    }
    ct_report_end(report);
    ct_report_end(report);
}

void ct_explain_exchange(FILE *stream, const ct_exchange_plan *plan) {
    const ct_score *candidate = NULL;
    int width = (int)strlen("candidate");
    for (int i = 0; (candidate = ct_exchange_score(plan, i)) != NULL; i++) {
        int length = (int)strlen(candidate->algorithm);
        width = length > width ? length : width;
    }
    (void)fprintf(stream, "exchange: %s (%s)\n", ct_exchange_algorithm(plan),
                  ct_exchange_reason(plan));
    (void)fprintf(stream, "  %-*s %14s %14s\n", width, "candidate", "predicted [us]",
                  "measured [us]");
    for (int i = 0; (candidate = ct_exchange_score(plan, i)) != NULL; i++) {
        (void)fprintf(stream, "  %-*s %14.3f", width, candidate->algorithm,
                      candidate->predicted_s * 1e6);
        if (candidate->measured_s >= 0) {
            (void)fprintf(stream, " %14.3f\n", candidate->measured_s * 1e6);
        } else {
            (void)fprintf(stream, " %14s\n", "-");
        }
    }
}
