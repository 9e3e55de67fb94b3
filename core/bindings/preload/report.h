/* The report of rank 0's calls, as text or JSON, where CT_PRELOAD_REPORT asks for it. */
#ifndef CT_BINDINGS_PRELOAD_REPORT_H
#define CT_BINDINGS_PRELOAD_REPORT_H

/* Whether this process writes one, from MPI_Init on. */
int ct_report_is_on(void);

/* Writes it. A file that cannot be written is said on stderr, and changes nothing else. Local. */
void ct_report_write(void);

#endif
