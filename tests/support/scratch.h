/* A directory of a test's own, the same on all ranks; small files in it; what a job prints. */
#ifndef CT_TESTS_SCRATCH_H
#define CT_TESTS_SCRATCH_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRATCH_BYTES = 512 };

static char scratch_directory[] = "scratch-XXXXXX";

/* Collective over MPI_COMM_WORLD. */
static inline void scratch_begin(void) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && mkdtemp(scratch_directory) == NULL) {
        perror(scratch_directory);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Bcast(scratch_directory, (int)sizeof scratch_directory, MPI_CHAR, 0, MPI_COMM_WORLD);
}

/* Removes the directory; not 0 when a test has left something in it. Collective as well. */
static inline int scratch_end(void) {
    int rank = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0 ? rmdir(scratch_directory) : 0;
}

/* The path of a file there, valid until the next call. Local, as all below. */
static inline const char *scratch_path(const char *name) {
    static char path[SCRATCH_BYTES];
    (void)snprintf(path, SCRATCH_BYTES, "%s/%s", scratch_directory, name);
    return path;
}

static inline void scratch_write(const char *name, const char *bytes, size_t count) {
    FILE *file = fopen(scratch_path(name), "wb");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0) {
        perror(name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* The whole file as a text, cut to fit; empty when there is none. */
static inline const char *scratch_text(const char *name, char *text, size_t text_bytes) {
    size_t count = 0;
    FILE *file = fopen(scratch_path(name), "rb");
    if (file != NULL) {
        count = fread(text, 1, text_bytes - 1, file);
        (void)fclose(file);
    }
    text[count] = '\0';
    return text;
}

static inline void scratch_remove(const char *name) {
    (void)remove(scratch_path(name));
}

/* What `job` prints to `stream`, cut to fit. */
static inline void scratch_printed(void (*job)(void *), void *data, FILE *stream, char *text,
                                   size_t text_bytes) {
    int rank = 0;
    char name[32];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)snprintf(name, sizeof name, "printed-%d", rank);
    (void)fflush(stream);
    int kept = dup(fileno(stream));
    FILE *file = fopen(scratch_path(name), "wb");
    if (kept < 0 || file == NULL || dup2(fileno(file), fileno(stream)) < 0) {
        perror(name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    job(data);
    (void)fflush(stream);
    (void)dup2(kept, fileno(stream));
    (void)close(kept);
    (void)fclose(file);
    scratch_text(name, text, text_bytes);
    scratch_remove(name);
}

#endif
