#include "bindings/preload/begun/request.h"

#include "trace/clock.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef MPICH

static ct_begun_request *under_way;

/* Where neither this process nor, through shared memory, another one moves on, messages of the
 * program may have to: MPI_Wait calls nothing but the function below. No message has this tag. */
static void progress_library(void) {
    enum { TAG = 32767 };
    int flag = 0;
    (void)PMPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static int finish(ct_begun_request *request, int code) {
    const int is_here = request->inner == MPI_REQUEST_NULL && request->joined != NULL &&
                        request->exchange.board != NULL;
    if (is_here) {
        code = ct_begun_exchange_end(&request->exchange);
    }
    const int is_timed = request->trial >= 0 || request->is_noted;
    const double seconds = is_timed ? ct_clock_s() - request->start_s : 0;
    if (request->trial >= 0 && request->joined != NULL) {
        ct_board_sample(request->joined->board, request->trial, seconds);
    }
    if (request->is_noted) {
        ct_sites_add(&request->site, seconds, is_here ? "single copies" : NULL);
    }
    if (request->joined != NULL) {
        ct_joined_release(request->joined);
    }
    if (request->previous != NULL) {
        request->previous->next = request->next;
    } else {
        under_way = request->next;
    }
    if (request->next != NULL) {
        request->next->previous = request->previous;
    }
    request->is_over = 1;
    (void)PMPI_Grequest_complete(request->handle);
    return code;
}

static int advance(ct_begun_request *request) {
    int is_complete = 0;
    int code = MPI_SUCCESS;
    if (request->is_over) {
        return MPI_SUCCESS;
    }
    if (request->inner != MPI_REQUEST_NULL) {
        code = PMPI_Test(&request->inner, &is_complete, MPI_STATUS_IGNORE);
        is_complete = is_complete || code != MPI_SUCCESS;
    } else if (!(is_complete = ct_begun_exchange_advance(&request->exchange))) {
        progress_library();
    }
    return is_complete ? finish(request, code) : MPI_SUCCESS;
}

static int poll(void *of, MPI_Status *status) {
    (void)status;
    return advance(of);
}

static int wait(int count, void **of, double timeout_s, MPI_Status *status) {
    int code = MPI_SUCCESS;
    (void)timeout_s;
    (void)status;
    for (int i = 0; i < count; i++) {
        ct_begun_request *request = of[i];
        while (code == MPI_SUCCESS && !request->is_over) {
            code = advance(request);
        }
    }
    return code;
}

static int query(void *of, MPI_Status *status) {
    (void)of;
    (void)PMPI_Status_set_elements(status, MPI_BYTE, 0);
    (void)PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    status->MPI_TAG = MPI_ANY_TAG;
    return MPI_SUCCESS;
}

static int destroy(void *of) {
    free(of);
    return MPI_SUCCESS;
}

/* MPI forbids it for collectives. */
static int cancel(void *of, int is_complete) {
    (void)of;
    (void)is_complete;
    return MPI_ERR_REQUEST;
}

int ct_begun_request_is_possible(void) {
    return !ct_communicator_has_threads();
}

void ct_begun_request_create(const ct_begun_request *begun, MPI_Request *request) {
    ct_begun_request *made = malloc(sizeof *made);
    if (made != NULL) {
        *made = *begun;
        made->is_over = 0;
        made->next = under_way;
        made->previous = NULL;
    }
    if (made == NULL || PMPIX_Grequest_start(query, destroy, cancel, poll, wait, made,
                                             &made->handle) != MPI_SUCCESS) {
        (void)fprintf(stderr, "cornerturn: no place for a request\n");
        (void)PMPI_Abort(MPI_COMM_WORLD, 1);
        free(made);
        return;
    }
    if (under_way != NULL) {
        under_way->previous = made;
    }
    under_way = made;
    *request = made->handle;
}

void ct_begun_request_advance_all(void) {
    ct_begun_request *next = NULL;
    for (ct_begun_request *request = under_way; request != NULL; request = next) {
        next = request->next;
        (void)advance(request);
    }
}

#else

int ct_begun_request_is_possible(void) {
    return 0;
}

void ct_begun_request_create(const ct_begun_request *begun, MPI_Request *request) {
    *request = begun->inner;
}

void ct_begun_request_advance_all(void) {
}

#endif
