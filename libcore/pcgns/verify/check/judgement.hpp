// judgement.hpp: the rules to check, and findings with what they weigh.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "pcgns/cgns/findings.hpp"

namespace pcgns::verify::check {

/// The rules to check, and the purpose by which they are weighed.
struct Rules {
  std::set<cgns::Layer> layers = {cgns::Layer::file,       cgns::Layer::tree,     cgns::Layer::mesh,
                                  cgns::Layer::interfaces, cgns::Layer::boundary, cgns::Layer::values,
                                  cgns::Layer::set};
  cgns::Profile profile = cgns::Profile::sids;
  std::vector<std::string> enabled = {};   ///< Codes of rules to check in addition.
  std::vector<std::string> disabled = {};  ///< Codes of rules to skip.

  [[nodiscard]] bool has(cgns::Layer layer) const { return layers.contains(layer); }
  [[nodiscard]] bool has(const cgns::Rule& rule) const;
  /// True if the layer is chosen, or a rule of it is enabled.
  [[nodiscard]] bool looks_at(cgns::Layer layer) const;
};

/// A finding with its rule, and its severity for the profile.
struct Judged {
  cgns::Finding finding;
  const cgns::Rule* rule = nullptr;
  cgns::Severity severity = cgns::Severity::error;
};

/// All that was found of one mesh.
struct Judgement {
  std::vector<Judged> findings;  ///< By file, path and code.

  [[nodiscard]] std::int64_t count(cgns::Severity severity) const;
  /// False if there is a finding of `fail_on` or more.
  [[nodiscard]] bool is_valid(cgns::Severity fail_on) const;
};

/// `findings`: by file, path and code. Leaves out those of other rules; where two rules report the same
/// problem of a node, the more detailed one stays.
[[nodiscard]] Judgement judged(const std::vector<cgns::Finding>& findings, const Rules& rules);

}  // namespace pcgns::verify::check
