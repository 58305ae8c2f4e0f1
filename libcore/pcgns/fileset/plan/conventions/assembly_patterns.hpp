// assembly_patterns.hpp: the nodes of a zone that the wildcards of an assembly file mean.
#pragma once

#include <string>
#include <vector>

#include "pcgns/fileset/plan/conventions/assembly_file.hpp"

namespace pcgns::fileset {

/// `numbers` with every key that has a * replaced by the keys of `zone` that it means. Keys without one take
/// precedence. Keys whose array `zone` does not have are left out.
[[nodiscard]] NumberNodes expanded(const NumberNodes& numbers, const cgns::Node& zone);

/// The node that the value `path` of the key `pattern` means for each node of `zone` that the key means.
[[nodiscard]] std::vector<std::string> expanded(const std::string& pattern, const std::string& path,
                                                const cgns::Node& zone);

/// Finds the nodes to drop. Remembers which patterns found any.
class DropList {
 public:
  DropList(const std::string& place, const std::vector<std::string>& patterns)
      : place_(place), patterns_(patterns), is_used_(patterns.size(), false) {}

  /// Paths below `zone`, none of them below another.
  [[nodiscard]] std::vector<std::string> paths_in(const cgns::Node& zone);
  /// Throws Error{input} if a pattern has found nothing.
  void require_all_used(const AssemblyText& source) const;

 private:
  void add_below(const cgns::Node& node, const std::string& path, std::vector<std::string>& found);
  [[nodiscard]] bool is_dropped(const std::string& path);

  const std::string& place_;
  const std::vector<std::string>& patterns_;
  std::vector<bool> is_used_;
};

}  // namespace pcgns::fileset
