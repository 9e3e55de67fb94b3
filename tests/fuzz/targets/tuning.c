/* Tuning files: any text is counted, searched and merged into; what is merged is found again, and
 * what was understood before stays. */
#include "fuzz.h"

#include <stdint.h>

#include "tune/tuning_text.h"

static ct_tuning_entry wanted(ct_tuning_kind kind) {
    ct_tuning_entry entry = {.kind = kind, .key = {.machine = "here", .ranks = 4, .node_ranks = 2}};
    if (kind == CT_TUNING_CHOICE) {
        (void)snprintf(entry.key.network, sizeof entry.key.network, "flat:4");
        (void)snprintf(entry.key.pattern, sizeof entry.key.pattern, "exchange");
        entry.key.size_class = 40;
        entry.tuned = (ct_tuned){.measured_s = 1e-6, .predicted_s = 2e-6, .algorithm = "direct"};
    } else {
        (void)ct_curve_add(&entry.calibration.library, 8, 1e-6);
        (void)ct_curve_add(&entry.calibration.library, 64, 2e-6);
        ct_curve_fit(&entry.calibration.library);
    }
    return entry;
}

/* What is understood is written so that it reads back. */
static void expect_there_and_back(const ct_tuning_entry *entry) {
    char line[CT_TUNING_LINE];
    char again[CT_TUNING_LINE];
    ct_tuning_entry read;
    ct_tuning_format(entry, line);
    const size_t length = strlen(line);
    FUZZ_EXPECT(length > 0 && line[length - 1] == '\n');
    line[length - 1] = '\0';
    ct_tuning_parse(line, &read);
    FUZZ_EXPECT(read.kind == entry->kind);
    ct_tuning_format(&read, again);
    line[length - 1] = '\n';
    FUZZ_EXPECT(strcmp(line, again) == 0);
}

static void expect_merged(ct_text text, ct_tuning_kind kind) {
    ct_tuning_entry entry = wanted(kind);
    ct_tuning_entry found = wanted(kind);
    ct_text merged = {0};
    char *start = NULL;
    if (ct_tuning_find(text, &found)) {
        FUZZ_EXPECT(found.kind == kind);
        expect_there_and_back(&found);
    }
    fuzz_expect_status(ct_tuning_merge(text, &entry, &start, &merged.length),
                       1u << CT_ERROR_MEMORY);
    merged.start = start;
    found = wanted(kind);
    FUZZ_EXPECT(ct_tuning_find(merged, &found));
    expect_there_and_back(&found);
    FUZZ_EXPECT(ct_tuning_count_broken(merged) == 0); /* such lines have become comments */
    free(start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *copy = malloc(size > 0 ? size : 1); /* a file's text has no end of its own */
    FUZZ_EXPECT(copy != NULL);
    if (size > 0) {
        memcpy(copy, data, size);
    }
    const ct_text text = {copy, size};
    FUZZ_EXPECT(ct_tuning_count_broken(text) >= 0);
    (void)ct_tuning_is_ours(text);
    expect_merged(text, CT_TUNING_CHOICE);
    expect_merged(text, CT_TUNING_CALIBRATION);
    free(copy);
    return 0;
}
