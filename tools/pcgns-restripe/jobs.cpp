#include "pcgns-restripe/jobs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "common/log.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/fileset/numbered_set.hpp"
#include "pcgns/fileset/run/input_names.hpp"

namespace pcgns::restripe {

namespace {

std::string numbered(const fileset::NumberPattern& pattern, std::int64_t number) {
  const auto digits = pattern.zeros ? fmt::format("{:0{}}", number, pattern.width)
                                    : fmt::format("{:{}}", number, pattern.width);
  return pattern.before + digits + pattern.after;
}

/// One output may have a name that looks like a pattern; several must have one that is.
std::optional<fileset::NumberPattern> pattern_for(const Options& options, std::size_t inputs) {
  auto pattern = fileset::number_pattern(options.output.output);
  if (pattern || inputs == 1) return pattern;
  throw Error(ErrorKind::usage, fmt::format("--output {}: {} inputs need a pattern such as 'new_%04d.cgns'",
                                            options.output.output, inputs));
}

}  // namespace

std::vector<Job> jobs_of(par::Session& session, const Options& options) {
  const auto set = fileset::input_names(session, options.inputs, options.allow_missing);
  if (!set.problem.empty()) tool::warn("{}", set.problem);
  const auto pattern = pattern_for(options, set.names.size());
  const bool many = set.names.size() > 1 || options.request.links == cgns::Links::split;
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < set.names.size(); ++i) {
    jobs.push_back(
        {set.names[i], pattern ? numbered(*pattern, set.numbers[i]) : options.output.output, many});
  }
  for (const auto& job : jobs) {
    if (options.output.dry_run) break;
    publish::preflight(session, tool::stage_options(output_of(job, options), options.run), set.names);
  }
  return jobs;
}

tool::OutputOptions output_of(const Job& job, const Options& options) {
  auto output = options.output;
  output.output = job.output;
  output.one_of_many = job.one_of_many;
  return output;
}

}  // namespace pcgns::restripe
