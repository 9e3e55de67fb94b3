// The C++ binding beside what each element must be, on any number of ranks: memory, exchanges,
// redistributions, halos, errors; and the cost of a call.
#include "counted.hpp"
#include "expect.h"
#include "refusals.hpp"

#include <chrono>
#include <cornerturn.hpp>
#include <cstdlib>
#include <numeric>

namespace ct = cornerturn;
using std::ptrdiff_t;

namespace {

// The number at a position of an array of any extents.
double value_at(const std::array<ptrdiff_t, CT_MAX_AXES> &position) {
    return static_cast<double>(position[0] * 100 + position[1] * 10 + position[2]);
}

void test_memory(const ct::communicator &comm) {
    ct::buffer<double> first(comm, 10 + static_cast<std::size_t>(comm.rank()));
    std::iota(first.begin(), first.end(), 1.0);
    ct::buffer<double> second = std::move(first);
    EXPECT_INT(first.size(), 0);
    EXPECT_INT(second.size(), 10 + comm.rank());
    EXPECT(second[9] == 10.0);
    second = ct::buffer<double>(comm, 3);
    EXPECT_INT(ct::span<const double>(second).size(), 3);
    expect_error(CT_ERROR_ARGUMENT, "MPI_COMM_NULL", [] { ct::communicator none(MPI_COMM_NULL); });
    expect_error(CT_ERROR_ARGUMENT, "cannot allocate", // 16 bytes, modulo 2^64
                 [&] { ct::buffer<double> none(comm, (std::size_t(1) << 61) + 2); });
    static_assert(!std::is_copy_constructible_v<ct::buffer<double>> &&
                  !std::is_copy_constructible_v<ct::fft<double>> &&
                  std::is_nothrow_move_constructible_v<ct::exchange_plan<int>>);
    static_assert(!std::is_convertible_v<const std::vector<double> &, ct::span<double>>);
}

void test_exchange(const ct::communicator &comm) {
    const int size = comm.size(), rank = comm.rank();
    std::vector<ptrdiff_t> sent, received;
    for (int p = 0; p < size; p++) { // rank r has r + 2 p + 1 numbers for p
        sent.push_back(rank + 2 * p + 1);
        received.push_back(p + 2 * rank + 1);
    }
    std::vector<int> send, receive;
    for (int p = 0; p < size; p++) {
        send.insert(send.end(), static_cast<std::size_t>(sent[static_cast<std::size_t>(p)]),
                    100 * rank + p);
    }
    receive.resize(
        static_cast<std::size_t>(std::accumulate(received.begin(), received.end(), ptrdiff_t{0})));
    for (const char *name : {"auto", "bruck", "direct", "mpi"}) {
        ct::exchange_options options;
        options.algorithm = name;
        auto plan = ct::exchange_plan<int>::of_counts(comm, sent, received, options);
        std::fill(receive.begin(), receive.end(), -1);
        plan.start(send, receive);
        while (!plan.test()) {
        }
        plan.wait();
        std::size_t at = 0;
        int wrong = 0;
        for (int p = 0; p < size; p++) {
            for (ptrdiff_t i = 0; i < received[static_cast<std::size_t>(p)]; i++) {
                wrong += receive[at++] != 100 * p + rank;
            }
        }
        EXPECT_INT(wrong, 0);
        EXPECT(!plan.reason().empty() && plan.total_bytes() >= 0);
        EXPECT(plan.rounding().saved_bytes == 0);
        const std::size_t last = rank == size - 1 ? 1 : 0; // is too short there alone
        expect_error(CT_ERROR_ARGUMENT, last ? "the output has" : "", [&] {
            plan.execute(send, ct::span<int>(receive.data(), receive.size() - last));
        });
        ct::exchange_plan<int> moved = std::move(plan);
        moved.execute(send, receive);
        EXPECT_INT(receive[0], rank);
    }
    ct::exchange_options wrong;
    wrong.algorithm = "bruk";
    expect_error(CT_ERROR_CONFIG, "bruk", [&] { ct::exchange_plan<int>(comm, 1, wrong); });
    expect_error(CT_ERROR_ARGUMENT, "", [&] {
        ct::exchange_plan<int>(comm, ct::span<const ct_block>(), ct::span<const ct_block>());
    });
}

void test_movements(const ct::communicator &comm) {
    const std::size_t size = static_cast<std::size_t>(comm.size());
    const int rank = comm.rank(), root = comm.size() - 1;
    std::vector<double> mine = {1.0 * rank, 7}, all(2 * size), vector(3, rank), part(2);
    ct::allgather<double>(mine, all, comm);
    for (std::size_t p = 0; p < size; p++) {
        EXPECT(all[2 * p] == static_cast<double>(p) && all[2 * p + 1] == 7);
    }
    ct::broadcast<double>(vector, root, comm);
    EXPECT(vector[2] == root);
    std::fill(all.begin(), all.end(), 0.0);
    ct::gather<double>(mine, all, root, comm);
    EXPECT(all[2 * size - 2] == (rank == root ? rank : 0));
    std::iota(all.begin(), all.end(), 0.0);
    ct::scatter<double>(all, part, root, comm);
    EXPECT(part[0] == 2 * rank && part[1] == 2 * rank + 1);
    std::vector<double> exchanged(2 * size);
    ct::alltoall<double>(all, exchanged, comm);
    EXPECT(exchanged[2 * size - 2] == 2 * rank && exchanged[1] == 2 * rank + 1);
    expect_error(CT_ERROR_ARGUMENT, "", [&] { ct::allgather<double>(vector, part, comm); });
    for (ct_pattern_kind movement : {CT_BROADCAST, CT_ALL_GATHER, CT_GATHER, CT_SCATTER}) {
        ct::collective_plan<double> plan(comm, movement, 2, movement == CT_ALL_GATHER ? 0 : root);
        std::vector<double> input(movement == CT_SCATTER ? 2 * size : 2, rank),
            output(2 * size, -1);
        plan.execute(input, output);
        const bool has = movement != CT_GATHER || rank == root;
        const double first = movement == CT_ALL_GATHER || movement == CT_GATHER ? 0 : root;
        EXPECT(output[0] == (has ? first : -1));
    }
}

// Fills this rank's part of an array in balanced blocks, and counts what is wrong in it.
template <class T>
int wrong_in(const ct_box &box, ct::span<const T> part, const ct::axes_list &permutation) {
    int wrong = 0;
    ct::for_each(box, [&](std::size_t index, const auto &position) {
        std::array<ptrdiff_t, CT_MAX_AXES> of = {};
        for (int a = 0; a < permutation.size(); a++) {
            of[static_cast<std::size_t>(permutation[a])] = position[static_cast<std::size_t>(a)];
        }
        wrong += part[index] != static_cast<T>(value_at(of));
    });
    return wrong;
}

void test_transposes(const ct::communicator &comm) {
    const ct_distribution from = ct::distribution({7, 5, 4}, {comm.size(), 1, 1});
    const ct_distribution into = ct::distribution({4, 7, 5}, {1, comm.size(), 1});
    const ct_box box = ct_distribution_box(&from, comm.rank());
    ct::transpose_plan<float> plan(comm, from, {2, 0, 1}, into);
    ct::buffer<float> input(comm, plan.input_size()), output(comm, plan.output_size());
    ct::for_each(box, [&](std::size_t index, const auto &position) {
        input[index] = static_cast<float>(value_at(position));
    });
    plan.execute(input, output);
    EXPECT_INT(wrong_in<float>(ct_distribution_box(&into, comm.rank()), output, {2, 0, 1}), 0);
    expect_error(CT_ERROR_ARGUMENT, "permutation: 2 numbers", [&] {
        ct::transpose_plan<float>(comm, from, {1, 0}, into);
    });
    expect_error(CT_ERROR_ARGUMENT, "more than 4 axes", [] { ct::extents({1, 2, 3, 4, 5}); });
}

void test_redistributions(const ct::communicator &comm) {
    const int size = comm.size(), rank = comm.rank();
    const ct::extents extent = {7, 5, 4};
    const ct::decomposition rows = ct::decomposition::blocks(extent, {size, 1, 1});
    const ct_box box = ct_slab(3, extent.data(), 0, size, rank);
    std::vector<std::vector<ptrdiff_t>> bounds = {{0, 7}, {0}, {0, 4}};
    bounds[1].resize(static_cast<std::size_t>(size) + 1, 5); // the first rank has all
    std::vector<ct_box> boxes;
    if (rank == size - 1) {
        boxes = {ct_slab(3, extent.data(), 2, 2, 1), ct_slab(3, extent.data(), 2, 2, 0)};
    }
    const ct::decomposition others[] = {
        ct::decomposition::blocks(extent, ct::grid(extent, size)).ghosts(1, 1, 2),
        ct::decomposition::blocks(extent, {1, size, 1}).order({2, 0, 1}),
        ct::decomposition::bounds(extent, bounds).pitch({7, 5, 6}),
        ct::decomposition::cyclic(extent, {1, 1, size}, {2, 1, 1}).first_fastest(),
        ct::decomposition::boxes(extent, boxes)};
    auto input = ct::make_buffer<double>(comm, rows);
    ct::for_each(
        box, [&](std::size_t index, const auto &position) { input[index] = value_at(position); });
    for (const ct::decomposition &other :
         others) { // there in double, back in float, times 2, plus 1
        auto between = ct::make_buffer<double>(comm, other);
        auto output = ct::make_buffer<float>(comm, rows);
        std::fill(between.begin(), between.end(), -1.0);
        std::fill(output.begin(), output.end(), 1.0F);
        ct::redistribute_plan<double> there(comm, rows, other);
        ct::redistribute_plan<double, float> back(comm, other, rows);
        ct::redistribute_plan<double, float> twice(comm, other, rows, 2.0, 1.0F);
        there.execute(input, between);
        twice.execute(between, output);
        int wrong = 0;
        ct::for_each(box, [&](std::size_t index, const auto &position) {
            wrong += output[index] != static_cast<float>(2 * value_at(position) + 1);
        });
        EXPECT_INT(wrong, 0);
        auto second = ct::make_buffer<float>(comm, rows);
        back.execute({between, between}, {output, second});
        EXPECT_INT(wrong_in<float>(box, output, {0, 1, 2}), 0);
        EXPECT_INT(wrong_in<float>(box, second, {0, 1, 2}), 0);
        expect_error(CT_ERROR_ARGUMENT, "", [&] { back.execute({between}, {output, second}); });
        const char *words = back.input_size() > 0 ? "the input has 0 elements; the plan needs" : "";
        expect_error(CT_ERROR_ARGUMENT, words, [&] { back.execute({}, output); });
    }
    expect_error(CT_ERROR_ARGUMENT, "", [&] { // too few parts along no axis: more than there are
        ct::make_buffer<double>(comm, ct::decomposition::blocks(extent, {size + 1, 1, 1}));
    });
}

void test_halo(const ct::communicator &comm) {
    const int size = comm.size(), rank = comm.rank();
    const ct::decomposition line = ct::decomposition::blocks({2 * size}, {size}).ghosts(0, 1, 1);
    auto u = ct::make_buffer<double>(comm, line), v = ct::make_buffer<double>(comm, line);
    for (int sign : {1, -1}) {
        const ct::buffer<double> &field = sign > 0 ? u : v;
        field[1] = sign * 2.0 * rank;
        field[2] = sign * (2.0 * rank + 1);
    }
    ct::halo_plan<double> one(comm, line, ct::halo_options({1}));
    ct::halo_plan<double> both(comm, line, ct::halo_options({1}), 2);
    one.execute(u);
    EXPECT(u[0] == (2 * rank + 2 * size - 1) % (2 * size) && u[3] == (2 * rank + 2) % (2 * size));
    u[0] = u[3] = 0;
    both.start({u, v});
    while (!both.test()) {
    }
    EXPECT(u[0] == -v[0] && u[0] == (2 * rank + 2 * size - 1) % (2 * size));
    expect_error(CT_ERROR_ARGUMENT, "", [&] { both.execute(u); });
    expect_error(CT_ERROR_ARGUMENT, "the plan needs 4",
                 [&] { one.execute(ct::span<double>(u.data(), 3)); });
    ct::halo_options options({1});
    options.apart = options.faces_only = options.has_width = 1;
    options.width[0][0] = options.width[0][1] = 1;
    const ct::decomposition bare = ct::decomposition::blocks({2 * size}, {size});
    ct::halo_plan<double> apart(comm, bare, options);
    std::vector<double> layers(apart.layer_elements());
    apart.execute(ct::span<double>(u.data() + 1, 2), layers);
    EXPECT(layers[static_cast<std::size_t>(apart.layer_first(0, 1))] == u[3]);
}

void test_schedules(const ct::communicator &comm) {
    const ct::algorithm standard("standard", "hypercube:4");
    EXPECT_INT(standard.verify().total.messages, 64);
    EXPECT(standard.price(ct::machine("ipsc860"), 100).total_s > 0);
    EXPECT(standard.schedule(3) != nullptr);
    const std::vector<std::string> names = ct::algorithm::names("flat:7");
    EXPECT(std::find(names.begin(), names.end(), "bruck") != names.end());
    expect_error(CT_ERROR_CONFIG, "cube", [] { ct::algorithm("standard", "cube:4"); });
    ct::tuning tuning(comm, "/no/such/file");
    EXPECT(!tuning.calibration() && !tuning.machine().empty());
    expect_error(CT_ERROR_FILE, "/no/such/file",
                 [&] { ct::tuning::store(comm, "/no/such/file", *ct_calibration_default()); });
}

// A plan of this rank alone, called from C and from C++ in turns: nanoseconds a call.
void print_costs() {
    constexpr int CALLS = 200000, ROUNDS = 9;
    ct::exchange_plan<int> plan(MPI_COMM_SELF, 1);
    int from = 1, into = 0;
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 2 * ROUNDS; round++) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < CALLS; i++) {
            if (round % 2) {
                plan.execute({&from, 1}, {&into, 1});
            } else {
                ct::check(ct_exchange_execute(plan.get(), &from, &into));
            }
        }
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - begin;
        best[round % 2] = std::min(best[round % 2], took.count() / CALLS);
    }
    std::printf("a call: C %.1f ns, C++ %.1f ns\n", best[0], best[1]);
}

} // namespace

int main(int argc, char **argv) {
    ct::environment mpi(argc, argv);
    const ct::communicator comm;
    try {
        test_memory(comm);
        test_exchange(comm);
        test_movements(comm);
        test_transposes(comm);
        test_redistributions(comm);
        test_halo(comm);
        test_schedules(comm);
        EXPECT_INT(test_transforms(), 0);
        EXPECT_INT(test_reports(), 0);
        EXPECT_INT(test_solutions(), 0);
        EXPECT_INT(test_trace(), 0);
        if (comm.rank() == 0) {
            print_costs();
        }
        counted::expect_nothing_left();
    } catch (const std::exception &thrown) {
        EXPECT_TEXT(thrown.what(), "nothing thrown that is not expected");
        std::fprintf(stderr, "rank %d: %s\n", comm.rank(), thrown.what());
        MPI_Abort(comm, 1);
    }
    return expect_status();
}
