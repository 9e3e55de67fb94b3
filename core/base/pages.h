/* How memory comes on this machine. Local. */
#ifndef CT_BASE_PAGES_H
#define CT_BASE_PAGES_H

/* From so many bytes on ct_alloc asks for huge pages: rounding costs less than an eighth. */
enum { CT_HUGE_FROM_BYTES = 16 << 20 };

/* Whether large arrays of one rank come in huge pages, and such as ranks share. Linux gives new
 * memory page by page when it is first written, at 1 to 3 us each: of 4 KiB, a gigabyte takes a
 * second or half of one, longer than it takes to read or transform it; of 2 MiB, a twentieth. */
int ct_pages_are_huge(int shared);

#endif
