#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/verify/boundary.hpp"

namespace pcgns::verify {

void check_boundary(par::Session& session, const Subject& subject, check::Findings& findings) {
  for (const auto& base : subject.data.plan.output.children) {
    for (const auto& zone : base.children) {
      if (base.label != "CGNSBase_t" || zone.label != "Zone_t") continue;
      const auto check =
          mesh::is_unstructured(zone) ? check_unstructured_boundary : check_structured_boundary;
      check(session, subject, base, zone, findings);
    }
  }
}

}  // namespace pcgns::verify
