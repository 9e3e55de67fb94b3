/* Wisdom between ranks: FFTW's own, which every plan here uses for its local transforms. */

#include <stdlib.h>
#include <string.h>

static void import_text(const char *text) {
    if (!FFTW(import_wisdom_from_string)(text)) {
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* The length of a text and its letters, of which FFTW has no more than 2^31. */
static char *receive_text(int from, MPI_Comm comm) {
    int bytes = 0;
    (void)MPI_Recv(&bytes, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
    char *text = calloc((size_t)bytes + 1, 1);
    if (text == NULL) {
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
        return NULL;
    }
    (void)MPI_Recv(text, bytes, MPI_CHAR, from, 0, comm, MPI_STATUS_IGNORE);
    return text;
}

static void send_text(int to, MPI_Comm comm) {
    char *text = FFTW(export_wisdom_to_string)();
    const int bytes = text != NULL ? (int)strlen(text) : 0;
    (void)MPI_Send(&bytes, 1, MPI_INT, to, 0, comm);
    (void)MPI_Send(text, bytes, MPI_CHAR, to, 0, comm);
    free(text);
}

/* Binary trees, rooted at rank 0: in round k, ranks that are odd multiples of 2^k and the even ones
 * before them talk to each other. */
static void pass_wisdom(MPI_Comm comm, int is_gathering) {
    MPI_Comm own = MPI_COMM_NULL;
    int rank = 0;
    int size = 1;
    int rounds = 0;
    (void)MPI_Comm_dup(comm, &own); /* as FFTW's: the caller's messages stay apart */
    (void)MPI_Comm_rank(own, &rank);
    (void)MPI_Comm_size(own, &size);
    while (1 << rounds < size) {
        rounds++;
    }
    for (int i = 0; i < rounds; i++) {
        const int step = 1 << (is_gathering ? i : rounds - 1 - i);
        const int is_upper = rank % (2 * step) == step;
        const int is_lower = rank % (2 * step) == 0 && rank + step < size;
        const int peer = is_upper ? rank - step : rank + step;
        if ((is_upper && is_gathering) || (is_lower && !is_gathering)) {
            send_text(peer, own);
        } else if (is_upper || is_lower) {
            char *text = receive_text(peer, own);
            import_text(text);
            free(text);
        }
    }
    (void)MPI_Comm_free(&own);
}

void MPI(gather_wisdom)(MPI_Comm comm) {
    pass_wisdom(comm, 1);
}

void MPI(broadcast_wisdom)(MPI_Comm comm) {
    pass_wisdom(comm, 0);
}
