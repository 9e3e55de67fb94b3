/* Files that get their name only when they are complete. */
#ifndef CT_APPS_EXCHANGE_PRINT_FILE_H
#define CT_APPS_EXCHANGE_PRINT_FILE_H

#include "files/output.h"

#include <cornerturn/status.h>
#include <stdio.h>

/* NULL for path: stdout. */
typedef struct exchange_file {
    FILE *stream;
    const char *path;
    ct_output *output; /* its temporary name; NULL where it is written in place */
} exchange_file;
ct_status exchange_file_open(const char *path, exchange_file *file);

/* Renames the file to its path if `before` is CT_OK, else removes it. */
ct_status exchange_file_close(exchange_file *file, ct_status before);

#endif
