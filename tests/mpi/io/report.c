/* The run report: a strict YAML reader finds in it every value that was put in; a failure sticks
 * and leaves nothing behind. Writes it on rank 0; `report.py` reads it. */
#include "expect.h"
#include "scratch.h"

#include "io/output/report.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const char *const texts[] = {
    "plain",
    "",
    " ",
    "two words",
    "true",
    "No",
    "null",
    "~",
    "y",
    "12",
    "-1.5e3",
    "0x1F",
    "1e-07",
    ".inf",
    "2026-11-21",
    "12:30:00",
    "a: b",
    "a:b",
    "# c",
    "a #b",
    "'",
    "\"",
    "\\n",
    "it's \"so\"",
    "- a",
    "-",
    "?",
    "=",
    "<<",
    "{a}",
    "[a",
    "*a",
    "&a",
    "!a",
    "%a",
    "@a",
    "`a",
    "|",
    ">",
    "---",
    "...",
    "/path/to/file.h5",
    "a.b-c_d+e",
    "first\nsecond",
    "first\n\nthird\n",
    "\nsecond",
    " indented\nnot",
    "tail \nnext",
    "\ttab",
    "cr\r\nlf",
    "\x01\x1B\x7F",
    "gr\xC3\xBC\xC3\x9F",
    "\xE6\x97\xA5\xE6\x9C\xAC",
    "\xF0\x9F\xA6\x86",
    "\xEF\xBB\xBF bom",
    "\xC2\x85",
    "\xE2\x80\xA8",
};

static const double numbers[] = {
    0,       1,       -1,     0.1,     1.0 / 3, 1e-7, 1e22, 123456789,
    DBL_MAX, DBL_MIN, 5e-324, -2.5e-9, 1e15,    1e16, 1e17, 4503599627370497.5};

static const long long counts[] = {0, -1, 65536, LLONG_MAX, LLONG_MIN};

enum {
    TEXTS = sizeof texts / sizeof *texts,
    NUMBERS = sizeof numbers / sizeof *numbers,
    COUNTS = sizeof counts / sizeof *counts
};

/* Everything a report can hold, with an oracle beside it that needs no quoting: texts in
 * hexadecimal, numbers as hexadecimal floats, counts as texts. */
static void put_everything(ct_report *report) {
    char plain[512];
    ct_report_list(report, "texts");
    for (int i = 0; i < TEXTS; i++) {
        plain[0] = 'h';
        plain[1] = '\0';
        for (size_t b = 0; b < strlen(texts[i]); b++) {
            (void)snprintf(plain + 1 + 2 * b, 3, "%02x", (unsigned)(unsigned char)texts[i][b]);
        }
        ct_report_map(report, NULL);
        ct_report_text(report, "hex", plain);
        ct_report_text(report, "text", texts[i]);
        ct_report_block(report, "block", texts[i]);
        ct_report_map(report, "as_key");
        ct_report_flag(report, texts[i], 1);
        ct_report_end(report);
        ct_report_end(report);
    }
    ct_report_end(report);
    ct_report_list(report, "numbers");
    for (int i = 0; i < NUMBERS; i++) {
        (void)snprintf(plain, sizeof plain, "hex %a", numbers[i]);
        ct_report_map(report, NULL);
        ct_report_text(report, "hex", plain);
        ct_report_number(report, "number", numbers[i]);
        ct_report_end(report);
    }
    ct_report_end(report);
    ct_report_list(report, "counts");
    for (int i = 0; i < COUNTS; i++) {
        (void)snprintf(plain, sizeof plain, "count %lld", counts[i]);
        ct_report_map(report, NULL);
        ct_report_text(report, "text", plain);
        ct_report_count(report, "count", counts[i]);
        ct_report_end(report);
    }
    ct_report_end(report);
    ct_report_list(report, "specials");
    ct_report_number(report, NULL, INFINITY);
    ct_report_number(report, NULL, -INFINITY);
    ct_report_number(report, NULL, NAN);
    ct_report_flag(report, NULL, 1);
    ct_report_flag(report, NULL, 0);
    ct_report_text(report, NULL, "bad \xFF\xC0\xAF utf-8 \xE2\x82");
    ct_report_list(report, NULL);
    ct_report_end(report);
    ct_report_map(report, NULL);
    ct_report_list(report, "deep"); /* left open: commit closes */
    ct_report_text(report, NULL, "end");
}

static void test_written(const char *directory) {
    ct_report *report = NULL;
    char path[SCRATCH_BYTES];
    (void)snprintf(path, sizeof path, "%s/report.yaml", directory);
    EXPECT_INT(ct_report_create(path, &report), CT_OK);
    if (report == NULL) {
        return;
    }
    put_everything(report);
    EXPECT_INT(ct_report_commit(&report), CT_OK);
    EXPECT(report == NULL);
}

