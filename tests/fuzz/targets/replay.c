/* Runs a target once on every file of a directory: its corpus, as a test without libFuzzer. */
#include "fuzz.h"

#include <dirent.h>
#include <stdint.h>

enum { INPUT_MOST = 1 << 20, PATH_ROOM = 4096 };

static void replay(const char *path) {
    uint8_t *data = malloc(INPUT_MOST);
    FILE *file = fopen(path, "rb");
    FUZZ_EXPECT(data != NULL && file != NULL);
    size_t size = fread(data, 1, INPUT_MOST, file);
    (void)fclose(file);
    uint8_t *exact = malloc(size + 1); /* the sanitizer sees what is read past its end */
    FUZZ_EXPECT(exact != NULL);
    memcpy(exact + 1, data, size);
    free(data);
    (void)printf("%s\n", path);
    (void)fflush(stdout); /* the last one printed is the one that failed */
    (void)LLVMFuzzerTestOneInput(exact + 1, size);
    free(exact);
}

int main(int argc, char **argv) {
    int replayed = 0;
    for (int i = 1; i < argc; i++) {
        DIR *directory = opendir(argv[i]);
        FUZZ_EXPECT(directory != NULL);
        for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
            char path[PATH_ROOM];
            if (entry->d_name[0] != '.') {
                (void)snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
                replay(path);
                replayed++;
            }
        }
        (void)closedir(directory);
    }
    (void)printf("%d inputs\n", replayed);
    return replayed > 0 ? 0 : 1;
}
