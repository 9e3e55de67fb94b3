/*
 * The C library's allocator with memory files (bindings/shared) for what is large: for C, C++ and
 * Fortran alike. Whatever is not large, or cannot be shared, is the C library's own.
 */
#include "bindings/preload/share.h"
#include "bindings/shared/files.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* The allocator of glibc under the names that it keeps for this. */
// NOLINTBEGIN(clang-diagnostic-reserved-identifier,bugprone-reserved-identifier)
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *memory);
// NOLINTEND(clang-diagnostic-reserved-identifier,bugprone-reserved-identifier)

/* What programs call, under names of our own: theirs are known to the compiler. */
void *ct_share_malloc(size_t bytes) __asm__("malloc");
void *ct_share_calloc(size_t count, size_t bytes) __asm__("calloc");
void ct_share_free(void *memory) __asm__("free");
void *ct_share_realloc(void *memory, size_t bytes) __asm__("realloc");
void *ct_share_reallocarray(void *memory, size_t count, size_t bytes) __asm__("reallocarray");
void *ct_share_memalign(size_t alignment, size_t bytes) __asm__("memalign");
void *ct_share_aligned_alloc(size_t alignment, size_t bytes) __asm__("aligned_alloc");
int ct_share_posix_memalign(void **memory, size_t alignment,
                            size_t bytes) __asm__("posix_memalign");
void *ct_share_valloc(size_t bytes) __asm__("valloc");
void *ct_share_pvalloc(size_t bytes) __asm__("pvalloc");
size_t ct_share_malloc_usable_size(void *memory) __asm__("malloc_usable_size");

enum { PAGE_BYTES = 4096 };

static void *share(size_t bytes, int clear) {
    return bytes >= ct_share_from() ? ct_shared_file_alloc(bytes, clear) : NULL;
}

/* Without the lock for most of what is freed. */
static int may_be_shared(const void *memory) {
    return memory != NULL && (uintptr_t)memory % PAGE_BYTES == 0;
}

void *ct_share_malloc(size_t bytes) {
    void *memory = share(bytes, 0);
    return memory != NULL ? memory : __libc_malloc(bytes);
}

void *ct_share_calloc(size_t count, size_t bytes) {
    size_t all = 0;
    void *memory = !__builtin_mul_overflow(count, bytes, &all) ? share(all, 1) : NULL;
    return memory != NULL ? memory : __libc_calloc(count, bytes);
}

void ct_share_free(void *memory) {
    const int error = errno;
    if (!may_be_shared(memory) || !ct_shared_file_free(memory)) {
        __libc_free(memory);
    }
    errno = error;
}

void *ct_share_realloc(void *memory, size_t bytes) {
    size_t had = may_be_shared(memory) ? ct_shared_file_bytes(memory) : 0;
    if (memory == NULL) {
        return ct_share_malloc(bytes);
    }
    if (had == 0 && bytes < ct_share_from()) {
        return __libc_realloc(memory, bytes);
    }
    had = had > 0 ? had : ct_share_malloc_usable_size(memory);
    if (bytes == 0) {
        ct_share_free(memory);
        return NULL;
    }
    if (bytes <= had && bytes > had / 2) {
        return memory;
    }
    void *other = ct_share_malloc(bytes);
    if (other != NULL) {
        memcpy(other, memory, bytes < had ? bytes : had);
        ct_share_free(memory);
    }
    return other;
}

void *ct_share_reallocarray(void *memory, size_t count, size_t bytes) {
    size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    return ct_share_realloc(memory, all);
}

void *ct_share_memalign(size_t alignment, size_t bytes) {
    void *memory = alignment <= PAGE_BYTES ? share(bytes, 0) : NULL;
    return memory != NULL ? memory : __libc_memalign(alignment, bytes);
}

void *ct_share_aligned_alloc(size_t alignment, size_t bytes) {
    return ct_share_memalign(alignment, bytes);
}

int ct_share_posix_memalign(void **memory, size_t alignment, size_t bytes) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    void *made = ct_share_memalign(alignment, bytes);
    if (made == NULL) {
        return ENOMEM;
    }
    *memory = made;
    return 0;
}

void *ct_share_valloc(size_t bytes) {
    return ct_share_memalign((size_t)sysconf(_SC_PAGESIZE), bytes);
}

void *ct_share_pvalloc(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes <= SIZE_MAX - page ? ct_share_memalign(page, (bytes + page - 1) / page * page)
                                    : NULL;
}

/* Nobody but the C library knows it of its own memory; what is asked for is in any case usable. */
size_t ct_share_malloc_usable_size(void *memory) {
    static size_t (*next)(void *);
    const size_t bytes = may_be_shared(memory) ? ct_shared_file_bytes(memory) : 0;
    if (bytes > 0) {
        return bytes;
    }
    if (next == NULL) {
        *(void **)&next = dlsym(RTLD_NEXT, "malloc_usable_size");
    }
    return next != NULL ? next(memory) : 0;
}
