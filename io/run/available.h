/* Memory that is still available. Local. */
#ifndef CT_IO_RUN_AVAILABLE_H
#define CT_IO_RUN_AVAILABLE_H

/* Bytes that a bound leaves, HUGE_VAL where there is none, and what the bound is, for messages. */
typedef struct ct_available {
    double bytes;
    const char *of;
} ct_available;

/* What all processes of this node may take together: by the memory of the machine and swap space,
 * and by the control groups of this process (of versions 1 and 2), such as a batch system sets. */
ct_available ct_available_on_node(void);

/* What this process may take by itself: by its address space (ulimit -v). */
ct_available ct_available_alone(void);

/* What is left in the control group whose files are in `directory`. Cached pages of files count as
 * free. */
double ct_available_in_group(const char *directory);

#endif
