/*
 * Broadcast, all-gather, gather, scatter and all-to-all by the library's schedules (collective.h,
 * alltoall.h).
 */
#ifndef CORNERTURN_CXX_COLLECTIVE_HPP
#define CORNERTURN_CXX_COLLECTIVE_HPP

#include <climits>
#include <cornerturn/alltoall.h>
#include <cornerturn/collective.h>
#include <cornerturn/cxx/exchange.hpp>

namespace cornerturn {

/* A movement of `count` elements a vector or block, executed as often as wanted. */
template <class T> class collective_plan : public executed_exchange<T> {
  public:
    collective_plan(const communicator &comm, ct_pattern_kind movement, std::size_t count,
                    int root = 0, const exchange_options &options = {}) {
        ct_exchange_plan *made = nullptr;
        check(ct_collective_plan_create(
            comm, movement, root, static_cast<std::ptrdiff_t>(count * sizeof(T)), &options, &made));
        const bool is_root = comm.rank() == root;
        const std::size_t all = count * static_cast<std::size_t>(comm.size());
        const bool spreads = movement == CT_BROADCAST || movement == CT_SCATTER;
        const std::size_t one_or_all = movement == CT_SCATTER ? all : count;
        const bool gathers_here = movement == CT_ALL_GATHER || (movement == CT_GATHER && is_root);
        this->own(made, spreads && !is_root ? 0 : one_or_all,
                  gathers_here ? all : (movement == CT_GATHER ? 0 : count));
    }
};

namespace detail {
/* Elements as bytes for MPI's counts. */
template <class T> int byte_count(std::size_t elements) {
    static_assert(std::is_trivially_copyable_v<T>, "elements are sent as bytes");
    if (elements > INT_MAX / sizeof(T)) {
        throw error(CT_ERROR_ARGUMENT, std::to_string(elements) +
                                           " elements are more bytes than MPI counts; allowed: up "
                                           "to 2^31 - 1 bytes, more by an exchange_plan");
    }
    return static_cast<int>(elements * sizeof(T));
}
/* A block's size; both arrays have a block for each rank. -1, which all ranks refuse together,
 * where they have not. */
template <class T> int block_bytes(std::size_t whole, std::size_t block, int size) {
    return whole == block * static_cast<std::size_t>(size) ? byte_count<T>(block) : -1;
}
} // namespace detail

/* One block of the array for each rank; the plan is kept with the communicator. */
template <class T>
void alltoall(span<const T> send, span<T> receive, const communicator &comm = {}) {
    const std::size_t block = send.size() / static_cast<std::size_t>(comm.size());
    const int bytes = send.size() == receive.size()
                          ? detail::block_bytes<T>(send.size(), block, comm.size())
                          : -1;
    check(ct_alltoall(send.data(), bytes, MPI_BYTE, receive.data(), bytes, MPI_BYTE, comm));
}
template <class T> void broadcast(span<T> vector, int root = 0, const communicator &comm = {}) {
    check(ct_broadcast(vector.data(), detail::byte_count<T>(vector.size()), MPI_BYTE, root, comm));
}
template <class T>
void allgather(span<const T> send, span<T> receive, const communicator &comm = {}) {
    const int bytes = detail::block_bytes<T>(receive.size(), send.size(), comm.size());
    check(ct_allgather(send.data(), bytes, MPI_BYTE, receive.data(), bytes, MPI_BYTE, comm));
}
/* `receive` counts on the root alone; so does `send` of a scatter. */
template <class T>
void gather(span<const T> send, span<T> receive, int root = 0, const communicator &comm = {}) {
    const int bytes = comm.rank() == root
                          ? detail::block_bytes<T>(receive.size(), send.size(), comm.size())
                          : detail::byte_count<T>(send.size());
    check(ct_gather(send.data(), bytes, MPI_BYTE, receive.data(), bytes, MPI_BYTE, root, comm));
}
template <class T>
void scatter(span<const T> send, span<T> receive, int root = 0, const communicator &comm = {}) {
    const int bytes = comm.rank() == root
                          ? detail::block_bytes<T>(send.size(), receive.size(), comm.size())
                          : detail::byte_count<T>(receive.size());
    check(ct_scatter(send.data(), bytes, MPI_BYTE, receive.data(), bytes, MPI_BYTE, root, comm));
}

} // namespace cornerturn

#endif
