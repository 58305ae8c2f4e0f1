// node_place.hpp: gives rules T a node together with its surroundings in the tree.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/verify/check/plan/check_tree.hpp"

namespace pcgns::verify::check {

/// Number of values; nothing for invalid extents: negative, or overflowing 63 bits.
[[nodiscard]] std::optional<std::int64_t> count_of(const cgns::Node& node);
/// True if all values are in the node.
[[nodiscard]] bool has_values(const cgns::Node& node);

/// The values of an I4 or I8 (or R4 or R8) node; nothing for other types, and for values not read.
[[nodiscard]] std::optional<std::vector<std::int64_t>> integers(const cgns::Node& node);
[[nodiscard]] std::optional<std::vector<double>> reals(const cgns::Node& node);
[[nodiscard]] std::optional<std::int64_t> one_integer(const cgns::Node& node);
/// False for sizes of zones that no file can hold, because fields have that many values.
[[nodiscard]] bool is_size(std::int64_t value);

/// The text of a C1 node without trailing blanks and NULs; nothing for other types.
[[nodiscard]] std::optional<std::string> text(const cgns::Node& node);
/// The names in a C1 table of 32-character columns; nothing if it is not one.
[[nodiscard]] std::optional<std::vector<std::string>> names(const cgns::Node& node);
/// The text of the child with that name; nothing if there is none.
[[nodiscard]] std::optional<std::string> text_of_child(const cgns::Node& node, std::string_view name);

/// The child with that name and label, or null.
[[nodiscard]] const cgns::Node* child(const cgns::Node& node, std::string_view name, std::string_view label);

/// "(3, 4)"; "()" if empty.
[[nodiscard]] std::string to_text(const std::vector<std::int64_t>& extents);

using Extents = std::vector<std::int64_t>;

enum class ZoneKind : std::uint8_t { unknown, structured, unstructured, particles };

/// Facts about a zone. Unknown ones are empty, and nothing is concluded from them.
struct ZoneFacts {
  const cgns::Node* node = nullptr;
  ZoneKind kind = ZoneKind::unknown;
  std::optional<int> dimension = {};  ///< IndexDimension.
  Extents vertices = {};              ///< One per index.
  Extents cells = {};
  Extents boundary = {};
  std::int64_t elements = 0;   ///< LastNumbers::element.
  std::int64_t last_cell = 0;  ///< LastNumbers::cell.

  [[nodiscard]] bool structured() const { return kind == ZoneKind::structured; }
  [[nodiscard]] bool unstructured() const { return kind == ZoneKind::unstructured; }
};

/// The highest numbers in an unstructured zone.
struct LastNumbers {
  std::int64_t element = 0;  ///< In the sections; 0 if there is none.
  /// Of an element that may be a cell. Cells that only ParentElements defines follow the sections.
  std::int64_t cell = 0;
  bool is_known = true;  ///< False if the range of a section is not readable.
};
[[nodiscard]] LastNumbers last_numbers(const cgns::Node& zone, int cell_dimension);

struct BaseFacts {
  const cgns::Node* node = nullptr;
  std::optional<int> cell_dimension = {};
  std::optional<int> physical_dimension = {};
  std::optional<std::int64_t> steps = {};  ///< NumberOfSteps.
  std::map<std::string, ZoneFacts, std::less<>> zones = {};
  std::map<std::string, const cgns::Node*, std::less<>> families = {};  ///< By path: "Wall", "Walls/Upper".
  std::set<std::string, std::less<>> used_families = {};                ///< Referenced families.
};

struct FileFacts {
  double version = 0;  ///< 0 if the file does not say.
  std::map<std::string, BaseFacts, std::less<>> bases = {};
  const SetNames* elsewhere = nullptr;  ///< Names in all files of the set.

