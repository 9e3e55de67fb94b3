// With WRONG, a program each of whose lines the compiler refuses, in the words beside it.
#include <cornerturn.hpp>

namespace ct = cornerturn;

void right(const ct::communicator &comm, std::vector<double> &real,
           const std::vector<double> &constant) {
    ct::exchange_plan<double>(comm, 1).execute(constant, real);
}

#ifdef WRONG
void wrong(const ct::communicator &comm, std::vector<double> &real,
           const std::vector<double> &constant) {
    // clang-format off
    ct::fft<int> a(comm, {8}); // transforms are of float, double and complex numbers of these
    ct::fft<double, std::complex<float>> b(comm, {8}); // array and spectrum have one precision
    ct::fft<std::complex<double>, double> c(comm, ct::fft_problem({8}, {CT_FFT_C2C})); // the spectrum of complex numbers is complex
    ct::fft<double, double> d(comm, {8}); // a real spectrum is one of cosines or sines
    ct::fft<double>(comm, {8}).forward(real, real); // no matching function for call to .*forward
    ct::exchange_plan<std::string> e(comm, 1); // elements are sent as bytes
    ct::redistribute_plan<double, int> f(comm, ct::decomposition::blocks({8}, {1}), ct::decomposition::blocks({8}, {1})); // elements are converted between float and double
    ct::exchange_plan<double>(comm, 1).execute(real, constant); // cannot convert .*constant
    ct::buffer<double> g(ct::buffer<double>{}), h(g); // use of deleted function .*buffer
    ct::diffusion<std::complex<double>> i(comm, ct::diffusion<double>::box({8, 8})); // real numbers
    // clang-format on
}
#endif
