/* Writes bytes of a file by system calls, large runs past the page cache. Private to io; everything
 * is local. */
#ifndef CT_IO_ARRAY_DISK_WRITER_H
#define CT_IO_ARRAY_DISK_WRITER_H

#include <stddef.h>
#include <sys/types.h>

typedef struct ct_writer {
    int handle;
    int direct;   /* the same file without page cache; -1: not possible here */
    char *bounce; /* aligned, for arrays that are not; NULL until it is needed */
} ct_writer;

/* Each returns 0, or -1 and errno. ct_writer_close also after a failure of ct_writer_put. */
int ct_writer_open(const char *file_name, ct_writer *writer);
int ct_writer_put(ct_writer *writer, off_t offset, ptrdiff_t bytes, const char *from);
int ct_writer_close(ct_writer *writer);

#endif
