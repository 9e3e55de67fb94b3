/* The text of tuning files: entries there and back, broken and foreign lines. */
#include "expect.h"
#include "tuning_entries.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const good =
    "1 choice here 4 2 nodes:2x2 exchange 40 = measure 1.5e-06 2e-06 bruck --radix 4\n";

static ct_text text_of(const char *start) {
    return (ct_text){start, strlen(start)};
}

static ct_tuning_entry calibration(int ranks, int node_ranks, double barrier_s) {
    ct_tuning_entry entry = choice("here", ranks, 0, "");
    ct_curve *curve = &entry.calibration.local_shared;
    entry.kind = CT_TUNING_CALIBRATION;
    entry.key.node_ranks = node_ranks;
    entry.key.network[0] = entry.key.pattern[0] = '\0';
    entry.calibration.barrier_s = barrier_s;
    entry.calibration.memory_bytes_per_s = 5e10;
    for (int i = 0; i < CT_CURVE_KNOTS; i++) {
        (void)ct_curve_add(curve, exp2(3 + i), 1.23456e-6 + exp2(i) * 1e-10);
        (void)ct_curve_add(&entry.calibration.library, exp2(i), 2e-6);
    }
    return entry;
}

static void expect_names(void) {
    char a[CT_TUNING_MACHINE];
    char b[CT_TUNING_MACHINE];
    ct_tuning_name_machine("AMD EPYC (tm) 9R14", 2, "MPICH Version:\t4.0.2\nbuilt", "0.1.0", a);
    EXPECT_TEXT(a, "AMD-EPYC-tm-9R14.2-cores.MPICH-Version-4.0.2.ct-0.1.0.");
    EXPECT(strpbrk(a, " \t\n=") == NULL);
    ct_tuning_name_machine("AMD EPYC (tm) 9R14", 2, "MPICH Version:\t4.0.2\nmended", "0.1.0", b);
    EXPECT(strcmp(a, b) != 0);
    char *lengthy = malloc(10000);
    memset(lengthy, 'x', 9999);
    lengthy[9999] = '\0';
    ct_tuning_name_machine(lengthy, 1 << 30, lengthy, lengthy, a);
    EXPECT(strlen(a) < CT_TUNING_MACHINE - 1); /* the hash is whole */
    free(lengthy);
    EXPECT_INT(ct_tuning_size_class(0), 0);
    EXPECT_INT(ct_tuning_size_class(1024), 40);
    EXPECT_INT(ct_tuning_size_class(1024 * 1.08), 40);
    EXPECT_INT(ct_tuning_size_class(1024 * 1.1), 41);
}

static void expect_there_and_back(void) {
    char line[CT_TUNING_LINE];
    ct_tuning_entry read;
    ct_tuning_entry written = choice("here", 4, 40, "bruck --radix 4");
    ct_tuning_format(&written, line);
    EXPECT(strcmp(line, good) == 0);
    written.tuned.exhaustive = 1;
    written.tuned.predicted_s = HUGE_VAL; /* what the model cannot say */
    ct_tuning_format(&written, line);
    line[strlen(line) - 1] = '\0';
    ct_tuning_parse(line, &read);
    char again[CT_TUNING_LINE];
    ct_tuning_format(&read, again);
    EXPECT(strncmp(again, line, strlen(line)) == 0);
    EXPECT(read.tuned.exhaustive && isinf(read.tuned.predicted_s));
    written = calibration(8, 4, 1e-6);
    ct_tuning_format(&written, line);
    EXPECT(line[strlen(line) - 1] == '\n');
    line[strlen(line) - 1] = '\0';
    ct_tuning_parse(line, &read);
    EXPECT_INT(read.kind, CT_TUNING_CALIBRATION);
    EXPECT_INT(read.calibration.local_shared.knots, CT_CURVE_KNOTS);
    EXPECT_INT(read.calibration.distant.knots, 0);
    for (int i = 0; i < CT_CURVE_KNOTS; i++) {
        double ratio =
            read.calibration.local_shared.seconds[i] / written.calibration.local_shared.seconds[i];
        EXPECT(fabs(ratio - 1) < 1e-5);
    }
    EXPECT(fabs(read.calibration.local_shared.start_up_s / 1.23456e-6 - 1) < 1e-3); /* fitted */
    EXPECT(strstr(line, "link_speed") == NULL && read.calibration.link_speed == 0);
    written.calibration.link_speed = 3.85;
    ct_tuning_format(&written, line);
    line[strlen(line) - 1] = '\0';
    ct_tuning_parse(line, &read);
    EXPECT_INT(read.kind, CT_TUNING_CALIBRATION);
    EXPECT(read.calibration.link_speed == 3.85);
}

