/* Good lengths against trying every length, up to a few thousand, and where products would
 * overflow. */
#include "expect.h"

#include <cornerturn/fft_problem.h>

static int is_good(ptrdiff_t n) {
    static const int factors[] = {2, 3, 5, 7};
    for (int i = 0; i < 4; i++) {
        while (n % factors[i] == 0) {
            n /= factors[i];
        }
    }
    return n == 1 || n == 11 || n == 13;
}

int main(void) {
    for (ptrdiff_t n = 1, wanted = 1; n <= 5000; n++) {
        for (wanted = n; !is_good(wanted); wanted++) {
        }
        EXPECT_INT(ct_fft_good_length(n), wanted);
    }
    EXPECT_INT(ct_fft_good_length(0), 1);
    EXPECT_INT(ct_fft_good_length(-5), 1);
    const ptrdiff_t large = (ptrdiff_t)1 << 59;
    EXPECT_INT(ct_fft_good_length(large), large);
    EXPECT_INT(ct_fft_good_length(large + 1), large + 1);
    const ptrdiff_t found = ct_fft_good_length(large - 1000000007);
    EXPECT(is_good(found) && found >= large - 1000000007 && found <= large);
    return expect_status();
}
