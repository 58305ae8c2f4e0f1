// findings.hpp: what a check has found, folded so that a broken mesh does not fill the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace pcgns::check {

/// One rule broken at one node, once or many times; what is said of the place is said of the first one.
struct Finding {
  std::string code = {};      ///< Of the rule: "M0103".
  std::string file = {};      ///< As the command line names it; empty for a mesh of several files.
  std::string path = {};      ///< Of the node: "/Base/Zone/Hexa".
  std::string position = {};  ///< In the node, 1-based as users count: "element 18, node 3"; or empty.
  std::string expected = {};  ///< "1 to 8000"; or empty.
  std::string found = {};     ///< "9001"; or empty.
  std::int64_t index = 0;     ///< Orders the places in a node: the lowest is told.
  std::int64_t count = 1;     ///< Places in the node.
};

/// Collects findings, one for each rule and node. A rank has its own; `mesh::gathered` makes them those of
/// all.
class Findings {
 public:
  void add(Finding finding);
  void add(std::span<const Finding> findings);

  /// By file, path and code.
  [[nodiscard]] std::vector<Finding> sorted() const;
  [[nodiscard]] bool empty() const { return findings_.empty(); }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, Finding> findings_;
};

/// For sending them to other ranks.
[[nodiscard]] std::vector<std::byte> serialized(const std::vector<Finding>& findings);
/// Throws Error{internal} if `bytes` are nothing that `serialized` gave.
[[nodiscard]] std::vector<Finding> deserialized(std::span<const std::byte> bytes);

}  // namespace pcgns::check