static void expect_kinds(void) {
    static const struct {
        const char *line;
        ct_tuning_kind kind;
    } cases[] = {
        {"", CT_TUNING_COMMENT},
        {"  \t", CT_TUNING_COMMENT},
        {"# 1 choice", CT_TUNING_COMMENT},
        {"2 choice in another form", CT_TUNING_FOREIGN},
        {"1 wisdom of another kind", CT_TUNING_FOREIGN},
        {"0 choice here 4 2 flat:4 exchange 40 = measure 1 1 direct", CT_TUNING_BROKEN},
        {"choice here 4 2 flat:4 exchange 40 = measure 1 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 = measure 1 1 direct", CT_TUNING_CHOICE},
        {"1 choice here 4 2 flat:4 exchange 40 = measure 1 1 ", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 = measure 1 1", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 = guess 1 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 measure 1 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 = measure nan 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 = measure -1 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 2 flat:4 exchange 40 = measure 1 nan direct", CT_TUNING_BROKEN},
        {"1 choice here 0 0 flat:4 exchange 40 = measure 1 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 8 flat:4 exchange 40 = measure 1 1 direct", CT_TUNING_BROKEN},
        {"1 choice here 4 two flat:4 exchange 40 = measure 1 1 direct", CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute -",
         CT_TUNING_CALIBRATION},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - more -",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library -",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 9:1,8:2 "
         "local_shared - local_private - distant - library - permute -",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:-1 "
         "local_shared - local_private - distant - library - permute -",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1, "
         "local_shared - local_private - distant - library - permute -",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed 3.9",
         CT_TUNING_CALIBRATION},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed 0",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed -1",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed inf",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed nan",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed ",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speed 2 3",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s 1 local_messages 8:1,9:2 "
         "local_shared - local_private - distant - library - permute - link_speeds 2",
         CT_TUNING_BROKEN},
        {"1 calibration here 4 2 = barrier_s 1 memory_bytes_per_s inf local_messages",
         CT_TUNING_BROKEN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ct_tuning_entry entry;
        ct_tuning_parse(cases[i].line, &entry);
        EXPECT_INT(entry.kind, cases[i].kind);
        if (entry.kind != cases[i].kind) {
            (void)fprintf(stderr, "    in \"%s\"\n", cases[i].line);
        }
    }
}

/* Cut off anywhere, or with any byte changed, a text is read without harm, and a line that lacks
 * anything is not taken for whole. */
static void expect_damage_is_harmless(void) {
    char text[256];
    ct_tuning_entry entry;
    (void)snprintf(text, sizeof text, "%s%s", title, good);
    size_t length = strlen(text);
    for (size_t cut = strlen(title) + 1; cut < length; cut++) {
        entry = choice("here", 4, 40, "");
        EXPECT_INT(ct_tuning_find((ct_text){text, cut}, &entry), 0);
        EXPECT_INT(ct_tuning_count_broken((ct_text){text, cut}), 1);
    }
    for (size_t at = 0; at < length; at++) {
        for (int letter = 0; letter < 256; letter += 5) {
            char kept = text[at];
            text[at] = (char)letter;
            entry = choice("here", 4, 40, "");
            (void)ct_tuning_find((ct_text){text, length}, &entry);
            text[at] = kept;
        }
    }
    entry = choice("here", 4, 40, "");
    EXPECT(ct_tuning_find((ct_text){text, length}, &entry));
}

