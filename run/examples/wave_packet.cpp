/*
 * A quantum particle in a harmonic trap: i dpsi/dt = (-laplacian / 2 + r^2 / 2) psi in three
 * dimensions, by steps that are split (Strang):
 *
 *   psi *= exp(-i V dt/2)     at the points
 *   psi *= exp(-i k^2/2 dt)   at the wavenumbers: there and back in one call, in the cache
 *   psi *= exp(-i V dt/2)
 *
 * A packet that begins at x = 1 swings without changing its shape, is at x = -1 after half a
 * period and after 2 pi where it began. Feit, Fleck, Steiger: J. Comput. Phys. 47 (1982) 412.
 *
 *   mpirun -n 2 build/run/examples/wave_packet POINTS STEPS
 */
#include <cmath>
#include <complex>
#include <cornerturn.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using complex = std::complex<double>;
constexpr double pi = 3.14159265358979323846;
constexpr double length = 16; /* of the box, from -8 to 8 along each axis */

class packet {
  public:
    packet(const cornerturn::communicator &world, std::ptrdiff_t points, double dt)
        : world_(world), points_(points), dt_(dt), kinetic_(world, {points, points, points}),
          psi_(kinetic_.make_array()), next_(kinetic_.make_array()), potential_(psi_.size()) {
        cornerturn::for_each(kinetic_.box(), [&](std::size_t i, const auto &at) {
            const double x = place(at[0]), y = place(at[1]), z = place(at[2]);
            psi_[i] = std::pow(pi, -0.75) * std::exp(-((x - 1) * (x - 1) + y * y + z * z) / 2);
            potential_[i] = std::polar(1.0, -dt_ / 4 * (x * x + y * y + z * z));
        });
        first_.assign(psi_.begin(), psi_.end());
    }

    void step() {
        multiply();
        kinetic_.execute(psi_, next_, [&](const cornerturn::tile<complex> &tile) {
            tile.for_each([&](const auto &at, complex &mode) {
                const double x = wave(at[0]), y = wave(at[1]), z = wave(at[2]);
                mode *= std::polar(1.0, -dt_ / 2 * (x * x + y * y + z * z));
            });
        });
        std::swap(psi_, next_);
        multiply();
    }

    /* |psi|^2, and the mean of x, over the box. */
    std::pair<double, double> norm_and_place() const {
        double sums[2] = {0, 0};
        cornerturn::for_each(kinetic_.box(), [&](std::size_t i, const auto &at) {
            sums[0] += std::norm(psi_[i]);
            sums[1] += std::norm(psi_[i]) * place(at[0]);
        });
        MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, world_);
        const double volume = std::pow(length / static_cast<double>(points_), 3);
        return {sums[0] * volume, sums[1] / sums[0]};
    }

    /* |<psi at the beginning, psi>|: 1 where it is back. */
    double overlap() const {
        complex sum = 0;
        for (std::size_t i = 0; i < first_.size(); i++) {
            sum += std::conj(first_[i]) * psi_[i];
        }
        MPI_Allreduce(MPI_IN_PLACE, &sum, 2, MPI_DOUBLE, MPI_SUM, world_);
        return std::abs(sum) * std::pow(length / static_cast<double>(points_), 3);
    }

  private:
    double place(std::ptrdiff_t index) const {
        return length * (static_cast<double>(index) / static_cast<double>(points_) - 0.5);
    }
    double wave(std::ptrdiff_t index) const {
        const std::ptrdiff_t k = 2 * index < points_ ? index : index - points_;
        return 2 * pi / length * static_cast<double>(k);
    }
    void multiply() {
        for (std::size_t i = 0; i < psi_.size(); i++) {
            psi_[i] *= potential_[i];
        }
    }

    cornerturn::communicator world_;
    std::ptrdiff_t points_;
    double dt_;
    cornerturn::fft_filter<complex> kinetic_;
    cornerturn::buffer<complex> psi_, next_;
    std::vector<complex> potential_, first_;
};

void run(const cornerturn::communicator &world, std::ptrdiff_t points, int steps) {
    packet swinging(world, points, 2 * pi / steps);
    for (int step = 1; step <= steps; step++) {
        swinging.step();
        if (step == steps / 2 || step == steps) {
            const auto [norm, x] = swinging.norm_and_place();
            const double overlap = swinging.overlap();
            if (world.rank() == 0) {
                std::printf("step %d: norm %.12f, mean x %.4f, overlap with the beginning %.6f\n",
                            step, norm, x, overlap);
            }
        }
    }
}

} // namespace

int main(int argc, char **argv) {
    cornerturn::environment mpi(argc, argv);
    const cornerturn::communicator world;
    const long points = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 32;
    const long steps = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 100;
    try {
        if (points < 16 || points > 4096 || steps < 2 || steps > 1000000 || argc > 3) {
            throw cornerturn::error(CT_ERROR_CONFIG, "usage: wave_packet POINTS STEPS; allowed: 16 "
                                                     "to 4096 points, 2 to 10^6 steps");
        }
        run(world, points, static_cast<int>(steps));
    } catch (const cornerturn::error &error) {
        if (world.rank() == 0) {
            std::fprintf(stderr, "wave_packet: error: %s\n", error.what());
        }
        return error.status() == CT_ERROR_CONFIG ? 2 : 1;
    }
    return 0;
}
