#include "base/fail.h"

#include "base/arithmetic/point.h"
#include "base/escape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char last_message[2048] = "no error";
static _Thread_local char last_origin[128] = "";

ct_status ct_raise_at(const char *file, int line, ct_status status, const char *format, ...) {
    char message[sizeof last_message]; /* an argument may be the last message itself */
    va_list arguments;
    va_start(arguments, format);
    ct_point_print(message, sizeof message, format, arguments);
    va_end(arguments);
    ct_escape_line(message, last_message, sizeof last_message);
    (void)snprintf(last_origin, sizeof last_origin, "%s:%d", file, line);
    return status;
}

void ct_error_adopt(const char *message, const char *origin) {
    (void)snprintf(last_message, sizeof last_message, "%s", message);
    (void)snprintf(last_origin, sizeof last_origin, "%s", origin);
}

const char *ct_error_message(void) {
    return last_message;
}

const char *ct_error_origin(void) {
    return last_origin;
}
