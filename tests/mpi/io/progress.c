/* Progress: on a terminal one line rewritten now and then, elsewhere one plain line a phase,
 * nothing when quiet or on other ranks than 0. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include "expect.h"
#include "scratch.h"

#include "io/run/progress.h"

#include <fcntl.h>

/* Updates take a quarter of a second: a terminal's line is rewritten five times a second. */
enum { UPDATES = 25, OUTPUT_BYTES = 8192 };

static int rank;
static double phase_s;

/* Two phases of work; the second has no known size. */
static void work(void *quiet) {
    ct_progress *progress = ct_progress_create(*(bool *)quiet);
    EXPECT(progress != NULL);
    EXPECT(ct_progress_end(progress) == 0); /* no phase has begun */
    ct_progress_begin(progress, "read", 4e9);
    for (int i = 0; i <= UPDATES; i++) {
        ct_progress_update(progress, 4e9 / UPDATES * i);
        (void)usleep(10000);
    }
    phase_s = ct_progress_end(progress);
    EXPECT(phase_s >= UPDATES * 0.01);
    EXPECT(ct_progress_end(progress) == 0);
    ct_progress_begin(progress, "a phase whose name is longer than any line wants it to be", 0);
    ct_progress_update(progress, 17);
    EXPECT(ct_progress_end(progress) >= 0);
    ct_progress_destroy(&progress);
    EXPECT(progress == NULL);
    ct_progress_destroy(&progress);
}

/* As a failing job leaves it: in the middle of a phase. */
static void leave(void *quiet) {
    ct_progress *progress = ct_progress_create(*(bool *)quiet);
    ct_progress_begin(progress, "write", 8e9);
    ct_progress_destroy(&progress);
}

/* Steps, of which a stop leaves some undone. */
static void steps(void *quiet) {
    ct_progress *progress = ct_progress_create(*(bool *)quiet);
    ct_progress_begin_units(progress, "steps", 1e9, "steps");
    (void)usleep(10000);
    ct_progress_update(progress, 1);
    phase_s = ct_progress_end(progress);
    ct_progress_destroy(&progress);
}

static void no_memory(void *quiet) {
    ct_progress *progress = NULL;
    (void)quiet;
    ct_progress_begin(progress, "read", 1);
    ct_progress_update(progress, 1);
    EXPECT(ct_progress_end(progress) == 0);
    ct_progress_destroy(&progress);
}

static void print_to_file(void (*job)(void *), bool quiet, char text[OUTPUT_BYTES]) {
    scratch_printed(job, &quiet, stdout, text, OUTPUT_BYTES);
}

/* Runs `job` with stdout going to a terminal, which holds what a test prints until it is read. */
static void print_to_terminal(void (*job)(void *), bool quiet, char text[OUTPUT_BYTES]) {
    (void)fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    int screen = posix_openpt(O_RDWR | O_NOCTTY);
    EXPECT(screen >= 0 && grantpt(screen) == 0 && unlockpt(screen) == 0);
    int terminal = open(ptsname(screen), O_RDWR | O_NOCTTY);
    EXPECT(kept >= 0 && terminal >= 0 && dup2(terminal, STDOUT_FILENO) >= 0);
    job(&quiet);
    (void)fflush(stdout);
    (void)fcntl(screen, F_SETFL, O_NONBLOCK);
    size_t used = 0;
    for (ssize_t got = 0; (got = read(screen, text + used, OUTPUT_BYTES - 1 - used)) > 0;) {
        used += (size_t)got;
    }
    text[used] = '\0';
    (void)dup2(kept, STDOUT_FILENO);
    (void)close(kept);
    (void)close(terminal);
    (void)close(screen);
}

static int count_of(const char *text, char wanted) {
    int count = 0;
    for (; *text != '\0'; text++) {
        count += *text == wanted;
    }
    return count;
}

static void test_plain(void) {
    char text[OUTPUT_BYTES];
    print_to_file(work, false, text);
    if (rank != 0) {
        EXPECT_INT(*text, '\0');
        return;
    }
    EXPECT(strncmp(text, "read         ", 13) == 0);
    EXPECT_TEXT(text, " s  ");
    EXPECT_TEXT(text, " GB/s\na phase whose name");
    EXPECT_INT(count_of(text, '\n'), 2);
    EXPECT_INT(count_of(text, '\r'), 0);
    EXPECT(text[strlen(text) - 1] == '\n');
    print_to_file(leave, false, text);
    EXPECT_INT(*text, '\0');
    print_to_file(steps, false, text);
    EXPECT_TEXT(text, " steps/s\n");
    EXPECT(atof(strstr(text, " s  ") + 4) <= 1 / phase_s + 1); /* those that were done count */
}

static void test_terminal(void) {
    char text[OUTPUT_BYTES];
    print_to_terminal(work, false, text);
    if (rank != 0) {
        EXPECT_INT(*text, '\0');
        return;
    }
    EXPECT(strncmp(text, "\rread           0 %", 19) == 0);
    EXPECT_TEXT(text, " %  ");
    EXPECT_TEXT(text, " s left");
    EXPECT_TEXT(text, " GB/s  ");
    EXPECT_INT(count_of(text, '\n'), 2);
    char *second = strstr(text, "\ra phase");
    EXPECT(second != NULL);
    if (second != NULL) {
        *second =
            '\0'; /* the lines of the first phase: its first, its last, and at most five a second */
        int lines = count_of(text, '\r') - 1; /* the terminal ends the last line with one more */
        EXPECT(lines >= 3 && lines <= 2 + phase_s * 5);
        for (char *line = strtok(text, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
            EXPECT(strlen(line) < 80); /* a longer one would not be rewritten */
        }
    }
    print_to_terminal(leave, false, text);
    EXPECT(text[strlen(text) - 1] == '\n');
}

static void test_silent(void) {
    char text[OUTPUT_BYTES];
    print_to_terminal(work, true, text);
    EXPECT_INT(*text, '\0');
    print_to_file(work, true, text);
    EXPECT_INT(*text, '\0');
    print_to_file(no_memory, false, text);
    EXPECT_INT(*text, '\0');
}

/* mpirun hides the terminal; a variable tells. */
static void test_told(void) {
    char text[OUTPUT_BYTES];
    EXPECT_INT(setenv("CT_PROGRESS", "terminal", 1), 0);
    print_to_file(work, false, text);
    EXPECT(rank == 0 ? count_of(text, '\r') >= 3 : *text == '\0');
    EXPECT_INT(setenv("CT_PROGRESS", "plain", 1), 0);
    print_to_terminal(work, false, text);
    EXPECT(strstr(text, "left") == NULL);
    EXPECT_INT(unsetenv("CT_PROGRESS"), 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)unsetenv("CT_PROGRESS");
    scratch_begin();
    test_plain();
    test_terminal();
    test_silent();
    test_told();
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
