/*
 * Complete exchanges: block (i, j) goes from rank i to rank j (exchange.h).
 */
#ifndef CORNERTURN_CXX_EXCHANGE_HPP
#define CORNERTURN_CXX_EXCHANGE_HPP

#include <algorithm>
#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/array.hpp>
#include <cornerturn/exchange.h>
#include <vector>

namespace cornerturn {

/* All defaults until fields are changed. */
struct exchange_options : ct_exchange_options {
    exchange_options() : ct_exchange_options{} {
    }
};

/* counts[p] elements for each rank p, one block after the other. */
inline std::vector<ct_block> contiguous_blocks(span<const std::ptrdiff_t> counts,
                                               std::size_t element_bytes) {
    std::vector<ct_block> blocks;
    std::ptrdiff_t offset = 0;
    const auto bytes = static_cast<std::ptrdiff_t>(element_bytes);
    for (std::ptrdiff_t count : counts) {
        blocks.push_back(ct_block_contiguous(offset, count, bytes));
        offset += count * bytes;
    }
    return blocks;
}

/* What plans of exchanges and of collective movements share: executions. */
template <class T> class executed_exchange {
    static_assert(std::is_trivially_copyable_v<T>, "elements are sent as bytes");

  public:
    /* Collective. Returns when `receive` is complete. */
    void execute(span<const T> send, span<T> receive) {
        check_arrays(ct_exchange_execute(get(), long_enough(send, send_needs_),
                                         long_enough(receive, receive_needs_)),
                     send.size(), send_needs_, receive.size(), receive_needs_);
    }
    /* start, then wait, or test until it returns true, on every rank. */
    void start(span<const T> send, span<T> receive) {
        check_arrays(ct_exchange_start(get(), long_enough(send, send_needs_),
                                       long_enough(receive, receive_needs_)),
                     send.size(), send_needs_, receive.size(), receive_needs_);
    }
    bool test() {
        int done = 0;
        check(ct_exchange_test(get(), &done));
        return done != 0;
    }
    void wait() {
        check(ct_exchange_wait(get()));
    }
    std::string algorithm() const {
        return ct_exchange_algorithm(get());
    }
    std::string reason() const {
        return ct_exchange_reason(get());
    }
    double total_bytes() const {
        return ct_exchange_total_bytes(get());
    }
    /* What rounding doubles in messages has saved and lost. Collective. */
    ct_exchange_losses rounding() const {
        ct_exchange_losses losses = {};
        check(ct_exchange_rounding(get(), &losses));
        return losses;
    }
    ct_exchange_plan *get() const noexcept {
        return plan_.get();
    }

  protected:
    executed_exchange() = default;
    void own(ct_exchange_plan *plan, std::size_t send_needs, std::size_t receive_needs) {
        plan_.reset(plan);
        send_needs_ = send_needs;
        receive_needs_ = receive_needs;
    }

  private:
    handle<ct_exchange_plan, ct_exchange_plan_destroy> plan_;
    std::size_t send_needs_ = 0, receive_needs_ = 0;
};

template <class T> class exchange_plan : public executed_exchange<T> {
  public:
    /* A block for each rank, of any shape and strides (layout.h; bytes), in either array. */
    exchange_plan(const communicator &comm, span<const ct_block> send, span<const ct_block> receive,
                  const exchange_options &options = {}) {
        plan(comm, send, receive, options);
    }
    /* Contiguous blocks of so many elements for, and from, each rank. */
    static exchange_plan of_counts(const communicator &comm, span<const std::ptrdiff_t> send,
                                   span<const std::ptrdiff_t> receive,
                                   const exchange_options &options = {}) {
        return exchange_plan(comm, contiguous_blocks(send, sizeof(T)),
                             contiguous_blocks(receive, sizeof(T)), options);
    }
    /* The same number for all. */
    exchange_plan(const communicator &comm, std::ptrdiff_t count,
                  const exchange_options &options = {}) {
        const std::vector<std::ptrdiff_t> counts(static_cast<std::size_t>(comm.size()), count);
        const std::vector<ct_block> blocks = contiguous_blocks(counts, sizeof(T));
        plan(comm, blocks, blocks, options);
    }

  private:
    void plan(const communicator &comm, span<const ct_block> send, span<const ct_block> receive,
              const exchange_options &options) {
        const auto bytes = static_cast<std::ptrdiff_t>(sizeof(T));
        const auto ranks = static_cast<std::size_t>(comm.size());
        const ct_layout from = {bytes, long_enough(send, ranks)};
        const ct_layout into = {bytes, long_enough(receive, ranks)};
        ct_exchange_plan *made = nullptr;
        require_numbers<T>(false, options.precision);
        check_arrays(ct_exchange_plan_create(comm, from.block ? &from : nullptr,
                                             into.block ? &into : nullptr, &options, &made),
                     send.size(), ranks, receive.size(), ranks);
        this->own(made, needs(send), needs(receive));
    }
    /* Elements from the array's start to the end of the last block. */
    static std::size_t needs(span<const ct_block> blocks) {
        std::ptrdiff_t end = 0;
        for (const ct_block &block : blocks) {
            end = std::max(end, ct_block_end(&block, static_cast<std::ptrdiff_t>(sizeof(T))));
        }
        return (static_cast<std::size_t>(end) + sizeof(T) - 1) / sizeof(T);
    }
};

} // namespace cornerturn

#endif
