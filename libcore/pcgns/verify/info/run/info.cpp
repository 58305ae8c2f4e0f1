#include "pcgns/verify/info/info.hpp"

#include <utility>
#include <variant>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/info/plan/describe.hpp"

namespace pcgns::verify::info {

Report run(par::Session& session, const Request& request, const Listener& listener) {
  auto files = fileset::open(session, request.inputs, fileset::OnDamage::error, listener);
  auto recognised = fileset::recognise(session, files, request.inputs);
  Report report{.inputs = files.list};
  if (const auto* refusal = std::get_if<Error>(&recognised)) {
    report.refusal = refusal->what();
  } else {
    report.split = std::get<std::vector<fileset::RecognisedZone>>(std::move(recognised));
  }
  par::collectively(session.comm(), "describing the files", [&] {
    report.storage = describe_storage(files.inputs);
    report.bases = describe_bases(files.inputs, report.split);
  });
  report.trees = std::move(files.inputs.trees);
  return report;
}

}  // namespace pcgns::verify::info
