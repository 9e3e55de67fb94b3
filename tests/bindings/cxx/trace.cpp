// Traces by way of C++.
#include "counted.hpp"
#include "expect.h"
#include "refusals.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

// A trace has its file at its end alone, not where an exception has ended it before.
int test_trace() {
    const ct::communicator comm;
    const std::string path = "bindings_cxx_trace" + std::to_string(comm.size()) + ".json";
    try {
        ct::trace trace(comm, path);
        expect_error(CT_ERROR_ARGUMENT, "one at a time", [&] { ct::trace second(comm, path); });
        throw std::runtime_error("left");
    } catch (const std::runtime_error &left) {
        EXPECT_TEXT(left.what(), "left");
    }
    EXPECT(std::fopen(path.c_str(), "r") == nullptr);
    ct::trace trace(comm, path, 1000);
    for (int i = 0; i < 5; i++) {
        const ct::trace_region region("mine");
    }
    const ct_trace_summary summary = trace.end();
    EXPECT(summary.events == 5.0 * comm.size());
    EXPECT(summary.dropped == 0);
    expect_error(CT_ERROR_ARGUMENT, "ct_trace_begin", [&] { trace.end(); });
    if (comm.rank() == 0) {
        EXPECT_INT(std::remove(path.c_str()), 0);
    }
    return expect_status() ? 1 + expect_failed : 0;
}
