/* Formulas of configs: they are refused with a message or computed, the same value each time. */
#include "fuzz.h"

#include "io/config/expression.h"

#include <math.h>
#include <stdint.h>

static const char *const names[] = {"x", "y", "z", "t"};
enum { NAMES = sizeof names / sizeof *names };

static double value_at(ct_expression *expression, double x, double t) {
    double *variables = ct_expression_variables(expression);
    variables[0] = x;
    variables[1] = -2.5;
    variables[2] = 0;
    variables[3] = t;
    return ct_expression_value(expression);
}

static void expect_values(ct_expression *expression) {
    const double first = value_at(expression, 0.25, 3);
    const double other = value_at(expression, 1e300, -1);
    const double again = value_at(expression, 0.25, 3);
    FUZZ_EXPECT(first == again || (isnan(first) && isnan(again)));
    if (!ct_expression_uses(expression, 0) && !ct_expression_uses(expression, 3)) {
        FUZZ_EXPECT(other == first || isnan(first));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    ct_expression *expression = NULL;
    ct_status status = ct_expression_create("problem.source", text, NAMES, names, &expression);
    fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    FUZZ_EXPECT((status == CT_OK) == (expression != NULL));
    if (status == CT_OK) {
        expect_values(expression);
        ct_expression_destroy(&expression);
    }
    free(text);
    return 0;
}
