/* Axes of one point: which of them a transform passes over, and that the array stays what it is. */
#include "expect.h"
#include "fft/shape/shape.h"

/* The axes to transform, in order, as digits. */
static int order_of(const ct_fft_problem *problem) {
    const ct_fft_shape shape = ct_fft_shape_of(problem, 2);
    int order[CT_MAX_AXES];
    int digits = 0;
    for (int i = 0; i < ct_fft_shape_order(&shape, order); i++) {
        digits = 10 * digits + order[i] + 1;
    }
    return digits;
}

static int is_complex(const ct_fft_problem *problem, unsigned done) {
    const ct_fft_shape shape = ct_fft_shape_of(problem, 2);
    return ct_fft_state_of(&shape, done).is_complex;
}

int main(void) {
    ct_fft_problem layers = ct_fft_complex(4, (ptrdiff_t[]){1, 8, 1, 1});
    EXPECT_INT(order_of(&layers), 2);
    EXPECT(is_complex(&layers, 0) && is_complex(&layers, ~0U));
    layers.length[2] = 5; /* padded */
    EXPECT_INT(order_of(&layers), 32);

    const ct_fft_problem point = ct_fft_complex(3, (ptrdiff_t[]){1, 1, 1});
    EXPECT_INT(order_of(&point), 3);

    const ct_fft_problem real = ct_fft_real(3, (ptrdiff_t[]){1, 8, 1});
    EXPECT_INT(order_of(&real), 32);
    EXPECT(!is_complex(&real, 0) && is_complex(&real, ~0U));

    ct_fft_problem waves = ct_fft_complex(2, (ptrdiff_t[]){1, 8});
    waves.kind[1] = CT_FFT_DST1;
    EXPECT_INT(order_of(&waves), 2);
    EXPECT(is_complex(&waves, 0) && is_complex(&waves, ~0U));
    waves.kind[0] = CT_FFT_DCT2; /* which is no identity: it doubles the point */
    EXPECT(!is_complex(&waves, 0));
    EXPECT_INT(order_of(&waves), 21);
    return expect_status();
}
