// Calls that fail.
#ifndef CT_TESTS_CXX_REFUSALS_HPP
#define CT_TESTS_CXX_REFUSALS_HPP

#include "expect.h"

#include <cornerturn.hpp>

namespace ct = cornerturn;

// Calls it and expects an exception with this status whose message has these words.
template <class F> static void expect_error(ct_status status, const char *words, F &&call) {
    try {
        call();
        EXPECT_TEXT("no exception", words);
    } catch (const ct::error &error) {
        EXPECT_INT(error.status(), status);
        EXPECT_TEXT(error.what(), words);
    }
}

#endif
