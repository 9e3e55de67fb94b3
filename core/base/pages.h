/* Huge pages on this machine. Local. */
#ifndef CT_BASE_PAGES_H
#define CT_BASE_PAGES_H

/* ct_alloc requests huge pages from this size on: rounding up then costs less than an eighth. */
enum { CT_HUGE_FROM_BYTES = 16 << 20 };

/* Whether large arrays, of one rank or shared, get huge pages. A page fault costs 1 to 3 us: first
 * writing a gigabyte takes 0.5 to 1 s with pages of 4 KiB, more than reading or transforming it,
 * but a twentieth with pages of 2 MiB. */
int ct_pages_are_huge(int shared);

#endif
