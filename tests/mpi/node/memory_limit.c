/* Memory of ct_alloc where sharing it is impossible: each rank of the node gets its own then. And
 * where there is none: all ranks are told so. */
#include "counted.h"
#include "expect.h"
#include "segments.h"

#include "node/segment.h"
#include "node/shm.h"
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int rank, size;

/* Bytes at the end of new segments without pages. Not madvise itself, which UCX replaces. */
static off_t missing_bytes;

static int
    named; /* files of this process that have had a name in /dev/shm when they got their size */

static int count_names(void) {
    char begin[64];
    int count = 0;
    (void)snprintf(begin, sizeof begin, "cornerturn-%ld-", (long)getpid());
    DIR *listing = opendir("/dev/shm");
    const struct dirent *entry = NULL;
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        count += strncmp(entry->d_name, begin, strlen(begin)) == 0;
    }
    if (listing != NULL) {
        (void)closedir(listing);
    }
    return count;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int ftruncate(int descriptor, off_t bytes) {
    named += count_names();
    return (int)syscall(SYS_ftruncate, descriptor, bytes - missing_bytes);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int posix_fallocate(int descriptor, off_t offset, off_t bytes) {
    return missing_bytes > 0                                           ? ENOSPC
           : syscall(SYS_fallocate, descriptor, 0, offset, bytes) == 0 ? 0
                                                                       : errno;
}

static int node_size;  /* ranks on this node; 1: nothing is ever shared */
static int node_place; /* this one among them */

/* Allocates, and expects of all ranks of the node that they share it or that they do not. */
static void *expect_shared(ptrdiff_t bytes, int shared) {
    void *memory = NULL;
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &memory), CT_OK);
    EXPECT_INT(ct_place_of(memory).segment != 0, shared && node_size > 1);
    if (bytes > 0 && memory != NULL) { /* it is there, all of it */
        ((char *)memory)[0] = 1;
        ((char *)memory)[bytes - 1] = 1;
    }
    return memory;
}

static void expect_freed(void *memory) {
    ct_free(&memory);
    EXPECT(memory == NULL);
}

/* What an array was promised is not room for another before it is touched, as small ones are at
 * once; then the file system itself counts it, which CT_SHARED_BYTES does not. */
static void expect_promises(void) {
    char room[32];
    const ptrdiff_t bytes = (ptrdiff_t)20 << 20;
    (void)snprintf(room, sizeof room, "%td", node_size * (bytes + 8192));
    EXPECT_INT(setenv("CT_SHARED_BYTES", room, 1), 0);
    void *first = expect_shared(bytes, 1);
    expect_freed(expect_shared(bytes, 0));
    memset(first, 1, (size_t)bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    void *second = expect_shared(bytes, 1);
    expect_freed(expect_shared(2 * bytes, 0));
    expect_freed(first);
    expect_freed(second);
    EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
    expect_freed(expect_shared(0, 0));
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
    expect_freed(expect_shared(0, 1));
}

/* Bytes of addresses this process has taken. */
static rlim_t address_bytes(void) {
    long pages = 0;
    FILE *state = fopen("/proc/self/statm", "r");
    EXPECT(state != NULL && fscanf(state, "%ld", &pages) == 1);
    if (state != NULL) {
        (void)fclose(state);
    }
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* What only the last rank lacks, its node goes without; other nodes share. */
static void expect_limits(void) {
    int last_is_here = 0;
    int *ranks = NULL;
    int count = 0;
    struct rlimit kept_bytes;
    EXPECT_INT(ct_node_ranks(MPI_COMM_WORLD, &ranks, &count), CT_OK);
    last_is_here = count > 0 && ranks[count - 1] == size - 1;
    free(ranks);
    if (rank == size - 1) {
        EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
    }
    expect_freed(expect_shared(70000, !last_is_here));
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
    /* Little for files; of addresses enough for MPI's own needs, not for the segment. */
    const struct {
        int kind;
        rlim_t bytes;
        ptrdiff_t wanted_bytes;
    } limits[] = {{RLIMIT_FSIZE, 1 << 20, 1 << 20},
                  {RLIMIT_AS, address_bytes() + (16 << 20), 64 << 20}};
    for (int k = 0; k < 2; k++) {
        (void)getrlimit(limits[k].kind, &kept_bytes);
        struct rlimit less_bytes = {.rlim_cur = limits[k].bytes, .rlim_max = kept_bytes.rlim_max};
        if (rank == size - 1) {
            EXPECT_INT(setrlimit(limits[k].kind, &less_bytes), 0);
        }
        void *memory = expect_shared(rank == size - 1 ? 0 : limits[k].wanted_bytes, !last_is_here);
        (void)setrlimit(limits[k].kind, &kept_bytes);
        expect_freed(memory);
    }
    refuse_sharing = 1;
    expect_freed(expect_shared(70000, 0));
    refuse_sharing = 0;
}

/* A process that is killed, at whatever moment, leaves nothing in /dev/shm: files have no names.
 * Where others cannot open such a file, as in containers that share /dev/shm alone, it has one,
 * from then on at once, and not for long. */
static void expect_nameless(void) {
    named = 0;
    expect_freed(expect_shared(70000, 1));
    EXPECT_INT(named, 0);
    for (int k = 1; k <= 2; k++) {
        refuse_nameless = 1;
        expect_freed(expect_shared(70000, 1));
        refuse_nameless = 0;
        EXPECT(named == 0 || named == k);
        EXPECT_INT(named > 0, node_place == 0 && node_size > 1);
        EXPECT_INT(count_names(), 0);
    }
}

/* Where another job has taken pages since free ones were counted, touching them is SIGBUS: if the
 * last rank has none, its whole node goes without. */
static void expect_pages_taken(void) {
    missing_bytes = 4096;
    expect_freed(expect_shared(70000, 0));
    missing_bytes = 0;
    expect_freed(expect_shared(70000, 1));
}

/* An address within a page is refused as the whole call is by old systems: another one places. */
static void expect_placed_otherwise(void) {
    struct stat found;
    char name[64];
    (void)snprintf(name, sizeof name, "/cornerturn-test-%ld", (long)getpid());
    const int descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    EXPECT(descriptor >= 0 && ftruncate(descriptor, 8192) == 0);
    (void)shm_unlink(name);
    char *base = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    EXPECT_INT(ct_shm_place(base + 1, 4096, descriptor, 4096), 1);
    EXPECT(fstat(descriptor, &found) == 0 && found.st_blocks == 8);
    missing_bytes = 4096;
    EXPECT_INT(ct_shm_place(base + 1, 4096, descriptor, 4096), 0);
    missing_bytes = 0;
    (void)munmap(base, 8192);
    (void)close(descriptor);
}

static void expect_refusal(ptrdiff_t bytes, ct_status wanted, const char *message) {
    void *memory = &memory;
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &memory), wanted);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(memory == NULL);
}

