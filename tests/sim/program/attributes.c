/* Attributes of communicators as MPI has them, a value on every rank: SimGrid's communicators are
 * one object for all ranks, with one value. The linker puts these functions before SimGrid's. Ranks
 * may share static data. What belongs to communicators that nobody frees ends with the process. */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

enum { KEYVALS = 4, FIRST = 1000000, BUCKETS = 4096 };

typedef struct attribute {
    MPI_Comm comm;
    int keyval, rank;
    void *value;
    struct attribute *next;
} attribute;

static MPI_Comm_delete_attr_function *deleter[KEYVALS];
static int keyvals;
static attribute *bucket[BUCKETS];

/* NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names */
int __real_MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *found);
int __real_MPI_Comm_free(MPI_Comm *comm);
int __wrap_MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                                  MPI_Comm_delete_attr_function *forget, int *keyval, void *extra);
int __wrap_MPI_Comm_free_keyval(int *keyval);
int __wrap_MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value);
int __wrap_MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *found);
int __wrap_MPI_Comm_delete_attr(MPI_Comm comm, int keyval);
int __wrap_MPI_Comm_free(MPI_Comm *comm);

/* The link to this rank's attribute, or the last of its bucket. */
static attribute **find(MPI_Comm comm, int keyval) {
    int rank = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    attribute **link = &bucket[((uintptr_t)comm / 64 + (uintptr_t)rank) % BUCKETS];
    while (*link != NULL &&
           ((*link)->comm != comm || (*link)->keyval != keyval || (*link)->rank != rank)) {
        link = &(*link)->next;
    }
    return link;
}

int __wrap_MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                                  MPI_Comm_delete_attr_function *forget, int *keyval, void *extra) {
    (void)copy;
    (void)extra;
    if (keyvals == KEYVALS) {
        return MPI_ERR_OTHER;
    }
    deleter[keyvals] = forget;
    *keyval = FIRST + keyvals++;
    return MPI_SUCCESS;
}

int __wrap_MPI_Comm_free_keyval(int *keyval) {
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

int __wrap_MPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value) {
    attribute **link = find(comm, keyval);
    *link = *link != NULL ? *link : calloc(1, sizeof **link);
    if (*link == NULL) {
        return MPI_ERR_NO_MEM;
    }
    (*link)->comm = comm;
    (*link)->keyval = keyval;
    (*link)->value = value;
    return MPI_Comm_rank(MPI_COMM_WORLD, &(*link)->rank);
}

int __wrap_MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *found) {
    if (keyval < FIRST || keyval >= FIRST + keyvals) {
        return __real_MPI_Comm_get_attr(comm, keyval, value, found);
    }
    const attribute *at = *find(comm, keyval);
    *found = at != NULL;
    if (at != NULL) {
        *(void **)value = at->value;
    }
    return MPI_SUCCESS;
}

int __wrap_MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
    attribute **link = find(comm, keyval);
    attribute *old = *link;
    if (old == NULL) {
        return MPI_ERR_OTHER;
    }
    *link = old->next;
    (void)deleter[keyval - FIRST](comm, keyval, old->value, NULL);
    free(old);
    return MPI_SUCCESS;
}

int __wrap_MPI_Comm_free(MPI_Comm *comm) {
    for (int k = 0; k < keyvals; k++) {
        (void)__wrap_MPI_Comm_delete_attr(*comm, FIRST + k);
    }
    return __real_MPI_Comm_free(comm);
}
/* NOLINTEND(clang-diagnostic-reserved-identifier) */
