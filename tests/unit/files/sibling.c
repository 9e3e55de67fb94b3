/* What is swept away beside a file: what killed jobs left, and nothing of a user's. */
#define _GNU_SOURCE /* mkdtemp */
#include "expect.h"

#include "files/sibling.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static const struct {
    const char *name;
    bool stays;
} files[] = {
    {"a.h5.partial-12-0", false},
    {"a.h5.partial-2147483647-99", false},
    {"a.h5.partial-12-0.node3", false},
    {"a.h5", true},
    {"a.h5.partial", true},
    {"a.h5.partial-old.h5", true},
    {"a.h5.partial-12", true},
    {"a.h5.partial-12-0.h5", true},
    {"a.h5.partial-12-", true},
    {"a.h5.partial--0", true},
    {"a.h5.partial-12-0.node", true},
    {"a.h5.partial-12-0.node3.h5", true},
    {"b.h5.partial-12-0", true},
    {"a.h5.lock", true},
};

int main(void) {
    char directory[] = "sibling-XXXXXX";
    EXPECT(mkdtemp(directory) != NULL && chdir(directory) == 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *stream = fopen(files[i].name, "w");
        EXPECT(stream != NULL && fclose(stream) == 0);
    }
    ct_path_sweep("./a.h5");
    ct_path_sweep("a.h5");
    ct_path_sweep("no/such/a.h5");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const bool is_there = access(files[i].name, F_OK) == 0;
        EXPECT_INT(is_there, files[i].stays);
        if (is_there != files[i].stays) {
            (void)fprintf(stderr, "    %s\n", files[i].name);
        }
        (void)unlink(files[i].name);
    }
    EXPECT(chdir("..") == 0 && rmdir(directory) == 0);
    return expect_status();
}
