#include "pcgns/restripe/plan/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/labels.hpp"

namespace pcgns::restripe {

namespace {

using cgns::Node;

bool is_table_of_solutions(const Node& node) {
  return node.name.find("Solution") != std::string::npos && node.name.ends_with("Pointers") &&
         node.type == cgns::DataType::C1 && !node.dims.empty() && !node.data.empty();
}

/// The first time step of each solution of a zone; nothing if the zone has no time steps.
std::optional<std::map<std::string, std::size_t>> steps_of(const Node& zone) {
  std::optional<std::map<std::string, std::size_t>> steps;
  for (const auto& iterative : zone.children) {
    if (!cgns::is_zone_iterative(iterative.label)) continue;
    for (const auto& table : iterative.children) {
      if (!is_table_of_solutions(table)) continue;
      if (!steps) steps.emplace();
      const auto names = cgns::rows_of(table);
      for (std::size_t step = 0; step < names.size(); ++step) {
        if (names[step] != "Null") steps->try_emplace(names[step], step);
      }
    }
  }
  return steps;
}

/// Some writers prefix the name in the table with the location: "CellCenterSolution0001".
std::optional<std::size_t> step_of(const std::string& solution,
                                   const std::map<std::string, std::size_t>& steps) {
  for (std::size_t i = 0; i < solution.size(); ++i) {
    if (const auto found = steps.find(solution.substr(i)); found != steps.end()) return found->second;
  }
  return std::nullopt;
}

bool is_mesh(const Node& node) {
  return node.label == "GridCoordinates_t" || node.label == "Elements_t" ||
         node.label == "ParticleCoordinates_t";
}

Node without_children(const Node& node) {
  return {.name = node.name, .label = node.label, .type = node.type, .dims = node.dims, .data = node.data};
}

/// The child of `parent` with the name of `node`; created without values below if it does not exist.
Node& child_like(Node& parent, const Node& node) {
  if (auto* found = parent.child(node.name)) return *found;
  return parent.children.emplace_back(without_children(node));
}

class Splitter {
 public:
  Splitter(const cgns::InputSet& inputs, const std::string& output)
      : whole_(inputs.trees.front()), output_(output) {}

  [[nodiscard]] std::vector<Piece> pieces() {
    pieces_.push_back({output_, whole_});
    for (auto& base : pieces_.front().tree.children) {
      if (base.label != "CGNSBase_t") continue;
      for (auto& zone : base.children) {
        if (cgns::is_zone(zone.label) && !zone.link) split_zone(base, zone);
      }
    }
    return take();
  }

 private:
  /// Moves its solutions into `steps_` and puts links in their places.
  void split_zone(const Node& base, Node& zone) {
    const auto steps = steps_of(zone);
    for (auto& node : zone.children) {
      if (!cgns::is_solution(node.label) || node.label == "DiscreteData_t" || node.link) continue;
      const auto found = steps ? step_of(node.name, *steps) : std::optional<std::size_t>(0);
      if (!found) continue;
      const auto step = *found;
      auto link = link_to(node, step_name(output_, step), base, zone);
      auto& there = zone_of_step(step, base, zone);
      there.children.push_back(std::move(node));
      node = std::move(link);
    }
  }

  /// The zone in the file of the time step, with links to its mesh.
  Node& zone_of_step(std::size_t step, const Node& base, const Node& zone) {
    auto& root = steps_[step];
    if (root.children.empty()) add_version(root);
    auto& there = child_like(child_like(root, base), zone);
    if (!there.children.empty()) return there;
    if (const auto* type = zone.child_labelled("ZoneType_t")) there.children.push_back(*type);
    for (const auto& child : zone.children) {
      if (is_mesh(child)) there.children.push_back(link_to(child, output_, base, zone));
    }
    return there;
  }

  void add_version(Node& root) const {
    if (const auto* version = whole_.child_labelled("CGNSLibraryVersion_t"))
      root.children.push_back(without_children(*version));
  }

  [[nodiscard]] Node link_to(const Node& node, const std::string& file, const Node& base,
                             const Node& zone) const {
    const auto path = cgns::join(cgns::join(cgns::join("/", base.name), zone.name), node.name);
    return {.name = node.name,
            .label = node.label,
            .type = cgns::DataType::LK,
            .link = std::make_shared<const cgns::Link>(cgns::Link{cgns::seen_from(output_, file), path})};
  }

  std::vector<Piece> take() {
    for (auto& [step, root] : steps_) pieces_.push_back({step_name(output_, step), std::move(root)});
    return std::move(pieces_);
  }

  const Node& whole_;
  const std::string& output_;
  std::vector<Piece> pieces_;
  std::map<std::size_t, Node> steps_;
};

}  // namespace

std::string step_name(const std::string& output, std::size_t step) {
  const std::filesystem::path path(output);
  const auto name = fmt::format("{}_step{:04}{}", path.stem().string(), step + 1, path.extension().string());
  return (path.parent_path() / name).string();
}

bool is_step_name(const std::string& output, const std::string& name) {
  const std::filesystem::path path(output);
  const auto before = path.stem().string() + "_step";
  if (!name.starts_with(before)) return false;
  std::size_t number = 0;
  const auto [end, failure] = std::from_chars(name.data() + before.size(), name.data() + name.size(), number);
  if (failure != std::errc{} || number == 0) return false;
  return std::filesystem::path(step_name(output, number - 1)).filename() == name;
}

std::vector<std::string> step_names_among(std::span<const std::string> names, const std::string& output) {
  const auto before = std::filesystem::path(output).stem().string() + "_step";
  std::vector<std::string> steps;
  for (auto name = std::ranges::lower_bound(names, before); name != names.end(); ++name) {
    if (!name->starts_with(before)) break;
    if (is_step_name(output, *name)) steps.push_back(*name);
  }
  return steps;
}

std::vector<Piece> split(const cgns::InputSet& inputs, const std::string& output) {
  return Splitter(inputs, output).pieces();
}

}  // namespace pcgns::restripe