static void expect_refusals(void) {
    const ptrdiff_t absurd = PTRDIFF_MAX / 2;
    const char *no_memory = "no memory for an array of 4611686018.427 GB on this rank";
    expect_refusal(-5, CT_ERROR_ARGUMENT, "cannot allocate -5 bytes");
    expect_refusal(rank == size - 1 ? -5 : 5, CT_ERROR_ARGUMENT, "cannot allocate -5 bytes");
    expect_refusal(absurd, CT_ERROR_MEMORY, no_memory);
    expect_refusal(rank == 0 ? absurd : 5, CT_ERROR_MEMORY, no_memory);
    expect_refusal(PTRDIFF_MAX, CT_ERROR_MEMORY, "no memory for an array of 9223372036.855 GB");
    void *memory = &memory;
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, absurd, &memory), CT_ERROR_MEMORY);
    EXPECT_TEXT(ct_error_message(), no_memory);
    EXPECT(memory == NULL);
    static const char *const wrong[] = {"", "many", "1 GB", "-1", "99999999999999999999"};
    for (size_t k = 0; size > 1 && k < sizeof wrong / sizeof *wrong; k++) {
        EXPECT_INT(setenv("CT_SHARED_BYTES", wrong[k], 1), 0);
        expect_refusal(5, CT_ERROR_CONFIG, "allowed: a number of bytes");
        EXPECT_TEXT(ct_error_message(), wrong[k]);
    }
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
}

int main(int argc, char **argv) {
    int *ranks = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    EXPECT_INT(ct_node_ranks(MPI_COMM_WORLD, &ranks, &node_size), CT_OK);
    while (node_place < node_size && ranks[node_place] != rank) {
        node_place++;
    }
    free(ranks);
    expect_promises();
    expect_limits();
    expect_pages_taken();
    expect_placed_otherwise();
    expect_refusals();
    expect_nameless();                /* the last: there are names afterwards */
    EXPECT_INT(mapped_segments(), 0); /* of nodes that had memory when others had none, too */
    (void)expect_shared(100, 1);      /* MPI_Finalize does without ct_free */
    EXPECT_INT(mapped_segments(), node_size > 1);
    MPI_Finalize();
    EXPECT_INT(counted_made, counted_freed);
    return expect_status();
}
