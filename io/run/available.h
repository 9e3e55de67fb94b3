/* Memory that is still available. Local. */
#ifndef CT_IO_RUN_AVAILABLE_H
#define CT_IO_RUN_AVAILABLE_H

/* Bytes left by a limit, HUGE_VAL without one, and the limit's name for messages. */
typedef struct ct_available {
    double bytes;
    const char *of;
} ct_available;

/* For all processes of this node: by memory and swap space, and by this process' control groups
 * (versions 1 and 2), as set by a batch system. */
ct_available ct_available_on_node(void);

/* For this process: by its address space (ulimit -v). */
ct_available ct_available_alone(void);

/* Bytes left in the control group with files in `directory`. Page cache counts as free. */
double ct_available_in_group(const char *directory);

#endif
