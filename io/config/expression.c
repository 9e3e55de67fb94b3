/* Points are evaluated one by one, 20 to 40 ns each: muParser's bulk evaluation starts threads,
 * which would take the cores of other ranks. */
#include "io/config/expression.h"

#include "base/fail.h"
#include "io/config/text.h"

#include <ctype.h>
#include <math.h>
#include <muParserDLL.h>
#include <stdlib.h>
#include <string.h>

struct ct_expression {
    muParserHandle_t parser;
    bool uses[CT_EXPRESSION_MOST];
    double variables[CT_EXPRESSION_MOST];
};

static const double pi = 3.141592653589793;
static const double euler = 2.718281828459045;

enum { PROBLEM_BYTES = 160, NAMES_BYTES = 160, NO_PLACE = -1 };

/* Raises the error of a formula; `place` is a byte offset. */
static ct_status refuse(const char *where, const char *text, const char *problem, int place,
                        int count, const char *const *variables) {
    char excerpt[CT_EXCERPT_BYTES];
    char names[NAMES_BYTES] = "";
    char character[32] = "";
    ct_text_excerpt(text, excerpt);
    for (int i = 0; i < count; i++) {
        ct_text_append(names, sizeof names, "%s, ", variables[i]);
    }
    if (place != NO_PLACE) { /* muParser's end is one beyond the text's */
        const int end = (int)strlen(text);
        ct_text_append(character, sizeof character, " at character %d",
                       (place < end ? place : end) + 1);
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "%s: \"%s\": %s%s; allowed: numbers, %spi, e, + - * / ^ ( ), < <= > >= == != "
                    "&& ||, a ? b : c, and abs, exp, ln, log2, log10, sqrt, sin, cos, tan, asin, "
                    "acos, atan, atan2, sinh, cosh, tanh, erf, erfc, sign, rint, floor, ceil, mod, "
                    "min, max",
                    where, excerpt, problem, character, names);
}

/* Takes only the problem from muParser's message, not its position. */
static void describe(const char *words, char problem[PROBLEM_BYTES]) {
    static const char *const tails[] = {" found at position", " at position",
                                        " at expression position"};
    size_t length = strlen(words);
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        const char *tail = strstr(words, tails[i]);
        if (tail != NULL && (size_t)(tail - words) < length) {
            length = (size_t)(tail - words);
        }
    }
    problem[0] = '\0';
    ct_text_append(problem, PROBLEM_BYTES, "%.*s", (int)length, words);
    problem[0] = (char)tolower((unsigned char)problem[0]);
    for (char *at = problem; *at != '\0'; at++) { /* quotes around a token */
        *at = (char)(*at == '"' ? '\'' : *at);
    }
    length = strlen(problem);
    while (length > 0 && strchr(".!", problem[length - 1]) != NULL) {
        problem[--length] = '\0';
    }
}

/* muParser writes its message, which may quote the whole text, into 2048 bytes without a check: not
 * used for long texts. */
static void describe_error(muParserHandle_t parser, const char *text, char *problem) {
    enum { QUOTED_MOST = 1700 };
    describe(strlen(text) <= QUOTED_MOST ? mupGetErrorMsg(parser) : "not understood", problem);
}

/* Offset of an assignment in `text`, which muParser would execute; NO_PLACE: none. */
static int find_assignment(const char *text) {
    for (const char *at = strchr(text, '='); at != NULL; at = strchr(at + 1, '=')) {
        if (at[1] == '=') {
            at++;
        } else if (at == text || strchr("<>!", at[-1]) == NULL) {
            return (int)(at - text);
        }
    }
    return NO_PLACE;
}

static void note_uses(ct_expression *expression, int count, const char *const *variables) {
    const int used = mupGetExprVarNum(expression->parser);
    for (int k = 0; k < used; k++) {
        const muChar_t *name = NULL;
        muFloat_t *value = NULL;
        mupGetExprVar(expression->parser, (unsigned)k, &name, &value);
        for (int i = 0; i < count; i++) {
            expression->uses[i] = expression->uses[i] || strcmp(name, variables[i]) == 0;
        }
    }
}

/* From 0 to b, also of negative a: what repeats goes on. */
static double modulus(double a, double b) {
    return a - b * floor(a / b);
}

static ct_status take_in(ct_expression *expression, const char *where, const char *text, int count,
                         const char *const *variables) {
    char problem[PROBLEM_BYTES];
    int results = 0;
    const int assignment = find_assignment(text);
    if (text[strspn(text, " \t\n")] == '\0') {
        return refuse(where, text, "no expression", NO_PLACE, count, variables);
    }
    if (assignment != NO_PLACE) {
        return refuse(where, text, "an assignment", assignment, count, variables);
    }
    for (int i = 0; i < count; i++) {
        mupDefineVar(expression->parser, variables[i], &expression->variables[i]);
    }
    mupDefineFun1(expression->parser, "erf", erf, 1);
    mupDefineFun1(expression->parser, "erfc", erfc, 1);
    mupDefineFun1(expression->parser, "floor", floor, 1);
    mupDefineFun1(expression->parser, "ceil", ceil, 1);
    mupDefineFun1(expression->parser, "rint", rint, 1); /* muParser's rounds halves up */
    mupDefineFun2(expression->parser, "mod", modulus, 1);
    mupDefineConst(expression->parser, "pi", pi);
    mupDefineConst(expression->parser, "e", euler);
    mupSetExpr(expression->parser, text);
    if (mupError(expression->parser)) { /* otherwise the previous text would be parsed */
        describe(mupGetErrorMsg(expression->parser), problem);
        ct_text_append(problem, sizeof problem, ", %zu characters", strlen(text));
        return refuse(where, text, problem, NO_PLACE, count, variables);
    }
    (void)mupEvalMulti(expression->parser, &results); /* parses */
    if (mupError(expression->parser)) {
        describe_error(expression->parser, text, problem);
        return refuse(where, text, problem, mupGetErrorPos(expression->parser), count, variables);
    }
    if (results != 1) {
        return refuse(where, text, "several expressions", NO_PLACE, count, variables);
    }
    note_uses(expression, count, variables);
    return CT_OK;
}

ct_status ct_expression_create(const char *where, const char *text, int count,
                               const char *const *variables, ct_expression **expression) {
    ct_status status = CT_OK;
    ct_expression *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->parser = mupCreate(muBASETYPE_FLOAT);
    }
    if (made == NULL || made->parser == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "%s: no memory for an expression", where);
    }
    if (count < 0 || count > CT_EXPRESSION_MOST) {
        CT_FAIL(CT_ERROR_INTERNAL, "an expression of %d variables", count);
    }
    CT_TRY(take_in(made, where, text, count, variables));
    *expression = made;
    return CT_OK;
cleanup:
    ct_expression_destroy(&made);
    return status;
}

void ct_expression_destroy(ct_expression **expression) {
    if (*expression != NULL && (*expression)->parser != NULL) {
        mupRelease((*expression)->parser);
    }
    free(*expression);
    *expression = NULL;
}

double *ct_expression_variables(ct_expression *expression) {
    return expression->variables;
}

double ct_expression_value(const ct_expression *expression) {
    return mupEval(expression->parser);
}

bool ct_expression_uses(const ct_expression *expression, int variable) {
    return expression->uses[variable];
}
