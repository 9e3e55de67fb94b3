/*
 * Choices and constants measured on this machine (tuning.h, calibrate.h).
 */
#ifndef CORNERTURN_CXX_TUNING_HPP
#define CORNERTURN_CXX_TUNING_HPP

#include <cornerturn/calibrate.h>
#include <cornerturn/cxx/base.hpp>
#include <cornerturn/tuning.h>
#include <optional>

namespace cornerturn {

/* The entries of this machine in a tuning file. Collective. */
class tuning {
  public:
    tuning(const communicator &comm, const std::string &path) {
        ct_tuning *made = nullptr;
        check(ct_tuning_load(comm, path.c_str(), &made));
        tuning_.reset(made);
    }
    std::optional<ct_calibration> calibration() const {
        const ct_calibration *found = ct_tuning_calibration(get());
        return found ? std::optional<ct_calibration>(*found) : std::nullopt;
    }
    /* What was wrong with the file; empty: nothing. */
    std::string warning() const {
        const char *text = ct_tuning_warning(get());
        return text ? text : "";
    }
    std::string machine() const {
        return ct_tuning_machine(get());
    }
    ct_tuning *get() const noexcept {
        return tuning_.get();
    }

    /* Adds a calibration to the file, with the same on all ranks. Collective. */
    static void store(const communicator &comm, const std::string &path,
                      const ct_calibration &calibration) {
        check(ct_tuning_store_calibration(comm, path.c_str(), &calibration));
    }

  private:
    handle<ct_tuning, ct_tuning_destroy> tuning_;
};

/* Measures this machine, in seconds. Collective. */
inline ct_calibration calibrate(const communicator &comm, const ct_topology *network = nullptr) {
    ct_calibration found = {};
    check(ct_calibrate(comm, network, &found));
    return found;
}

} // namespace cornerturn

#endif
