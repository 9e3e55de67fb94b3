/* Which files of a job are one: by name, by link, and by the names that written ones have
 * meanwhile.
 */
#define _GNU_SOURCE /* mkdtemp */
#include "expect.h"

#include "files/paths.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(const char *path) {
    FILE *file = fopen(path, "w");
    EXPECT(file != NULL);
    if (file != NULL) {
        (void)fclose(file);
    }
}

/* A file that is read, and one that is written. */
static ct_status check(const char *in, const char *out) {
    const ct_path_use uses[] = {{"in", in, CT_PATH_READ},
                                {"none", NULL, CT_PATH_WRITTEN},
                                {"empty", "", CT_PATH_WRITTEN},
                                {"out", out, CT_PATH_WRITTEN}};
    return ct_paths_check(uses, 4);
}

static void expect_one(const char *in, const char *out) {
    EXPECT_INT(check(in, out), CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), "in");
    EXPECT_TEXT(ct_error_message(), "out");
    const ct_path_use both_read[] = {{"a", in, CT_PATH_READ}, {"b", out, CT_PATH_READ}};
    EXPECT_INT(ct_paths_check(both_read, 2), CT_OK);
    const ct_path_use both_written[] = {{"a", out, CT_PATH_WRITTEN}, {"b", in, CT_PATH_WRITTEN}};
    EXPECT_INT(ct_paths_check(both_written, 2), CT_ERROR_CONFIG);
}

int main(void) {
    char directory[] = "paths-XXXXXX";
    EXPECT(mkdtemp(directory) != NULL && chdir(directory) == 0);
    EXPECT(mkdir("d", 0777) == 0 && symlink("d", "e") == 0);
    make("d/a");
    EXPECT(symlink("d/a", "soft") == 0 && link("d/a", "hard") == 0 &&
           symlink("x", "dangling") == 0);

    EXPECT_INT(check("d/a", "d/b"), CT_OK);
    EXPECT_INT(check("d/a", "a"), CT_OK);
    expect_one("d/a", "d/a");
    expect_one("d/a", "./d/../d//a");
    expect_one("d/a", "e/a");
    expect_one("soft", "e/a");
    expect_one("d/a", "soft");
    expect_one("hard", "d/a");
    expect_one("d/new", "e/./new"); /* neither is there */
    expect_one("dangling", "./dangling");
    EXPECT_INT(check("no/such/a", "no/such/b"), CT_OK);

    expect_one("d/b.partial", "d/b");
    expect_one("d/b.partial-12-0", "e/b");
    expect_one("d/b.partial.xdmf", "d/b");
    expect_one("e/b.lock", "d/b");
    EXPECT(symlink("d/b.partial", "other") == 0);
    make("d/b.partial");
    expect_one("other", "d/b");
    EXPECT_INT(check("d/b.part", "d/b"), CT_OK);
    EXPECT_INT(check("b.partial", "d/b"), CT_OK);
    EXPECT_INT(check("d/b", "d/b.partial"), CT_OK); /* that one has .partial.partial */

    EXPECT_INT(check("/dev/null", "/dev/null"), CT_OK);

    static const char *const made[] = {"d/a",      "d/b.partial", "soft", "hard",
                                       "dangling", "other",       "e"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        (void)unlink(made[i]);
    }
    EXPECT(rmdir("d") == 0 && chdir("..") == 0 && rmdir(directory) == 0);
    return expect_status();
}
