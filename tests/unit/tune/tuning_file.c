/* Tuning files on the disk: many writers at once, files that are left as they are, links. */
#include "expect.h"
#include "tuning_entries.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WRITERS = 8, ENTRIES = 50 };

/* Nothing stays beside the file. */
static void expect_no_lock(const char *path) {
    static const char *const endings[] = {".lock", ".lock.d"};
    char name[128];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, endings[i]);
        EXPECT(access(name, F_OK) != 0);
    }
}

/* A writer that died left the file of its lock: that keeps nobody from writing, and goes. */
static void expect_left_lock(const char *directory) {
    char path[128];
    char name[160];
    ct_tuning_entry entry = choice("here", 4, 40, "direct");
    (void)snprintf(path, sizeof path, "%s/left", directory);
    (void)snprintf(name, sizeof name, "%s.lock", path);
    FILE *file = fopen(name, "w");
    EXPECT(file != NULL && fclose(file) == 0);
    EXPECT_INT(ct_tuning_file_put(path, &entry, 0), CT_OK);
    expect_no_lock(path);
}

/* `count` entries by each of several processes, at once. */
static void expect_writers(const char *path, int directory_lock) {
    char *start = NULL;
    size_t length = 0;
    for (int writer = 0; writer < WRITERS; writer++) {
        pid_t child = fork();
        if (child == 0) {
            int failures = 0;
            for (int i = 0; i < ENTRIES; i++) {
                ct_tuning_entry entry = choice("here", 4, writer * ENTRIES + i, "direct");
                failures += ct_tuning_file_put(path, &entry, directory_lock) != CT_OK;
            }
            _exit(failures > 0);
        }
        EXPECT(child > 0);
    }
    for (int writer = 0; writer < WRITERS; writer++) {
        int how = 1;
        EXPECT(wait(&how) > 0);
        EXPECT(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    }
    EXPECT_INT(ct_tuning_file_read(path, &start, &length), CT_OK);
    EXPECT_INT(ct_tuning_count_broken((ct_text){start, length}), 0);
    for (int i = 0; i < WRITERS * ENTRIES; i++) {
        ct_tuning_entry entry = choice("here", 4, i, "");
        EXPECT(ct_tuning_find((ct_text){start, length}, &entry));
    }
    free(start);
    expect_no_lock(path);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    EXPECT(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void expect_refusals(const char *directory) {
    char path[128];
    char *start = NULL;
    size_t length = 0;
    ct_tuning_entry entry = choice("here", 4, 40, "direct");
    (void)snprintf(path, sizeof path, "%s/theirs", directory);
    write_text(path, "(fftw-3.3.10 fftw_wisdom\n");
    EXPECT_INT(ct_tuning_file_put(path, &entry, 0), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "not a tuning file and is left as it is");
    EXPECT_INT(ct_tuning_file_check(path), CT_ERROR_FILE);
    EXPECT_INT(ct_tuning_file_read(path, &start, &length), CT_OK);
    EXPECT(length == 25 && memcmp(start, "(fftw", 5) == 0);
    free(start);
    EXPECT_INT(ct_tuning_file_read(directory, &start, &length), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), directory);
    EXPECT_INT(ct_tuning_file_put(directory, &entry, 0), CT_ERROR_FILE);
    (void)snprintf(path, sizeof path, "%s/missing/file", directory);
    EXPECT_INT(ct_tuning_file_put(path, &entry, 0), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "missing/file");
    EXPECT_INT(ct_tuning_file_check(path), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "missing/file");
    EXPECT_INT(ct_tuning_file_read(path, &start, &length), CT_OK); /* there is none yet */
    EXPECT(start == NULL && length == 0);
    EXPECT_INT(ct_tuning_file_check(directory), CT_ERROR_FILE);
    (void)snprintf(path, sizeof path, "%s/new", directory);
    EXPECT_INT(ct_tuning_file_check(path), CT_OK);
    EXPECT(access(path, F_OK) != 0);
    EXPECT_INT(ct_tuning_file_put(path, &entry, 0), CT_OK);
    EXPECT_INT(ct_tuning_file_check(path), CT_OK);
}

/* A link stays a link and the file keeps who may read it. */
static void expect_link(const char *directory) {
    char path[128];
    char link[128];
    struct stat about;
    ct_tuning_entry entry = choice("here", 4, 40, "direct");
    (void)snprintf(path, sizeof path, "%s/file", directory);
    (void)snprintf(link, sizeof link, "%s/link", directory);
    write_text(path, title);
    EXPECT(chmod(path, 0664) == 0 && symlink("file", link) == 0);
    EXPECT_INT(ct_tuning_file_put(link, &entry, 0), CT_OK);
    EXPECT(lstat(link, &about) == 0 && S_ISLNK(about.st_mode));
    EXPECT(stat(path, &about) == 0 && about.st_size > (off_t)strlen(title) &&
           (about.st_mode & 0777) == 0664);
}

int main(void) {
    char directory[] = "/tmp/ct_tuning_XXXXXX";
    char path[64];
    EXPECT(mkdtemp(directory) != NULL);
    (void)snprintf(path, sizeof path, "%s/one", directory);
    expect_writers(path, 0);
    (void)snprintf(path, sizeof path, "%s/two", directory);
    expect_writers(path, 1);
    expect_left_lock(directory);
    expect_refusals(directory);
    expect_link(directory);
    char remove_all[96];
    (void)snprintf(remove_all, sizeof remove_all, "rm -r %s", directory);
    EXPECT_INT(system(remove_all), 0);
    return expect_status();
}
