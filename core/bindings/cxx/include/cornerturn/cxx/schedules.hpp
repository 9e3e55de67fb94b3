/*
 * Exchanges as data: which algorithms there are, whether they are right, what they take
 * (algorithm.h, check.h, price.h). Nothing here needs MPI to have been started.
 */
#ifndef CORNERTURN_CXX_SCHEDULES_HPP
#define CORNERTURN_CXX_SCHEDULES_HPP

#include <cornerturn/algorithm.h>
#include <cornerturn/check.h>
#include <cornerturn/cxx/base.hpp>
#include <cornerturn/price.h>
#include <vector>

namespace cornerturn {

/* "hypercube:6", "mesh:8x8", "nodes:4x8", .. */
inline ct_topology topology(const std::string &text) {
    ct_topology found = {};
    check(ct_topology_parse(text.c_str(), &found));
    return found;
}

/* A machine of the table by name, such as "ipsc860", or a file that describes one. */
inline ct_machine machine(const std::string &name) {
    ct_machine read = {};
    const ct_machine *known = ct_machine_find(name.c_str());
    if (known == nullptr) {
        check(ct_machine_read(name.c_str(), &read));
        known = &read;
    }
    return *known;
}

/* An algorithm with its parameters on a topology: "bruck --radix 4". */
class algorithm {
  public:
    algorithm(const std::string &text, const std::string &on) : topology_(topology(on)) {
        check(ct_algorithm_parse(text.c_str(), &topology_, &row_, &parameters_));
    }
    /* Checks the schedules of all ranks, link by link; throws where something is wrong. `step` of
     * the result is NULL. */
    ct_check_report verify() const {
        ct_check_report report = {};
        check(ct_check_algorithm(row_, &topology_, &parameters_, &report));
        ct_check_report kept = report;
        kept.step = nullptr;
        ct_check_report_clear(&report);
        return kept;
    }
    ct_price price(const ct_machine &machine, double block_bytes) const {
        ct_price found = {};
        check(ct_price_algorithm(row_, &topology_, &parameters_, &machine, block_bytes, &found));
        return found;
    }
    handle<ct_schedule, ct_schedule_destroy> schedule(int rank) const {
        ct_schedule *made = nullptr;
        check(ct_algorithm_generate(row_, &topology_, &parameters_, rank, &made));
        return handle<ct_schedule, ct_schedule_destroy>(made);
    }
    std::string name() const {
        return row_->name;
    }
    std::string summary() const {
        return row_->summary;
    }

    /* Names of those that run on a topology. */
    static std::vector<std::string> names(const std::string &on) {
        const ct_topology where = topology(on);
        std::vector<std::string> found;
        for (int i = 0; ct_algorithm_at(i) != nullptr; i++) {
            if (ct_algorithm_can_run(ct_algorithm_at(i), &where)) {
                found.emplace_back(ct_algorithm_at(i)->name);
            }
        }
        return found;
    }

  private:
    ct_topology topology_;
    const ct_algorithm *row_ = nullptr;
    ct_parameters parameters_ = {};
};

} // namespace cornerturn

#endif
