// jobs.hpp: which output is made of which input.
#pragma once

#include <string>
#include <vector>

#include "pcgns-restripe/options.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::restripe {

struct Job {
  std::string input;
  std::string output;
  bool one_of_many = false;  ///< Outputs, which appear together.
};

/// One job for each input, in natural order; each output has its input's number. Throws Error{usage} on every
/// rank if several inputs have one output, or an output cannot be made.
/// @note Collective.
[[nodiscard]] std::vector<Job> jobs_of(par::Session& session, const Options& options);

/// `options` for one of several jobs.
[[nodiscard]] tool::OutputOptions output_of(const Job& job, const Options& options);

}  // namespace pcgns::restripe
