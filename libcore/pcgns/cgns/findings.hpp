// findings.hpp: results of a check, folded so that a broken mesh does not fill the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace pcgns::cgns {

/// One rule broken at one node, once or many times; the details describe the place with the lowest index.
struct Finding {
  std::string code = {};      ///< Code of the rule: "M0103".
  std::string file = {};      ///< As on the command line; empty for a mesh of several files.
  std::string path = {};      ///< Node path: "/Base/Zone/Hexa".
  std::string position = {};  ///< Place in the node, 1-based: "element 18, node 3"; or empty.
  std::string expected = {};  ///< "1 to 8000"; or empty.
  std::string found = {};     ///< "9001"; or empty.
  std::int64_t index = 0;     ///< Orders the places in a node: the lowest one is reported.
  std::int64_t count = 1;     ///< Number of places in the node.
};

/// Collects findings, one per rule and node. Each rank has its own; `mesh::gathered` merges them.
class Findings {
 public:
  void add(Finding finding);
  void add(std::span<const Finding> findings);

  /// Ordered by file, path and code.
  [[nodiscard]] std::vector<Finding> sorted() const;
  [[nodiscard]] bool empty() const { return findings_.empty(); }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, Finding> findings_;
};

/// Serialisation for messages.
[[nodiscard]] std::vector<std::byte> serialized(const std::vector<Finding>& findings);
/// Inverse of `serialized`. Throws Error{internal} for any other bytes.
[[nodiscard]] std::vector<Finding> deserialized_findings(std::span<const std::byte> bytes);

enum class Severity : std::uint8_t {
  note,     ///< A matter of taste, or worth knowing.
  warning,  ///< Readers accept it, but the result may surprise.
  error,    ///< Violates the standard so that readers fail or results are wrong.
};

/// What a rule looks at; the first letter of its code.
enum class Layer : std::uint8_t {
  file,        ///< F: storage of the tree in HDF5.
  tree,        ///< T: nodes, labels, types, extents, enumerations.
  mesh,        ///< M: elements, faces, cells, points.
  interfaces,  ///< J: interfaces between zones.
  boundary,    ///< B: boundary conditions, and faces without one.
  values,      ///< V: NaN and infinite values, empty fields, time steps.
  set,         ///< S: files of many ranks as one mesh.
};
inline constexpr int layer_count = 7;

/// The purpose of a check; severities of rules depend on it.
enum class Profile : std::uint8_t {
  sids,     ///< The standard.
  mll,      ///< What the reference library will refuse.
  restart,  ///< A solver restarts from the file.
  archive,  ///< The file must stay readable for years.
};

struct Rule {
  std::string_view code;  ///< "M0103".
  Severity severity;      ///< For Profile::sids.
  std::string_view
      title;  ///< What is wrong, without the place: "an element has a vertex that does not exist".
  std::string_view help;             ///< One sentence: the consequence, or what to do.
  std::optional<Severity> mll = {};  ///< Severities that differ for other profiles.
  std::optional<Severity> restart = {};
  std::optional<Severity> archive = {};
  bool off = false;  ///< Only checked on request (--enable CODE).
};

/// All rules, by code.
[[nodiscard]] std::span<const Rule> rules();
/// The rule with this code, or null.
[[nodiscard]] const Rule* rule_of(std::string_view code);
[[nodiscard]] Layer layer_of(std::string_view code);
/// True if rule `near` reports the same problem as rule `far` at a node, in more detail. `is_below`: as rule
/// `far` at a child of the node.
[[nodiscard]] bool is_told_by(std::string_view far, std::string_view near, bool is_below = false);
[[nodiscard]] Severity severity_of(const Rule& rule, Profile profile);
/// Where the standard says what the rule demands; empty if it does not.
[[nodiscard]] std::string_view clause_of(const Rule& rule);

/// What other checkers say where a rule is broken: "refuses" (to read the file), "error", "warning", or
/// nothing.
struct OtherCheckers {
  std::string_view cgnscheck = {};
  std::string_view pycgns = {};
};
[[nodiscard]] OtherCheckers other_checkers_of(const Rule& rule);

[[nodiscard]] std::string_view to_string(Profile profile);
[[nodiscard]] std::string_view to_string(Severity severity);
[[nodiscard]] std::string_view to_string(Layer layer);

}  // namespace pcgns::cgns
