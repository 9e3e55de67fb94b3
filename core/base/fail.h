/*
 * Raising and propagating failures, the same way in every folder.
 *
 * A function that owns something has one `ct_status status = CT_OK;` and one `cleanup:` label;
 * CT_TRY and CT_FAIL jump there. A function that owns nothing returns `ct_raise(...)` directly.
 */
#ifndef CT_BASE_FAIL_H
#define CT_BASE_FAIL_H

#include <cornerturn/status.h>

/* Records the message of the calling thread and returns `status`. printf-like. */
ct_status ct_raise_at(const char *file, int line, ct_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#define ct_raise(code, ...) ct_raise_at(__FILE__, __LINE__, (code), __VA_ARGS__)

/* Replaces the recorded failure by another rank's. */
void ct_error_adopt(const char *message, const char *origin);

#define CT_FAIL(code, ...)                                                                         \
    do {                                                                                           \
        status = ct_raise((code), __VA_ARGS__);                                                    \
        goto cleanup;                                                                              \
    } while (0)

#define CT_TRY(call)                                                                               \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != CT_OK) {                                                                     \
            goto cleanup;                                                                          \
        }                                                                                          \
    } while (0)

/* First in a call that takes a plan: returns from it where there is none. Local. */
#define CT_REQUIRE_PLAN(plan)                                                                      \
    do {                                                                                           \
        if ((plan) == NULL) {                                                                      \
            return ct_raise(CT_ERROR_ARGUMENT,                                                     \
                            "there is no plan: it was not created, or was destroyed or moved");    \
        }                                                                                          \
    } while (0)

#endif
