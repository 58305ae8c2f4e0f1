// piece_steps.cpp: time steps that not all files with pieces have.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/unite/step_tables.hpp"

namespace pcgns::fileset {

namespace {

/// The BaseIterativeData_t of a base, and its number of time steps; 0 if that is not recorded.
struct RecordedSteps {
  cgns::Node* node = nullptr;
  std::int64_t count = 0;
};

RecordedSteps recorded_steps(cgns::Node& base) {
  for (auto& child : base.children) {
    if (child.label != "BaseIterativeData_t" || child.link) continue;
    const bool is_number =
        cgns::is_integer(child.type) && cgns::count_of(child.dims) == 1 && !child.data.empty();
    return {&child, is_number ? cgns::integers_of(child).front() : 0};
  }
  return {};
}

/// The first `least` of `count` time steps of per-step arrays.
void keep_first(cgns::Node& iterative, std::int64_t count, std::int64_t least, const std::string& file,
                const std::string& path) {
  std::vector<std::int64_t> picked(static_cast<std::size_t>(least));
  std::iota(picked.begin(), picked.end(), 0);
  for (auto& array : iterative.children) {
    const bool is_here = !array.data.empty();
    if (is_here && is_per_step(array, count))
      pick_steps(array, count, picked, file, cgns::join(path, array.name));
  }
}

/// Names of the nodes of a zone that belong only to time steps from `least` on.
std::set<std::string> names_of_later_steps(const cgns::Node& zone, std::int64_t count, std::int64_t least) {
  StepChoice steps;
  for (std::int64_t step = 0; step < least; ++step) steps.picked.push_back(step);
  NodesOfSteps nodes;
  for (const auto& iterative : zone.children) {
    if (!cgns::is_zone_iterative(iterative.label) || iterative.link) continue;
    const NamedNodes named(zone, iterative);
    for (const auto& table : iterative.children) {
      if (is_step_table(table) && is_per_step(table, count) && !table.data.empty())
        add_named(steps, table, named, nodes);
    }
  }
  std::set<std::string> names;
  for (const auto* node : nodes.others) {
    if (!nodes.picked.contains(node)) names.insert(node->name);
  }
  return names;
}

/// Solutions of each zone in pieces, by index of the zone.
using Solutions = std::map<int, std::set<std::string>>;

/// A writer may name only its solutions in the cells, and those at vertices are then known by their absence
/// from the files with fewer time steps.
void add_unnamed(const cgns::Node& zone, const std::set<std::string>& known, std::set<std::string>& gone) {
  for (const auto& child : zone.children) {
    if (child.label == "FlowSolution_t" && !known.contains(child.name)) gone.insert(child.name);
  }
}

std::string some_of(const std::set<std::string>& names) {
  constexpr std::size_t most = 4;
  std::vector<std::string> first(
      names.begin(), std::next(names.begin(), static_cast<std::ptrdiff_t>(std::min(most, names.size()))));
  const auto more = names.size() > most ? fmt::format(" and {} more", names.size() - most) : std::string();
  return fmt::format("{}{}", fmt::join(first, ", "), more);
}

/// A base of one file that has pieces.
struct BaseOfPieces {
  int file = 0;
  cgns::Node* node = nullptr;
  RecordedSteps steps;
};

std::map<std::string, std::vector<BaseOfPieces>> bases_of_pieces(cgns::InputSet& inputs,
                                                                 const PieceSet& pieces) {
  std::map<std::string, std::vector<BaseOfPieces>> bases;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (auto& base : inputs.trees[i].children) {
      const bool has_pieces =
          std::any_of(base.children.begin(), base.children.end(),
                      [&](const cgns::Node& zone) { return pieces.find(&zone).original >= 0; });
      const auto steps = recorded_steps(base);
      if (has_pieces && steps.count > 0) bases[base.name].push_back({static_cast<int>(i), &base, steps});
    }
  }
  return bases;
}

}  // namespace

namespace {

Solutions solutions_of(const std::vector<BaseOfPieces>& bases, std::int64_t count, const PieceSet& pieces) {
  Solutions solutions;
  for (const auto& base : bases) {
    if (base.steps.count != count) continue;
    for (const auto& zone : base.node->children) {
      const auto id = pieces.find(&zone);
      for (std::size_t i = 0; id.original >= 0 && i < zone.children.size(); ++i) {
        if (zone.children[i].label == "FlowSolution_t") solutions[id.original].insert(zone.children[i].name);
      }
    }
  }
  return solutions;
}

/// Leaves out what belongs to time steps from `least` on; returns the names of its nodes.
std::set<std::string> shorten(const BaseOfPieces& base, std::int64_t least, const Solutions& solutions,
                              const PieceSet& pieces, const std::string& file) {
  const auto count = base.steps.count;
  const auto path = "/" + base.node->name;
  std::set<std::string> all;
  for (auto& zone : base.node->children) {
    if (!cgns::is_zone(zone.label) || zone.link) continue;
    auto gone = names_of_later_steps(zone, count, least);
    const auto known = solutions.find(pieces.find(&zone).original);
    if (known != solutions.end()) add_unnamed(zone, known->second, gone);
    for (auto& child : zone.children) {
      if (cgns::is_zone_iterative(child.label) && !child.link)
        keep_first(child, count, least, file, cgns::join(cgns::join(path, zone.name), child.name));
    }
    std::erase_if(zone.children, [&](const cgns::Node& child) { return gone.contains(child.name); });
    all.merge(gone);
  }
  auto& iterative = *base.steps.node;
  keep_first(iterative, count, least, file, cgns::join(path, iterative.name));
  iterative.data =
      cgns::integer_node(iterative.name, iterative.label, iterative.dims, {least}, iterative.type).data;
  return all;
}

}  // namespace

void keep_common_steps(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes) {
  for (const auto& [name, bases] : bases_of_pieces(inputs, pieces)) {
    const auto less = [](const auto& a, const auto& b) { return a.steps.count < b.steps.count; };
    const auto [shortest, longest] = std::minmax_element(bases.begin(), bases.end(), less);
    const auto least = shortest->steps.count;
    const auto most = longest->steps.count;
    if (most == least) continue;
    const auto file_of = [&](int file) { return inputs.files[static_cast<std::size_t>(file)].path; };
    const auto solutions = solutions_of(bases, least, pieces);
    std::int64_t longer = 0;
    std::set<std::string> gone;
    for (const auto& base : bases) {
      if (base.steps.count == least) continue;
      ++longer;
      gone.merge(shorten(base, least, solutions, pieces, file_of(base.file)));
    }
    notes.add(
        plan::Note::Kind::warning, "steps /" + name,
        fmt::format("/{}/{}: {} time steps count, which all files with pieces have; {} of {} files have "
                    "more ({} has {}); left out: {}",
                    name, shortest->steps.node->name, least, longer, bases.size(), file_of(longest->file),
                    most, some_of(gone)));
  }
}

}  // namespace pcgns::fileset
