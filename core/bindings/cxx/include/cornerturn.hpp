/*
 * Cornerturn for C++17: header only, over the C headers, whose comments are the reference.
 *
 * Handles are move-only and destroy what they own; failures are exceptions of type
 * cornerturn::error; element types are checked when the program is compiled. What is collective in
 * C is collective here, destructors of plans included: all ranks create and destroy plans in the
 * same order, as scopes do by themselves, and before MPI_Finalize. An array that is shorter than a
 * plan needs is refused on all ranks, not on the rank with the short one alone.
 *
 * Each handle has get(), the C handle for calls that have no member here.
 */
#ifndef CORNERTURN_HPP
#define CORNERTURN_HPP

#include <cornerturn/cxx/array.hpp>
#include <cornerturn/cxx/base.hpp>
#include <cornerturn/cxx/collective.hpp>
#include <cornerturn/cxx/decomposition.hpp>
#include <cornerturn/cxx/diffusion.hpp>
#include <cornerturn/cxx/exchange.hpp>
#include <cornerturn/cxx/fft.hpp>
#include <cornerturn/cxx/filter.hpp>
#include <cornerturn/cxx/halo.hpp>
#include <cornerturn/cxx/poisson.hpp>
#include <cornerturn/cxx/redistribute.hpp>
#include <cornerturn/cxx/reports.hpp>
#include <cornerturn/cxx/schedules.hpp>
#include <cornerturn/cxx/spectral.hpp>
#include <cornerturn/cxx/trace.hpp>
#include <cornerturn/cxx/tridiagonal.hpp>
#include <cornerturn/cxx/tuning.hpp>

#endif
