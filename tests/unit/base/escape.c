/* How messages show the texts of users. */
#include "expect.h"

#include "base/escape.h"
#include "base/fail.h"

#include <string.h>

static void expect_name(const char *name, const char *wanted) {
    char escaped[CT_ESCAPED_BYTES];
    ct_escape(name, escaped);
    EXPECT(strcmp(escaped, wanted) == 0);
    EXPECT(strcmp(ct_escaped(name), wanted) == 0);
}

static void escapes(void) {
    static const char plain[] = "run-08:37/a b/gr\xC3\xB6\xC3\x9F"
                                "e.h5";
    EXPECT(ct_escaped(plain) == plain);
    expect_name("", "");
    expect_name("a\nb\t\x1B[31m\x7F", "a\\nb\\t\\x1b[31m\\x7f");
    expect_name("a\\n", "a\\\\n");
    expect_name("\xFF\xC3(\xC0\xAF", "\\xff\\xc3(\\xc0\\xaf"); /* not UTF-8: cut off, overlong */
    expect_name("\xE2\x80\xAE"
                "5h.a\xC2\x85\xEF\xBB\xBF",
                "\\u202e5h.a\\u0085\\ufeff");
    expect_name("\xE2\x82\xAC\xF0\x9F\x98\x80", "\xE2\x82\xAC\xF0\x9F\x98\x80");
}

/* Of every length, of characters of several bytes, too: beginning and end, never half of one. */
static void shortens(void) {
    static const char *const units[] = {"n", "\xC3\xBC", "\n", "\xF0\x9F\x98\x80"};
    for (size_t unit = 0; unit < sizeof units / sizeof *units; unit++) {
        char name[5000] = "begin/";
        for (int count = 0; count < 600; count++) {
            char escaped[CT_ESCAPED_BYTES];
            char whole[sizeof name + 8];
            (void)snprintf(whole, sizeof whole, "%s/end.h5", name);
            ct_escape(whole, escaped);
            size_t at = 0;
            for (size_t length = 0; (length = ct_text_character(escaped + at)) > 0;) {
                at += length;
            }
            EXPECT(at == strlen(escaped) && at < CT_ESCAPED_BYTES);
            EXPECT(strncmp(escaped, "begin/", 6) == 0);
            EXPECT(strcmp(escaped + at - 7, "/end.h5") == 0);
            (void)strcat(name, units[unit]);
        }
    }
    char excerpt[CT_EXCERPT_BYTES];
    ct_text_excerpt("value\n\\ that is longer than what is shown of values in messages of errors",
                    excerpt);
    EXPECT(strcmp(excerpt, "value\\n\\ that is longer than what is shown of values in mess...") ==
           0);
}

/* Several in one message, and a message that nobody escaped. */
static void messages(void) {
    (void)ct_raise(CT_ERROR_FILE, "%s, %s, %s", ct_escaped("\n1"), ct_escaped("\n2"),
                   ct_escaped("\n3"));
    EXPECT(strcmp(ct_error_message(), "\\n1, \\n2, \\n3") == 0);
    (void)ct_raise(CT_ERROR_FILE, "as it is: %s", "\n\\\xFF");
    EXPECT(strcmp(ct_error_message(), "as it is: \\n\\\\xff") == 0);
}

int main(void) {
    escapes();
    shortens();
    messages();
    return expect_status();
}
