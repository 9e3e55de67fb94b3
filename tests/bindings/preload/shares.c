/* A program under libcornerturn_preload_share.so: large memory is in memory files and keeps what
 * malloc, realloc and fork promise; arrays that change from call to call are exchanged rightly. */
#include "expect.h"

#include <malloc.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGE = 1 << 20, BLOCK = 1 << 18, CALLS = 60 };

/* How many memory files of the allocator begin before one address and end after another. */
static int count_files(uintptr_t before, uintptr_t after) {
    char line[512];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long long begin = 0;
        unsigned long long end = 0;
        found += sscanf(line, "%llx-%llx", &begin, &end) == 2 && begin <= before && end > after &&
                 strstr(line, "memfd:cornerturn") != NULL;
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return found;
}

static int is_shared(uintptr_t address) {
    return count_files(address, address) > 0;
}

/* What was freed last is allocated again, without what was in it where that is asked for; neither
 * very large arrays nor very many are kept. */
static void test_kept(void) {
    enum { MANY = 100, KEPT = 16, VERY_LARGE = 65 << 20 };
    static const char zeros[LARGE];
    char *array = malloc(2 * (size_t)LARGE);
    const uintptr_t place = (uintptr_t)array;
    memset(array, 9, 2 * (size_t)LARGE);
    free(array);
    EXPECT(malloc_usable_size(array = calloc(LARGE + 1, 1)) == 2 * (size_t)LARGE);
    EXPECT((uintptr_t)array == place && memcmp(array, zeros, LARGE) == 0 && array[LARGE] == 0);
    char *other = malloc(2 * (size_t)LARGE);
    EXPECT((uintptr_t)other != place);
    free(array);
    free(other);
    char *small = malloc(LARGE - 1);
    EXPECT(!is_shared((uintptr_t)small));
    free(small);
    char *large = malloc(VERY_LARGE);
    const uintptr_t there = (uintptr_t)large;
    EXPECT(is_shared(there));
    free(large);
    EXPECT(!is_shared(there));
    char *many[MANY];
    for (int i = 0; i < MANY; i++) {
        many[i] = malloc(LARGE);
        memset(many[i], i, LARGE);
    }
    for (int i = 0; i < MANY; i++) {
        EXPECT(many[i][LARGE - 1] == i);
        free(many[i]);
    }
    EXPECT_INT(count_files(UINTPTR_MAX, 0), KEPT);
}

static void test_memory(void) {
    char *small = malloc(100);
    char *zeros = calloc(LARGE, 1);
    EXPECT(!is_shared((uintptr_t)small) && is_shared((uintptr_t)zeros));
    EXPECT(zeros[0] == 0 && zeros[LARGE - 1] == 0 && malloc_usable_size(zeros) == LARGE);
    zeros[0] = 1;
    zeros[LARGE - 1] = 2;
    char *longer = realloc(zeros, 3 * (size_t)LARGE);
    EXPECT(is_shared((uintptr_t)longer) && longer[0] == 1 && longer[LARGE - 1] == 2);
    longer[3 * (size_t)LARGE - 1] = 3;
    char *shorter = realloc(longer, 1000);
    EXPECT(!is_shared((uintptr_t)shorter) && shorter[0] == 1);
    char *grown = realloc(shorter, 2 * (size_t)LARGE);
    EXPECT(is_shared((uintptr_t)grown) && grown[0] == 1);
    void *aligned = NULL;
    EXPECT_INT(posix_memalign(&aligned, 64, LARGE), 0);
    EXPECT(is_shared((uintptr_t)aligned) && (uintptr_t)aligned % 64 == 0);
    void *huge = aligned_alloc(1 << 21, 1 << 21); /* more than pages are aligned to */
    EXPECT(huge != NULL && (uintptr_t)huge % (1 << 21) == 0);
    volatile size_t most = SIZE_MAX;
    EXPECT(malloc(most / 2 + 1) == NULL && calloc(most, 2) == NULL);
    free(small);
    free(grown);
    free(aligned);
    free(huge);
    char *many[5000]; /* more than descriptors */
    for (int i = 0; i < 5000; i++) {
        many[i] = malloc(LARGE);
        EXPECT(many[i] != NULL);
        many[i][0] = (char)i;
    }
    for (int i = 0; i < 5000; i++) {
        EXPECT(many[i][0] == (char)i);
        free(many[i]);
    }
}

/* What a child writes and frees is its own. */
static void test_fork(char *array) {
    array[0] = 5;
    array[LARGE - 1] = 6;
    const pid_t child = fork();
    if (child == 0) {
        const int saw = array[0] == 5 && array[LARGE - 1] == 6;
        array[0] = 7;
        memset(array + 1, 8, LARGE - 2);
        const int has = array[0] == 7 && array[LARGE - 1] == 6;
        free(array);
        char *own = malloc(LARGE);
        _exit(saw && has && own != NULL && is_shared((uintptr_t)own) ? 0 : 1);
    }
    int status = -1;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    EXPECT_INT(status, 0);
    EXPECT(array[0] == 5 && array[1] == 0 && array[LARGE - 1] == 6);
}

/* Blocks that say from where, to where and when; the arrays are now these, now others, in the
 * middle of their memory, freed and allocated again. */
static void test_exchanges(int rank, int size) {
    const size_t bytes = (size_t)size * BLOCK;
    int *send[2] = {calloc(bytes + LARGE, 1), calloc(bytes + LARGE, 1)};
    int *receive = malloc(bytes + LARGE);
    const int words = BLOCK / (int)sizeof(int);
    int wrong = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    for (int call = 0; call < CALLS; call++) {
        int *from = send[call / 7 % 2] + call % 5;
        for (int peer = 0; peer < size; peer++) {
            for (int i = 0; i < words; i++) {
                from[peer * words + i] = (rank * 16 + peer) * CALLS + call + i % 3;
            }
        }
        if (call % 2 == 0) {
            MPI_Alltoall(from, words, MPI_INT, receive, words, MPI_INT, MPI_COMM_WORLD);
        } else {
            MPI_Ialltoall(from, words, MPI_INT, receive, words, MPI_INT, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        for (int peer = 0; peer < size; peer++) {
            for (int i = 0; i < words; i++) {
                wrong += receive[peer * words + i] != (peer * 16 + rank) * CALLS + call + i % 3;
            }
        }
        if (call % 20 == 19) {
            free(send[0]);
            send[0] = calloc(bytes + LARGE, 1);
        }
        if (call == CALLS / 2) { /* in the middle of it all, with arrays that others have open */
            memset(send[1], 0, LARGE);
            test_fork((char *)send[1]);
        }
    }
    EXPECT_INT(wrong, 0);
    free(send[0]);
    free(send[1]);
    free(receive);
}

int main(int argc, char **argv) {
    int rank = 0;
    int size = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    test_memory();
    test_kept();
    char *array = calloc(LARGE, 1);
    test_fork(array);
    free(array);
    test_exchanges(rank, size);
    MPI_Finalize();
    return expect_status();
}
