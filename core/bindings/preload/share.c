#include "bindings/preload/share.h"

#include <stdint.h>

#ifdef CT_PRELOAD_SHARES

#include "bindings/shared/files.h"
#include "bindings/shared/limits.h"
#include "bindings/shared/open.h"

enum { SHARED_FROM_BYTES = 1 << 20, SHARINGS_MOST = 64 };

size_t ct_share_from(void) {
    static size_t from; /* threads that read it at the same time find the same */
    if (from == 0) {
        from = ct_shared_from("CT_PRELOAD_SHARE", SHARED_FROM_BYTES);
    }
    return from;
}

static ct_status share(const ct_context *context, const ct_call *call, int *shared) {
    const ptrdiff_t bytes = call->send != NULL; /* of the memory that all of the array is in */
    return ct_shared_files_open(context, 1, &call->send, &bytes, 1, shared);
}

ct_call_share *ct_share_of(const ct_communicator *state) {
    return ct_share_from() < SIZE_MAX && state->sharings < SHARINGS_MOST ? share : NULL;
}

int ct_share_file_of(const void *address, ct_shared_notice *file, uint64_t *base) {
    return ct_share_from() < SIZE_MAX && ct_shared_file_tell(address, file, base);
}

#else

int ct_share_file_of(const void *address, ct_shared_notice *file, uint64_t *base) {
    (void)address;
    (void)file;
    (void)base;
    return 0;
}

size_t ct_share_from(void) {
    return SIZE_MAX;
}

ct_call_share *ct_share_of(const ct_communicator *state) {
    (void)state;
    return NULL;
}

#endif