static void test_replaces(void) {
    ct_report *report = NULL;
    char text[64];
    scratch_write("r.yaml", "old", 3);
    const char *path = scratch_path("r.yaml");
    EXPECT_INT(ct_report_create(path, &report), CT_OK);
    ct_report_count(report, "new", 1);
    EXPECT(strcmp(scratch_text("r.yaml", text, sizeof text), "old") == 0);
    ct_report_discard(&report);
    EXPECT(report == NULL);
    ct_report_discard(&report);
    EXPECT(strcmp(scratch_text("r.yaml", text, sizeof text), "old") == 0);
    EXPECT_INT(ct_report_create(path, &report), CT_OK);
    ct_report_count(report, "new", 1);
    EXPECT_INT(ct_report_commit(&report), CT_OK);
    EXPECT(strcmp(scratch_text("r.yaml", text, sizeof text), "new: 1\n") == 0);
    scratch_remove("r.yaml");
    EXPECT_INT(ct_report_create(path, &report), CT_OK);
    EXPECT_INT(ct_report_commit(&report), CT_OK);
    EXPECT(strcmp(scratch_text("r.yaml", text, sizeof text), "{}\n") == 0);
    scratch_remove("r.yaml");
}

static void expect_no_report(const char *path, const char *message) {
    ct_report *report = NULL;
    EXPECT_INT(ct_report_create(path, &report), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(report == NULL);
}

static void test_refused(void) {
    expect_no_report(scratch_path("none/r.yaml"), "none/r.yaml");
    EXPECT_TEXT(ct_error_message(), "No such file or directory");
    expect_no_report(scratch_directory, "directory");
    expect_no_report("/dev/null", "regular file"); /* root could replace it */
}

/* A disk that fills up: what is too much fails late, and still leaves nothing. */
static void test_full(void) {
    struct rlimit limit;
    struct rlimit kept;
    ct_report *report = NULL;
    char text[16];
    const char *path = scratch_path("r.yaml");
    (void)signal(SIGXFSZ, SIG_IGN);
    EXPECT_INT(getrlimit(RLIMIT_FSIZE, &kept), 0);
    static const int lines[] = {1, 100000}; /* fails at closing, and in the middle */
    for (int l = 0; l < 2; l++) {
        EXPECT_INT(ct_report_create(path, &report), CT_OK);
        limit = (struct rlimit){.rlim_cur = 8, .rlim_max = kept.rlim_max};
        EXPECT_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
        for (int i = 0; i < lines[l]; i++) {
            (void)snprintf(text, sizeof text, "k%d", i);
            ct_report_number(report, text, 1.0 / 3);
        }
        ct_status status = ct_report_commit(&report);
        EXPECT_INT(setrlimit(RLIMIT_FSIZE, &kept), 0);
        EXPECT_INT(status, CT_ERROR_FILE);
        EXPECT_TEXT(ct_error_message(), "r.yaml: File too large");
        EXPECT(report == NULL);
        EXPECT(access(path, F_OK) != 0);
    }
}

static void expect_misuse(void (*use)(ct_report *), const char *message) {
    ct_report *report = NULL;
    const char *path = scratch_path("r.yaml");
    EXPECT_INT(ct_report_create(path, &report), CT_OK);
    use(report);
    ct_report_count(report, "later", 1);
    EXPECT_INT(ct_report_commit(&report), CT_ERROR_INTERNAL);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(access(path, F_OK) != 0);
}

static void forget_key(ct_report *report) {
    ct_report_count(report, NULL, 1);
}

static void give_key(ct_report *report) {
    ct_report_list(report, "list");
    ct_report_count(report, "key", 1);
}

static void end_twice(ct_report *report) {
    ct_report_map(report, "map");
    ct_report_end(report);
    ct_report_end(report);
}

static void dig(ct_report *report) {
    for (int i = 0; i < 1000; i++) {
        ct_report_map(report, "deeper");
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    if (argc > 1) { /* for report.py: leaves the report in this directory */
        test_written(argv[1]);
        MPI_Finalize();
        return expect_status();
    }
    scratch_begin();
    test_written(scratch_directory);
    scratch_remove("report.yaml");
    test_replaces();
    test_refused();
    test_full();
    expect_misuse(forget_key, "no key in a map");
    expect_misuse(give_key, "a key in a list");
    expect_misuse(end_twice, "an end too many");
    expect_misuse(dig, "too deep");
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
