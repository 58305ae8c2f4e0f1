// one_join.hpp: what the checks of one connection have in common.
#pragma once

#include <string>
#include <utility>

#include "pcgns/check/joins.hpp"

namespace pcgns::check {

class OneJoin {
 public:
  OneJoin(const Joins& joins, int join, const std::string& file, Findings& findings)
      : joins_(joins), join_(joins.all[static_cast<std::size_t>(join)]), file_(file), findings_(findings) {}

 protected:
  [[nodiscard]] const Joins& joins() const { return joins_; }
  [[nodiscard]] const Join& join() const { return join_; }
  [[nodiscard]] const JoinZone& zone() const { return joins_.zone_of(join_); }
  [[nodiscard]] const JoinZone& donor() const { return joins_.donor_of(join_); }
  [[nodiscard]] int dimension() const { return zone().shape.dimension; }

  void add(const char* code, Finding finding) {
    finding.code = code;
    finding.file = file_;
    finding.path = join_.path;
    findings_.add(std::move(finding));
  }

 private:
  const Joins& joins_;
  const Join& join_;
  const std::string& file_;
  Findings& findings_;
};

/// GridConnectivity1to1_t whose donor is there.
void check_1to1(const Joins& joins, int join, const std::string& file, Findings& findings);
/// GridConnectivity_t whose donor is there.
void check_general_join(const Joins& joins, int join, const std::string& file, Findings& findings);

}  // namespace pcgns::check
