#include "pcgns/verify/check/plan/coincidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pcgns::verify::check {

namespace {

constexpr double share_of_spacing = 0.01;
constexpr double coarse_rounding = 2e-6;
constexpr double fine_rounding = 1e-9;

}  // namespace

double distance(const cgns::Point& a, const cgns::Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double tolerance(double spacing, const cgns::Point& point, bool coarse) {
  const auto size = std::max({std::abs(point[0]), std::abs(point[1]), std::abs(point[2])});
  return std::max(share_of_spacing * spacing, (coarse ? coarse_rounding : fine_rounding) * size);
}

void Coincidence::add(std::int64_t pair, double distance, double tolerance) {
  if (distance == 0) return;
  const bool is_near = distance <= tolerance;
  auto& first = is_near ? first_inexact : first_apart;
  ++(is_near ? inexact : apart);
  if (first < 0 || pair < first) first = pair;
  largest = std::max(largest, distance);
}

void judge_coincidence(const Interface& interface, const std::vector<Coincidence>& found, bool are_faces,
                       const PairPlaces& places, const std::string& file, cgns::Findings& findings) {
  const auto& first = found.front();
  const auto fits = std::find_if(found.begin(), found.end(),
                                 [](const Coincidence& coincidence) { return coincidence.apart == 0; });
  cgns::Finding finding{.file = file, .path = interface.path};
  if (fits == found.end()) {
    finding.code = are_faces ? "J0403" : "J0401";
    finding.position = places.apart;
    finding.found = fmt::format("distances up to {:.3g}", first.largest);
    finding.index = first.first_apart;
    finding.count = first.apart;
  } else if (static_cast<std::size_t>(fits - found.begin()) >= (found.size() + 1) / 2) {
    finding.code = "J0405";
  } else if (interface.motions.empty() && first.inexact > 0) {
    finding.code = "J0402";
    finding.position = places.inexact;
    finding.found = fmt::format("distances up to {:.3g}", first.largest);
    finding.index = first.first_inexact;
    finding.count = first.inexact;
  } else {
    return;
  }
  findings.add(std::move(finding));
}

}  // namespace pcgns::verify::check
