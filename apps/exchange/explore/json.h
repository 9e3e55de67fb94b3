/* Texts and machines as JSON that can stand inside of a page. */
#ifndef CT_APPS_EXCHANGE_EXPLORE_JSON_H
#define CT_APPS_EXCHANGE_EXPLORE_JSON_H

#include <cornerturn/machine.h>
#include <stdio.h>

/* Writes "key":"text"; a key may begin with ," after another. NULL: an empty text. */
void exchange_json_text(FILE *out, const char *key, const char *text);

void exchange_json_machine(FILE *out, const ct_machine *machine);

#endif
