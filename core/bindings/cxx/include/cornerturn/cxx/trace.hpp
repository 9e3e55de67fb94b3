/*
 * Traces: what every rank does when, as a file for a timeline viewer (trace.h).
 */
#ifndef CORNERTURN_CXX_TRACE_HPP
#define CORNERTURN_CXX_TRACE_HPP

#include <cornerturn/cxx/base.hpp>
#include <cornerturn/trace.h>

namespace cornerturn {

/* Records from its begin to end(), which writes the file. One at a time. */
class trace {
  public:
    /* Collective. `events` a rank are kept, the latest; 0: CT_TRACE_EVENTS. */
    trace(const communicator &comm, const std::string &path, int events = 0) {
        check(ct_trace_begin(comm, path.c_str(), events));
    }
    trace(const trace &) = delete;
    trace &operator=(const trace &) = delete;
    /* Without end(), as on the way out of an exception, there is no file. Local. */
    ~trace() {
        if (is_on_) {
            ct_trace_discard();
        }
    }
    /* Collective; before MPI_Finalize. */
    ct_trace_summary end() {
        ct_trace_summary summary = {};
        is_on_ = false; /* ended also where the file cannot be written */
        check(ct_trace_end(&summary));
        return summary;
    }

  private:
    bool is_on_ = true;
};

/* A region of the caller's, to the end of the scope. Local. */
class trace_region {
  public:
    explicit trace_region(const char *name) {
        ct_trace_region_begin(name);
    }
    trace_region(const trace_region &) = delete;
    trace_region &operator=(const trace_region &) = delete;
    ~trace_region() {
        ct_trace_region_end();
    }
};

} // namespace cornerturn

#endif
