/* What control groups leave, from made-up files of both versions. */
#include "expect.h"

#include "io/run/available.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[] = "/tmp/cornerturn-XXXXXX";
static const char *const names[] = {"memory.max", "memory.limit_in_bytes", "memory.stat",
                                    "memory.usage_in_bytes", "memory.current"};
enum { NAMES = sizeof names / sizeof *names };

static void put(const char *name, const char *text) {
    char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    EXPECT(file != NULL && fputs(text, file) >= 0);
    EXPECT(file != NULL && fclose(file) == 0);
}

static void remove_all(void) {
    for (int i = 0; i < NAMES; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        (void)unlink(path);
    }
}

int main(void) {
    EXPECT(mkdtemp(directory) != NULL);
    EXPECT(ct_available_in_group(directory) == HUGE_VAL);
    put("memory.current", "700000\n");
    put("memory.stat", "anon 600000\nfile 100000\ninactive_anon 5\ninactive_file 40000\n");
    EXPECT(ct_available_in_group(directory) == HUGE_VAL);
    put("memory.max", "max\n");
    EXPECT(ct_available_in_group(directory) == HUGE_VAL);
    put("memory.max", "1000000\n");
    EXPECT(ct_available_in_group(directory) == 340000);
    put("memory.max", "500000\n");
    EXPECT(ct_available_in_group(directory) == 0);
    remove_all();
    put("memory.limit_in_bytes", "1000000\n");
    put("memory.usage_in_bytes", "900000\n");
    put("memory.stat", "inactive_file 1\ntotal_inactive_file 30000\n");
    EXPECT(ct_available_in_group(directory) == 130000);
    remove_all();
    EXPECT(rmdir(directory) == 0);

    const ct_available node = ct_available_on_node();
    EXPECT(node.bytes > 0 && node.bytes < 1e15 && strlen(node.of) > 0);
    EXPECT(ct_available_alone().bytes > 0);
    return expect_status();
}
