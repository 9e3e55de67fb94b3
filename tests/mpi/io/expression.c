/* Formulas of a config: their values, what they use, and one message for each way to be wrong. */
#include "expect.h"

#include "io/config/expression.h"

#include <math.h>
#include <mpi.h>

static const char *const names[] = {"x", "y", "t"};

/* The value of `text` at x = 0.25, y = -3, t = 2. */
static double value_of(const char *text) {
    ct_expression *expression = NULL;
    EXPECT_INT(ct_expression_create("problem.source", text, 3, names, &expression), CT_OK);
    if (expression == NULL) {
        (void)fprintf(stderr, "    %s: %s\n", text, ct_error_message());
        return NAN;
    }
    double *variables = ct_expression_variables(expression);
    variables[0] = 0.25;
    variables[1] = -3;
    variables[2] = 2;
    const double value = ct_expression_value(expression);
    ct_expression_destroy(&expression);
    EXPECT(expression == NULL);
    return value;
}

static void test_values(void) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"1", 1},
                 {" -2.5e-3 ", -0.0025},
                 {"x", 0.25},
                 {"1 + 2*y - t/4", -5.5},
                 {"2^3^2", 512},
                 {"-2^2", -4},
                 {"x < 0.5 && y < 0 ? 7 : 8", 7},
                 {"x >= 0.5 || y != -3 ? 7 : 8", 8},
                 {"min(x, y, t) + max(x, y)", -2.75},
                 {"abs(y)*sign(y)*sqrt(4)", -6},
                 {"log10(1000) + log2(8) + ln(e)", 7},
                 {"mod(y, 2.25) + mod(x, 0.1)*0 + 10*mod(t, 2)", 1.5},
                 {"floor(x - 1) + 10*ceil(x) + 100*floor(y)", -291},
                 {"rint(0.5) + 10*rint(1.5) + 100*rint(2.5) + 1000*rint(-3.5)", -3780},
                 {"erf(0) + erfc(0)", 1},
                 {"x == 0.25", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double found = value_of(cases[i].text);
        expect_note(found == cases[i].value, cases[i].text, 0, "its value");
    }
    EXPECT(fabs(value_of("sin(pi*x)*exp(-t)") - sin(3.141592653589793 / 4) * exp(-2)) < 1e-16);
    EXPECT(!isfinite(value_of("1/(x - 0.25)")));
    EXPECT(!isfinite(value_of("sqrt(y)")));
}

static void test_uses(void) {
    ct_expression *expression = NULL;
    EXPECT_INT(ct_expression_create("a.b", "exp(-t) + t*x", 3, names, &expression), CT_OK);
    EXPECT(ct_expression_uses(expression, 0));
    EXPECT(!ct_expression_uses(expression, 1));
    EXPECT(ct_expression_uses(expression, 2));
    ct_expression_destroy(&expression);
    ct_expression_destroy(&expression);
}

static void test_refusals(void) {
    static const struct {
        const char *text, *problem;
    } cases[] = {{"", "no expression"},
                 {"  ", "no expression"},
                 {"sin(", "end of expression at character 5"},
                 {"1 + z", "'z' at character 5"},
                 {"x y", "'y' at character 3"},
                 {"3x", "'x' at character 2"},
                 {"2**3", "'*' at character 3"},
                 {"(1", "parenthesis"},
                 {"max()", "'max'"},
                 {"x = 5", "an assignment at character 3"},
                 {"x =! 5", "an assignment at character 3"},
                 {"1, 2", "several expressions"},
                 {"1e400", "1e400"},
                 {"nan", "'nan'"},
                 {"\"a\"", "trings"},
                 {"\xC3\xA9", "at character 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ct_expression *expression = NULL;
        EXPECT_INT(ct_expression_create("problem.source", cases[i].text, 3, names, &expression),
                   CT_ERROR_CONFIG);
        EXPECT(expression == NULL);
        EXPECT_TEXT(ct_error_message(), "problem.source: \"");
        EXPECT_TEXT(ct_error_message(), cases[i].problem);
        EXPECT_TEXT(ct_error_message(), "allowed: numbers, x, y, t, pi");
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    test_values();
    test_uses();
    test_refusals();
    MPI_Finalize();
    return expect_status();
}
