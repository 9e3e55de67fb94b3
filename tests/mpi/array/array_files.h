/* A directory of its own for a test's files, the same on all ranks; gone at the end. */
#ifndef CT_TESTS_ARRAY_FILES_H
#define CT_TESTS_ARRAY_FILES_H

#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_PATH_BYTES = 1024 };

static char files_directory[64] = "array-XXXXXX";

static inline void files_begin(void) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && mkdtemp(files_directory) == NULL) {
        perror("mkdtemp");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Bcast(files_directory, (int)sizeof files_directory, MPI_CHAR, 0, MPI_COMM_WORLD);
}

/* The path of file `name` there. Valid until the fourth call from now. */
static inline const char *files_path(const char *name) {
    static char paths[4][FILES_PATH_BYTES];
    static int next;
    char *path = paths[next++ % 4];
    (void)snprintf(path, FILES_PATH_BYTES, "%s/%s", files_directory, name);
    return path;
}

/* Files and empty directories there; removed as they are counted when `remove_them`. */
static inline int files_count(int remove_them) {
    int count = 0;
    DIR *directory = opendir(files_directory);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            count++;
            if (remove_them) {
                (void)remove(files_path(entry->d_name));
            }
        }
    }
    if (directory != NULL) {
        (void)closedir(directory);
    }
    return count;
}

static inline void files_end(void) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        (void)files_count(1);
        (void)rmdir(files_directory);
    }
}

#endif