static void expect_found(void) {
    char text[3 * CT_TUNING_LINE];
    ct_tuning_entry far = calibration(64, 32, 1);
    ct_tuning_entry near = calibration(8, 4, 2);
    ct_tuning_entry wanted = choice("here", 4, 40, "");
    char *end = text;
    end += snprintf(end, 512, "%s%s", title, good);
    ct_tuning_format(&far, end);
    end += strlen(end);
    ct_tuning_format(&near, end);
    EXPECT(ct_tuning_find(text_of(text), &wanted));
    EXPECT(strcmp(wanted.tuned.algorithm, "bruck --radix 4") == 0);
    wanted = choice("there", 4, 40, "");
    EXPECT_INT(ct_tuning_find(text_of(text), &wanted), 0);
    wanted = choice("here", 4, 41, "");
    EXPECT_INT(ct_tuning_find(text_of(text), &wanted), 0);
    wanted = calibration(64, 4, 0); /* ranks a node come first */
    EXPECT(ct_tuning_find(text_of(text), &wanted));
    EXPECT(wanted.calibration.barrier_s == 2);
    wanted = calibration(64, 30, 0);
    EXPECT(ct_tuning_find(text_of(text), &wanted));
    EXPECT(wanted.calibration.barrier_s == 1);
    (void)snprintf(wanted.key.machine, sizeof wanted.key.machine, "there");
    EXPECT_INT(ct_tuning_find(text_of(text), &wanted), 0);
}

/* Its own entry is replaced where it is; others, foreign lines and comments stay; broken lines
 * become comments. */
static void expect_merged(void) {
    char text[1024];
    char *merged = NULL;
    size_t length = 0;
    ct_tuning_entry mine = choice("here", 4, 40, "direct");
    (void)snprintf(text, sizeof text, "%s# mine\n2 choice new\n%s1 choice broken\n%s\x01rubbish",
                   title, good, good);
    EXPECT_INT(ct_tuning_count_broken(text_of(text)), 2);
    EXPECT_INT(ct_tuning_merge(text_of(text), &mine, &merged, &length), CT_OK);
    char wanted[1024];
    (void)snprintf(wanted, sizeof wanted,
                   "%s# mine\n2 choice new\n"
                   "1 choice here 4 2 nodes:2x2 exchange 40 = measure 1.5e-06 2e-06 direct\n"
                   "# not understood: 1 choice broken\n# not understood: \x01rubbish\n",
                   title);
    EXPECT_INT(length, strlen(wanted));
    EXPECT_INT(memcmp(merged, wanted, length), 0);
    EXPECT_INT(ct_tuning_count_broken((ct_text){merged, length}), 0);
    free(merged);
    EXPECT_INT(ct_tuning_merge((ct_text){NULL, 0}, &mine, &merged, &length), CT_OK);
    EXPECT(ct_tuning_is_ours((ct_text){merged, length}));
    EXPECT(ct_tuning_find((ct_text){merged, length}, &mine));
    free(merged);
    EXPECT(!ct_tuning_is_ours(text_of("(fftw-3.3.10 fftw_wisdom\n")));
}

/* Ten megabytes of empty lines are looked through within seconds of processor time; clearing an
 * entry for each would take half a minute. */
static void expect_empty_lines(void) {
    enum { BYTES = 10 << 20, SECONDS = 10 };
    char *text = malloc(BYTES);
    EXPECT(text != NULL);
    if (text != NULL) {
        memset(text, '\n', BYTES);
    }
    pid_t child = text != NULL ? fork() : -1;
    if (child == 0) {
        struct rlimit limit = {SECONDS, SECONDS};
        ct_tuning_entry entry = choice("here", 4, 40, "direct");
        int is_limited = setrlimit(RLIMIT_CPU, &limit) == 0;
        int broken = ct_tuning_count_broken((ct_text){text, BYTES});
        int found = ct_tuning_find((ct_text){text, BYTES}, &entry);
        _exit(!is_limited || found || broken);
    }
    int how = 1;
    EXPECT(child > 0 && waitpid(child, &how, 0) == child);
    EXPECT(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    free(text);
}

int main(void) {
    expect_names();
    expect_there_and_back();
    expect_kinds();
    expect_damage_is_harmless();
    expect_found();
    expect_merged();
    expect_empty_lines();
    return expect_status();
}
