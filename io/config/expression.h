/*
 * Formulas of a config, such as "sin(pi*x)*exp(-t)", in the program's variables, evaluated by
 * muParser. Everything here is local; an expression belongs to one thread.
 */
#ifndef CT_IO_CONFIG_EXPRESSION_H
#define CT_IO_CONFIG_EXPRESSION_H

#include <cornerturn/status.h>
#include <stdbool.h>

enum { CT_EXPRESSION_MOST = 8 }; /* variables */

typedef struct ct_expression ct_expression;

/* Parses a formula of `count` named variables; `where`, such as "problem.source", begins error
 * messages. The caller destroys it. CT_ERROR_CONFIG, with the position in the text and what is
 * allowed. */
ct_status ct_expression_create(const char *where, const char *text, int count,
                               const char *const *variables, ct_expression **expression);
void ct_expression_destroy(ct_expression **expression); /* sets it to NULL; NULL is allowed */

/* The variables' values, in the order of their names, for the caller to set; zeros at first. */
double *ct_expression_variables(ct_expression *expression);

/* The value: not finite for a division by zero and the like. */
double ct_expression_value(const ct_expression *expression);

/* Whether the formula names the variable of this index. */
bool ct_expression_uses(const ct_expression *expression, int variable);

#endif
