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

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

char *ct_host_names(MPI_Comm comm) {
    char mine[MPI_MAX_PROCESSOR_NAME] = "";
    int rank = 0;
    int size = 1;
    int length = 0;
    (void)MPI_Comm_rank(comm, &rank);
    (void)MPI_Comm_size(comm, &size);
    (void)MPI_Get_processor_name(mine, &length);
    char *names = rank == 0 ? calloc((size_t)size, sizeof mine) : NULL;
    int gather = names != NULL;
    (void)MPI_Bcast(&gather, 1, MPI_INT, 0, comm);
    if (gather) {
        (void)MPI_Gather(mine, sizeof mine, MPI_CHAR, names, sizeof mine, MPI_CHAR, 0, comm);
    }
    return names;
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

void ct_report_ranks(ct_report *report, char *names, int size) {
    const size_t name_bytes = MPI_MAX_PROCESSOR_NAME;
    ct_report_map(report, "ranks");
    ct_report_count(report, "count", size);
    ct_report_list(report, "hosts");
    if (names != NULL) {
        qsort(names, (size_t)size, name_bytes, by_name);
    }
    for (int first = 0, next = 0; names != NULL && first < size; first = next) {
        const char *name = names + (size_t)first * name_bytes;
        while (next < size && strcmp(name, names + (size_t)next * name_bytes) == 0) {
            next++;
        }
        ct_report_map(report, NULL);
        ct_report_text(report, "name", name);
        ct_report_count(report, "ranks", next - first);
        ct_report_end(report);
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
