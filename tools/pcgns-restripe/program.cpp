#include "pcgns-restripe/program.hpp"

#include "common/wisdom.hpp"
#include "pcgns-restripe/report.hpp"

namespace pcgns::tool {

namespace {

/// What the user has set.
std::set<plan::Setting> fixed_by(const RestripeOptions& options) {
  std::set<plan::Setting> fixed;
  if (options.output.striping.is_asked_for() || options.automatic)
    fixed = {plan::Setting::stripe_count, plan::Setting::stripe_size};
  if (!options.align.empty() || !options.page_size.empty()) fixed.insert(plan::Setting::alignment);
  return fixed;
}

Report restripe_files(par::Session& session, RestripeOptions& options, const Listener& listener) {
  const auto wisdom = take_wisdom(session, options.output, options.run, listener, fixed_by(options));
  const auto done = restripe::run(session, request_of(options), listener);
  auto report = report_of(done, options.output, session.size());
  describe(wisdom, report);
  if (!options.output.dry_run) report.in_place = options.output.output;
  return report;
}

}  // namespace

Program program_of(RestripeOptions& options) {
  return {.name = "pcgns-restripe",
          .done = "wrote",
          .resumes = true,
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { check(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return restripe_files(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