  /// The zone `name` ("Zone" or "Base/Zone") seen from `base`; null if not in this file.
  [[nodiscard]] const ZoneFacts* zone(std::string_view base, std::string_view name) const;
  /// True if the donors of interfaces may be in files that are missing.
  [[nodiscard]] bool may_lack_zones() const { return elsewhere != nullptr && elsewhere->may_lack_zones; }
  /// True if this or another file of the set has the zone or the family.
  [[nodiscard]] bool has_zone(std::string_view base, std::string_view name) const;
  [[nodiscard]] bool has_family(std::string_view base, std::string_view name) const;
  /// Nodes of this label below the base in this and the other files of the set: zones, or families.
  [[nodiscard]] std::int64_t count_listed(std::string_view base, std::string_view label) const;
  /// True if a piece of the same zone as `piece`, in this or another file of the set, has a node with that
  /// label and name.
  [[nodiscard]] bool is_in_pieces(std::string_view base, const cgns::Node& piece, std::string_view label,
                                  std::string_view name) const;
  [[nodiscard]] const cgns::Node* family(std::string_view base, std::string_view name) const;
};

[[nodiscard]] FileFacts facts_of(const cgns::Node& root);

/// Details of a finding besides its code; each may be empty.
struct Said {
  std::string found = {};
  std::string expected = {};
  std::string position = {};
};

/// A node and its ancestors, during a walk of the tree.
struct NodePlace {
  const cgns::Node& node;
  const NodePlace* up = nullptr;  ///< Null for the root.
  const std::string& path;
  const FileFacts& file;
  const BaseFacts* base = nullptr;  ///< The base that contains it, or itself.
  const ZoneFacts* zone = nullptr;
  cgns::Findings& findings;
  const std::string& file_name;

  [[nodiscard]] const cgns::Node& parent() const { return up == nullptr ? node : up->node; }
  /// True for what users or a merge keep: it names nodes of a piece, or whatever else its writer meant.
  [[nodiscard]] bool is_below_user_data() const {
    for (const auto* above = up; above != nullptr; above = above->up)
      if (above->node.label == "UserDefinedData_t") return true;
    return false;
  }
  [[nodiscard]] std::string_view base_name() const {
    return base == nullptr ? std::string_view() : std::string_view(base->node->name);
  }

  void report(std::string_view code, Said said = {}) const { report_at(code, path, std::move(said)); }
  /// Reports about a child of the node.
  void report_child(std::string_view code, std::string_view child, Said said = {}) const {
    report_at(code, cgns::join(path, child), std::move(said));
  }

 private:
  void report_at(std::string_view code, std::string where, Said said) const {
    findings.add({.code = std::string(code),
                  .file = file_name,
                  .path = std::move(where),
                  .position = std::move(said.position),
                  .expected = std::move(said.expected),
                  .found = std::move(said.found)});
  }
};

// Checks of every node, or of one kind of node; called by check_tree.
void check_names(const NodePlace& place);
void check_children(const NodePlace& place);
void check_value(const NodePlace& place);
void check_words(const NodePlace& place);

void check_root(const NodePlace& root);
void check_base(const NodePlace& base);
void check_zone(const NodePlace& zone);
void check_coordinates(const NodePlace& coordinates);
void check_sections(const NodePlace& zone);
void check_section(const NodePlace& section);

void check_point_set(const NodePlace& owner);
void check_location(const NodePlace& owner);
void check_rind(const NodePlace& owner);
void check_condition(const NodePlace& bc);
void check_user_points(const NodePlace& owner);
void check_data_set(const NodePlace& data_set);
void check_fields(const NodePlace& holder);
void check_region(const NodePlace& region);
void check_particles(const NodePlace& holder);

/// True for a grid, solution or particles where the standard expects arrays of no values: of an empty
/// ParticleZone_t, for example.
[[nodiscard]] bool has_no_entities(const NodePlace& holder);

void check_one_to_one(const NodePlace& interface);
void check_general_interface(const NodePlace& interface);

void check_family_name(const NodePlace& name);
void check_family(const NodePlace& family);
void check_family_condition(const NodePlace& bc);

void check_base_steps(const NodePlace& iterative);
void check_zone_steps(const NodePlace& iterative);
void check_zone_solutions(const NodePlace& zone);

void check_quantity(const NodePlace& array);
void check_equations(const NodePlace& set);
void check_diffusion(const NodePlace& model);
void check_convergence(const NodePlace& history);
void check_axisymmetry(const NodePlace& axisymmetry);
void check_motion(const NodePlace& motion);
void check_geometry(const NodePlace& format);

}  // namespace pcgns::verify::check
