/* Configs of any program: a text is refused with a message, or taken in and written so that it
 * reads back alike. The part that knows the program is in the target's own file. */
#ifndef CT_TESTS_FUZZ_CONFIG_H
#define CT_TESTS_FUZZ_CONFIG_H

#include "io/config/options.h"

extern const ct_program *const fuzz_program;
extern const size_t fuzz_config_bytes; /* of the program's structure */

/* Takes in what the texts of a config mean. */
void fuzz_use_config(const void *config);

#endif
