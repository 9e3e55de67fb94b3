/* Machines as text. Local. */
#ifndef CT_MACHINE_MACHINE_TEXT_H
#define CT_MACHINE_MACHINE_TEXT_H

#include <cornerturn/machine.h>

/* As ct_machine_read, of a text that messages call `where`. */
ct_status ct_machine_parse(const char *text, const char *where, ct_machine *machine);

#endif
