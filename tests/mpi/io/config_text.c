/* Configs as text: what is written reads back as it was, whatever it holds; the table for --help.
 */
#include "expect.h"
#include "settings.h"

#include <limits.h>

static void expect_same(const settings *a, const settings *b) {
    EXPECT(strcmp(a->file, b->file) == 0);
    EXPECT(strcmp(a->dataset, b->dataset) == 0);
    EXPECT(strcmp(a->axes, b->axes) == 0);
    EXPECT(a->direction == b->direction && a->rigour == b->rigour && a->wisdom == b->wisdom);
    EXPECT(a->window == b->window && a->seed == b->seed);
    EXPECT(a->scale == b->scale && a->tolerance == b->tolerance);
}

static void test_round_trip(void) {
    static char folded[] =
        "a text that is so long that it would be folded over several lines at its blanks, if it "
        "were written as most writers of YAML would write it, with  two blanks at  some of them";
    static char *const texts[] = {"a.h5",
                                  " lead",
                                  "trail ",
                                  "a: b",
                                  "# c",
                                  "a #b",
                                  "'",
                                  "\"",
                                  "\\",
                                  "it's \"so\"",
                                  "true",
                                  "null",
                                  "~",
                                  "12",
                                  "1e5",
                                  "- a",
                                  "{a}",
                                  "[",
                                  "*a",
                                  "&a",
                                  "!a",
                                  "%a",
                                  "@a",
                                  "`",
                                  "|",
                                  ">",
                                  "a\nb",
                                  "\n",
                                  "a\n\nb\n",
                                  "\ta\t",
                                  "\r\n",
                                  "\x01\x1B\x7F",
                                  "gr\xC3\xBC\xC3\x9F",
                                  "\xE6\x97\xA5\xE6\x9C\xAC",
                                  "\xF0\x9F\xA6\x86",
                                  "\xEF\xBB\xBF bom",
                                  "\xC2\x85",
                                  "\xE2\x80\xA8",
                                  "a  b   c",
                                  "?",
                                  "-",
                                  "--- a",
                                  "...",
                                  "=",
                                  "<<",
                                  folded};
    static const double numbers[] = {0,
                                     -0.0,
                                     0.1,
                                     1.0 / 3,
                                     1e-14,
                                     5e-324,
                                     1e22,
                                     1e300,
                                     -1.5e-7,
                                     123456789.125,
                                     1.7976931348623157e308};
    enum { TEXTS = sizeof texts / sizeof *texts, NUMBERS = sizeof numbers / sizeof *numbers };
    for (int i = 0; i < TEXTS; i++) {
        settings written = {texts[i],
                            texts[TEXTS - 1 - i],
                            i % 2,
                            numbers[i % NUMBERS],
                            i % 3,
                            i % 2 == 1,
                            i,
                            i % 2 ? LLONG_MAX : LLONG_MIN,
                            fabs(numbers[i % NUMBERS]),
                            texts[i]};
        settings loaded;
        char *yaml = NULL;
        EXPECT_INT(ct_config_text(keys, KEYS, &written, &yaml), CT_OK);
        ct_status status = load(yaml, &loaded);
        EXPECT_INT(status, CT_OK);
        if (status == CT_OK) {
            expect_same(&loaded, &written);
            ct_config_free(keys, KEYS, &loaded);
        } else {
            (void)fprintf(stderr, "%s\n%s\n", ct_error_message(), yaml);
        }
        free(yaml);
    }
}

static void print_help(void *unused) {
    (void)unused;
    ct_config_help(stdout, keys, KEYS);
}

static void test_help(void) {
    char text[4096];
    scratch_printed(print_help, NULL, stdout, text, sizeof text);
    EXPECT_TEXT(text,
                "\n  input.file           text                        required  file to read");
    EXPECT_TEXT(text,
                "\n  exchange.window      integer from 0 to 65536     0         steps in flight");
    EXPECT_TEXT(text, "\n  fft.rigour           estimate, measure, patient  measure");
}

int main(int argc, char **argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    scratch_begin();
    test_round_trip();
    if (rank == 0) {
        test_help();
    }
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
