// tree_place.hpp: a node with everything around it, as the rules T look at it.
#pragma once

#include <string>
#include <string_view>

#include "pcgns/check/findings.hpp"
#include "pcgns/check/tree_facts.hpp"
#include "pcgns/check/tree_values.hpp"

namespace pcgns::check {

/// What is said of a place beside the code; each may be empty.
struct Said {
  std::string found = {};
  std::string expected = {};
  std::string position = {};
};

/// A node on the way down from the root, while its path is known.
struct Place {
  const tree::Node& node;
  const Place* up = nullptr;  ///< Null for the root.
  const std::string& path;
  const FileFacts& file;
  const BaseFacts* base = nullptr;  ///< That it is in, or is.
  const ZoneFacts* zone = nullptr;
  Findings& findings;
  const std::string& file_name;

  [[nodiscard]] const tree::Node& parent() const { return up == nullptr ? node : up->node; }
  [[nodiscard]] std::string_view base_name() const {
    return base == nullptr ? std::string_view() : std::string_view(base->node->name);
  }

  void report(std::string_view code, Said said = {}) const { report_at(code, path, std::move(said)); }
  /// About a child of the node.
  void report_child(std::string_view code, std::string_view child, Said said = {}) const {
    report_at(code, tree::join(path, child), std::move(said));
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

// What is looked at for every node, or for one kind of them; check_tree calls them.
void check_names(const Place& place);
void check_children(const Place& place);
void check_value(const Place& place);
void check_words(const Place& place);

void check_root(const Place& root);
void check_base(const Place& base);
void check_zone(const Place& zone);
void check_coordinates(const Place& coordinates);
void check_sections(const Place& zone);
void check_section(const Place& section);

void check_point_set(const Place& owner);
void check_location(const Place& owner);
void check_rind(const Place& owner);
void check_condition(const Place& bc);
void check_data_set(const Place& data_set);
void check_fields(const Place& holder);
void check_region(const Place& region);
void check_particles(const Place& holder);

void check_one_to_one(const Place& join);
void check_general_join(const Place& join);

void check_family_name(const Place& name);
void check_family(const Place& family);
void check_family_condition(const Place& bc);

void check_base_steps(const Place& iterative);
void check_zone_steps(const Place& iterative);

void check_quantity(const Place& array);
void check_equations(const Place& set);
void check_diffusion(const Place& model);
void check_convergence(const Place& history);
void check_axisymmetry(const Place& axisymmetry);
void check_motion(const Place& motion);
void check_geometry(const Place& format);

}  // namespace pcgns::check
