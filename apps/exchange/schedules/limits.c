#include "apps/exchange/schedules/limits.h"

#include "base/escape.h"
#include "base/fail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static ptrdiff_t steps_of(const ct_check_report *report) {
    return report->steps;
}

static ptrdiff_t ports_of(const ct_check_report *report) {
    const ct_step_report *total = &report->total;
    return total->most_sends > total->most_receives ? total->most_sends : total->most_receives;
}

static ptrdiff_t load_of(const ct_check_report *report) {
    return report->total.link_load;
}

static ptrdiff_t messages_of(const ct_check_report *report) {
    return report->total.messages;
}

static ptrdiff_t sum_of(const ct_check_report *report) {
    return report->largest_sum;
}

static const struct {
    const char *name, *words;
    ptrdiff_t (*of)(const ct_check_report *report);
} rows[] = {
    {"steps", "steps", steps_of},
    {"ports", "messages out of a rank or into it in a step", ports_of},
    {"link-load", "messages over a link in a step", load_of},
    {"messages", "messages", messages_of},
    {"sum", "blocks in the largest messages of all steps", sum_of},
};
enum { ROWS = sizeof rows / sizeof *rows };

static ct_status check_one(const char *text, size_t length, const ct_check_report *report) {
    for (int i = 0; i < ROWS; i++) {
        const size_t name = strlen(rows[i].name);
        if (name + 1 < length && strncmp(text, rows[i].name, name) == 0 && text[name] == '=') {
            char *end = NULL;
            errno = 0;
            const long most = strtol(text + name + 1, &end, 10);
            if (end != text + length || errno != 0 || most < 0) {
                break;
            }
            const ptrdiff_t found = rows[i].of(report);
            return found <= most ? CT_OK
                                 : ct_raise(CT_ERROR_FILE, "%td %s, where at most %ld are allowed",
                                            found, rows[i].words, most);
        }
    }
    char excerpt[CT_EXCERPT_BYTES];
    ct_text_excerpt(text, excerpt);
    return ct_raise(CT_ERROR_CONFIG,
                    "--limits: expected NAME=NUMBER,.. with the names steps, ports, link-load, "
                    "messages, sum, found \"%s\"",
                    excerpt);
}

ct_status exchange_limits_check(const char *limits, const ct_check_report *report) {
    for (const char *at = limits;; at++) {
        const size_t length = strcspn(at, ",");
        const ct_status status = check_one(at, length, report);
        if (status != CT_OK || at[length] == '\0') {
            return status;
        }
        at += length;
    }
}
