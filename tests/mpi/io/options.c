/* The command line: every option arrives, every wrong one is refused with what is allowed; only
 * rank 0 speaks. */
#include "expect.h"
#include "settings.h"

#include "base/fail.h"
#include "io/config/options.h"
#include <cornerturn/version.h>

static int rank;

static const ct_program program = {"fft", "Transforms things.", keys, KEYS, NULL};

static void expect_bad_options(const char *message, int argc, char **argv) {
    ct_options options;
    EXPECT_INT(ct_options_parse(&program, argc, argv, &options), CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT_TEXT(ct_error_message(), "allowed: ");
    EXPECT_TEXT(ct_error_message(), "--help");
    EXPECT(options.overrides == NULL);
}

static void test_options(void) {
    ct_options options;
    char *all[] = {"fft",     "--set",         "a.b=c",   "x.yaml",   "--report=r.yaml",
                   "--check", "--set=d.e=--f", "--quiet", "--explain"};
    EXPECT_INT(ct_options_parse(&program, 9, all, &options), CT_OK);
    EXPECT(strcmp(options.config, "x.yaml") == 0 && strcmp(options.report, "r.yaml") == 0);
    EXPECT_INT(options.override_count, 2);
    EXPECT(strcmp(options.overrides[0], "a.b=c") == 0);
    EXPECT(strcmp(options.overrides[1], "d.e=--f") == 0);
    EXPECT(options.check && options.explain && options.quiet && !options.leave);
    ct_options_free(&options);
    char *dashes[] = {"fft", "--", "--check"};
    EXPECT_INT(ct_options_parse(&program, 3, dashes, &options), CT_OK);
    EXPECT(strcmp(options.config, "--check") == 0 && !options.check);
    EXPECT(options.report == NULL && options.override_count == 0);
    ct_options_free(&options);

    expect_bad_options("no config is given", 1, all);
    expect_bad_options("the name of the config is empty", 2, (char *[]){"fft", ""});
    expect_bad_options(
        "--chekc: unknown option; allowed: --set, --get, --report, --trace, --events, "
        "--check, --forecast, --explain, --quiet, --help, --version",
        3, (char *[]){"fft", "x.yaml", "--chekc"});
    expect_bad_options("-h: unknown option", 2, (char *[]){"fft", "-h"});
    expect_bad_options("--set: a value is missing; allowed: --set SECTION.KEY=VALUE", 3,
                       (char *[]){"fft", "x.yaml", "--set"});
    expect_bad_options("--report: a value is missing; allowed: --report FILE", 4,
                       (char *[]){"fft", "x.yaml", "--report", "--check"});
    expect_bad_options("--report: a value is missing", 3, (char *[]){"fft", "x.yaml", "--report="});
    expect_bad_options("--quiet=yes: a value is given; allowed: --quiet", 3,
                       (char *[]){"fft", "x.yaml", "--quiet=yes"});
    expect_bad_options("--report: given twice; allowed: once", 5,
                       (char *[]){"fft", "x.yaml", "--report", "r.yaml", "--report=s.yaml"});
    expect_bad_options("--check: given twice; allowed: once", 4,
                       (char *[]){"fft", "x.yaml", "--check", "--check"});
    expect_bad_options("\"x.yaml\" and \"y.yaml\" are two configs", 3,
                       (char *[]){"fft", "x.yaml", "y.yaml"});
}

static void ask(void *option) {
    ct_options options;
    char *argv[] = {"fft", option, "--nonsense"};
    EXPECT_INT(ct_options_parse(&program, 3, argv, &options), CT_OK);
    EXPECT(options.leave);
    ct_options_free(&options);
}

static void fail_at_config(void *unused) {
    settings loaded;
    (void)unused;
    ct_status status = load("fft: {rigor: 1}\n", &loaded);
    EXPECT_INT(ct_exit_status(&program, status), 2);
}

static void fail_at_file(void *unused) {
    (void)unused;
    ct_status status = ct_raise(CT_ERROR_FILE, "no disk");
    EXPECT_INT(ct_exit_status(&program, status), 1);
}

static void test_answers(void) {
    char text[8192];
    scratch_printed(ask, "--version", stdout, text, sizeof text);
    if (rank == 0) {
        EXPECT(strncmp(text, "fft (Cornerturn) ", 17) == 0);
        EXPECT_TEXT(text, ct_version());
    } else {
        EXPECT_INT(*text, '\0');
    }
    scratch_printed(ask, "--help", stdout, text, sizeof text);
    if (rank == 0) {
        EXPECT_TEXT(text, "Usage: fft CONFIG.yaml [options]\n");
        EXPECT_TEXT(text, "\nTransforms things.\n");
        EXPECT_TEXT(text, "  --report    FILE               write a report");
        EXPECT_TEXT(text, "  2  the config or an option is wrong");
        EXPECT_TEXT(text, "exchange.window");
    } else {
        EXPECT_INT(*text, '\0');
    }
    scratch_printed(fail_at_config, NULL, stderr, text, sizeof text);
    if (rank == 0) {
        EXPECT(strncmp(text, "fft: error: ", 12) == 0);
        EXPECT_TEXT(text, "x.yaml:1: fft.rigor: unknown key; allowed in fft: rigour, wisdom\n");
        EXPECT(strchr(text, '\n')[1] == '\0'); /* one line: cyaml says nothing */
    } else {
        EXPECT_INT(*text, '\0');
    }
    scratch_printed(fail_at_file, NULL, stderr, text, sizeof text);
    EXPECT(strcmp(text, rank == 0 ? "fft: error: no disk\n" : "") == 0);
    EXPECT_INT(ct_exit_status(&program, CT_OK), 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    scratch_begin();
    test_options();
    test_answers();
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
