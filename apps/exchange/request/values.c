/* exchange: the values of its options. */
#include "apps/exchange/request/values.h"

#include "apps/exchange/request/options.h"
#include "base/escape.h"
#include "base/fail.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ct_status exchange_topology(const exchange_request *request, ct_topology *topology) {
    return ct_topology_parse(request->given[OPTION_TOPOLOGY], topology);
}

ct_status exchange_machine(const exchange_request *request, ct_machine *machine) {
    const char *text = request->given[OPTION_MACHINE];
    char known[256] = "";
    text = text == NULL ? "fattree" : text;
    const ct_machine *named = ct_machine_find(text);
    if (named != NULL) {
        *machine = *named;
        return CT_OK;
    }
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ",
                       ct_machine_at(i)->name);
    }
    FILE *file = fopen(text, "r");
    if (file == NULL && errno == ENOENT) {
        return ct_raise(CT_ERROR_CONFIG, "--machine %s: no such file, and no name among %s",
                        ct_escaped(text), known);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return ct_machine_read(text, machine);
}

ct_status exchange_bytes(const exchange_request *request, exchange_option option, double *bytes) {
    static const struct {
        const char *name;
        double bytes;
    } suffixes[] = {{"", 1},    {"k", 1e3},   {"K", 1e3},      {"M", 1e6},
                    {"G", 1e9}, {"Ki", 1024}, {"Mi", 1 << 20}, {"Gi", 1 << 30}};
    static const double most_bytes = 0x1p53; /* beyond, a double lacks some whole numbers */
    const char *text = request->given[option];
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    bool is_whole = isdigit((unsigned char)text[0]);
    for (size_t i = 0; is_whole && i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t length = strlen(suffixes[i].name);
        const bool begins =
            strncmp(end, suffixes[i].name, length) == 0; /* else it may be shorter */
        if (begins && (strcmp(end + length, "") == 0 || strcmp(end + length, "B") == 0)) {
            if (errno == 0 && number <= (long long)(most_bytes / suffixes[i].bytes)) {
                *bytes = (double)number * suffixes[i].bytes;
                return CT_OK;
            }
            return ct_raise(CT_ERROR_CONFIG, "%s %s: expected at most %.0f bytes",
                            exchange_options[option].name, ct_escaped(text), most_bytes);
        }
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "%s %s: expected whole bytes such as 512, 4k or 4Ki (k, M, G count "
                    "thousands; Ki, Mi, Gi count 1024s)",
                    exchange_options[option].name, ct_escaped(text));
}

ct_status exchange_choice(const exchange_request *request, exchange_option option,
                          const char *const *choices, int fallback, int *choice) {
    const char *text = request->given[option];
    char known[256] = "";
    *choice = fallback;
    for (int i = 0; text != NULL && choices[i] != NULL; i++) {
        if (strcmp(choices[i], text) == 0) {
            *choice = i;
            return CT_OK;
        }
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ", choices[i]);
    }
    return text == NULL ? CT_OK
                        : ct_raise(CT_ERROR_CONFIG, "%s %s: there are %s",
                                   exchange_options[option].name, ct_escaped(text), known);
}

ct_status exchange_pattern(const exchange_request *request, ct_pattern_kind *kind) {
    const char *names[CT_POINT_TO_POINT + 2] = {NULL};
    int choice = CT_EXCHANGE;
    for (int i = 0; i <= CT_POINT_TO_POINT; i++) {
        names[i] = ct_pattern_name((ct_pattern_kind)i);
    }
    ct_status status = exchange_choice(request, OPTION_PATTERN, names, CT_EXCHANGE, &choice);
    *kind = (ct_pattern_kind)choice;
    return status;
}

/* Whether the text is a whole number within these bounds. */
static bool is_number(const char *text, int least, int most, int *number) {
    char *end = NULL;
    errno = 0;
    long read = strtol(text, &end, 10);
    *number = (int)read;
    return end != text && *end == '\0' && errno == 0 && read >= least && read <= most;
}

ct_status exchange_rank(const char *name, const char *text, int size) {
    int rank = 0;
    return is_number(text, 0, size - 1, &rank)
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "--%s %s: expected a rank, 0 .. %d", name, text,
                          size - 1);
}

ct_status exchange_number(const exchange_request *request, exchange_option option, int least,
                          int most, int *number) {
    const char *text = request->given[option];
    if (!is_number(text, least, most, number)) {
        return ct_raise(CT_ERROR_CONFIG, "%s %s: expected a whole number, %d .. %d",
                        exchange_options[option].name, ct_escaped(text), least, most);
    }
    return CT_OK;
}

/* Whether the text of an algorithm, "bruck --radix 4", has this parameter. */
static bool names(const char *text, const char *parameter) {
    size_t length = strlen(parameter);
    for (; (text = strstr(text, "--")) != NULL; text += 2) {
        if (strncmp(text + 2, parameter, length) == 0 && strchr(" \t", text[2 + length]) != NULL) {
            return true;
        }
    }
    return false;
}

ct_status exchange_algorithm(const exchange_request *request, const ct_topology *topology,
                             const ct_algorithm **algorithm, ct_parameters *parameters) {
    ct_status status = CT_OK;
    CT_TRY(ct_algorithm_parse(request->given[OPTION_ALGORITHM], topology, algorithm, parameters));
    for (int i = 0; i < request->setting_count; i++) {
        const ct_setting *setting = &request->settings[i];
        if (names(request->given[OPTION_ALGORITHM], setting->name)) {
            CT_FAIL(CT_ERROR_CONFIG, "--%s is given twice", setting->name);
        }
        CT_TRY(ct_parameters_set(*algorithm, setting->name, setting->text, parameters));
    }
    CT_TRY(ct_algorithm_supports(*algorithm, topology, parameters));
cleanup:
    return status;
}

ct_status exchange_affordable(const ct_algorithm *algorithm, const ct_topology *topology,
                              const ct_parameters *parameters) {
    enum { RANKS_MOST = 1 << 16 };
    ct_schedule *first = NULL;
    if (topology->size > RANKS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "%d ranks: the schedules of all ranks are made for at most %d",
                        topology->size, RANKS_MOST);
    }
    ct_status status = ct_algorithm_generate(algorithm, topology, parameters, 0, &first);
    if (status != CT_OK) {
        return status;
    }
    /* as much again for matching moves, and a few bits for every block */
    double needed_bytes =
        topology->size * (2.0 * (double)ct_schedule_bytes(first) + topology->size / 4.0);
    double there_bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    ct_schedule_destroy(&first);
    if (needed_bytes > 0.8 * there_bytes) {
        return ct_raise(CT_ERROR_MEMORY,
                        "the schedules of all %d ranks of %s take about %.0f GB; this machine has "
                        "%.0f GB",
                        topology->size, algorithm->name, needed_bytes * 1e-9, there_bytes * 1e-9);
    }
    return CT_OK;
}

void exchange_describe(const ct_algorithm *algorithm, const ct_parameters *parameters,
                       char text[EXCHANGE_TEXT]) {
    char values[CT_PARAMETERS_TEXT];
    ct_parameters_format(algorithm, parameters, values);
    (void)snprintf(text, EXCHANGE_TEXT, "%s%s%s", algorithm->name, *values == '\0' ? "" : " ",
                   values);
}
