// piece_steps.cpp: time steps that not all files with pieces have.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/unite/step_tables.hpp"

namespace pcgns::fileset {

namespace {

/// The BaseIterativeData_t of a base, and its number of time steps; 0 if that is not recorded, or contradicts
/// the times: choose_steps() says so.
struct RecordedSteps {
  cgns::Node* node = nullptr;
  std::int64_t count = 0;
};

RecordedSteps recorded_steps(cgns::Node& base) {
  for (auto& child : base.children) {
    if (child.label != "BaseIterativeData_t" || child.link) continue;
    const bool is_number =
        cgns::is_integer(child.type) && cgns::count_of(child.dims) == 1 && !child.data.empty();
    const auto count = is_number ? cgns::integers_of(child).front() : 0;
    return {&child, count > 0 && other_times(child, count) == nullptr ? count : 0};
  }
  return {};
}

/// The first `least` of `count` time steps of per-step arrays.
void keep_first(cgns::Node& iterative, std::int64_t count, std::int64_t least, const std::string& file,
                const std::string& path) {
  std::vector<std::int64_t> picked;
  for (auto& array : iterative.children) {
    if (array.data.empty() || !is_per_step(array, count)) continue;
    picked.resize(static_cast<std::size_t>(least));
    std::iota(picked.begin(), picked.end(), 0);
    pick_steps(array, count, picked, file, cgns::join(path, array.name));
  }
}

/// Names of the nodes of a zone that belong only to time steps from `least` on.
std::set<std::string> names_of_later_steps(const cgns::Node& zone, std::int64_t count, std::int64_t least) {
  NodesOfSteps nodes;
  for (const auto& iterative : zone.children) {
    if (!cgns::is_zone_iterative(iterative.label) || iterative.link) continue;
    const NamedNodes named(zone, iterative);
    for (const auto& table : iterative.children) {
      if (is_step_table(table) && is_per_step(table, count) && !table.data.empty())
        add_named([=](std::int64_t step) { return step < least; }, table, named, nodes);
    }
  }
  for (const auto* node : nodes.picked) nodes.others.erase(node);
  add_regions_of(zone, nodes.others);
  std::set<std::string> names;
  for (const auto* node : nodes.others) names.insert(node->name);
  return names;
}

/// Solutions of each zone in pieces, by index of the zone.
using Solutions = std::map<int, std::set<std::string>>;

/// A writer may name only its solutions in the cells. Those at all vertices are then known by their absence
/// from the files with fewer time steps.
std::set<std::string> unnamed_of_later_steps(const cgns::Node& zone, const std::set<std::string>& known,
                                             const std::set<std::string>& named) {
  std::set<std::string> names;
  for (const auto& child : zone.children) {
    const bool is_whole = std::none_of(child.children.begin(), child.children.end(), cgns::is_point_set);
    const bool is_unknown = !known.contains(child.name) && !named.contains(child.name);
    if (cgns::is_solution(child.label) && is_whole && is_unknown) names.insert(child.name);
  }
  return names;
}

/// True for a zone of which files with more time steps have more: particles, or entries of tables.
bool grows_with_steps(const cgns::Node& zone) {
  if (zone.link) return false;
  return zone.label == "ParticleZone_t" ||
         (zone.label == "Zone_t" && zone.child_labelled("ZoneIterativeData_t") != nullptr);
}

/// Such zones that several files have, as "/Base/Zone".
std::set<std::string> zones_of_several_files(const cgns::InputSet& inputs) {
  std::map<std::string, int> files;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      for (const auto& zone : base.children)
        if (grows_with_steps(zone)) ++files[cgns::path_of_zone(base.name, zone.name)];
    }
  }
  std::set<std::string> paths;
  for (const auto& [path, count] : files)
    if (count > 1) paths.insert(path);
  return paths;
}

/// A base of one file that has pieces of a zone, or a zone that grows with the time steps and is in other
/// files, too.
struct BaseOfPieces {
  int file = 0;
  cgns::Node* node = nullptr;
  RecordedSteps steps;
};

std::map<std::string, std::vector<BaseOfPieces>> bases_of_pieces(cgns::InputSet& inputs,
                                                                 const PieceSet& pieces) {
  std::map<std::string, std::vector<BaseOfPieces>> bases;
  const auto shared = zones_of_several_files(inputs);
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (auto& base : inputs.trees[i].children) {
      const bool has_pieces =
          std::any_of(base.children.begin(), base.children.end(), [&](const cgns::Node& zone) {
            return pieces.find(&zone).original >= 0 ||
                   shared.contains(cgns::path_of_zone(base.name, zone.name));
          });
      const auto steps = recorded_steps(base);
      if (has_pieces && steps.count > 0) bases[base.name].push_back({static_cast<int>(i), &base, steps});
    }
  }
  return bases;
}

Solutions solutions_of(const std::vector<BaseOfPieces>& bases, std::int64_t count, const PieceSet& pieces) {
  Solutions solutions;
  for (const auto& base : bases) {
    if (base.steps.count != count) continue;
    for (const auto& zone : base.node->children) {
      const auto id = pieces.find(&zone);
      for (std::size_t i = 0; id.original >= 0 && i < zone.children.size(); ++i) {
        if (cgns::is_solution(zone.children[i].label)) solutions[id.original].insert(zone.children[i].name);
      }
    }
  }
  return solutions;
}

/// Leaves out what belongs to time steps from `least` on, and adds what no time step names to `unnamed`.
void shorten(const BaseOfPieces& base, std::int64_t least, const Solutions& solutions, const PieceSet& pieces,
             const std::string& file, std::set<std::string>& unnamed) {
  const auto count = base.steps.count;
  const auto path = "/" + base.node->name;
  for (auto& zone : base.node->children) {
    if (!cgns::is_zone(zone.label)) continue;
    require_no_linked_steps(zone, file, cgns::join(path, zone.name));
    if (zone.link) continue;
    const auto named = names_of_later_steps(zone, count, least);
    const auto known = solutions.find(pieces.find(&zone).original);
    auto others = known == solutions.end() ? std::set<std::string>()
                                           : unnamed_of_later_steps(zone, known->second, named);
    for (auto& child : zone.children) {
      if (cgns::is_zone_iterative(child.label) && !child.link)
        keep_first(child, count, least, file, cgns::join(cgns::join(path, zone.name), child.name));
    }
    std::erase_if(zone.children, [&](const cgns::Node& child) {
      return named.contains(child.name) || others.contains(child.name);
    });
    unnamed.merge(others);
  }
  auto& iterative = *base.steps.node;
  require_no_linked_times(iterative, file, cgns::join(path, iterative.name));
  keep_first(iterative, count, least, file, cgns::join(path, iterative.name));
  iterative.data =
      cgns::integer_node(iterative.name, iterative.label, iterative.dims, {least}, iterative.type).data;
}

}  // namespace

void keep_common_steps(cgns::InputSet& inputs, const PieceSet& pieces, const MergeRequest& request,
                       plan::Notes& notes) {
  if (request.steps.which == Steps::Which::all || request.only_links) return;
  using Kind = plan::Note::Kind;
  for (const auto& [name, bases] : bases_of_pieces(inputs, pieces)) {
    const auto less = [](const auto& a, const auto& b) { return a.steps.count < b.steps.count; };
    const auto [shortest, longest] = std::minmax_element(bases.begin(), bases.end(), less);
    const auto least = shortest->steps.count;
    const auto most = longest->steps.count;
    if (most == least) continue;
    const auto file_of = [&](int file) { return inputs.files[static_cast<std::size_t>(file)].path; };
    require_steps(request, least, file_of(shortest->file));
    const auto solutions = solutions_of(bases, least, pieces);
    std::size_t longer = 0;
    std::set<std::string> unnamed;
    for (const auto& base : bases) {
      if (base.steps.count == least) continue;
      ++longer;
      shorten(base, least, solutions, pieces, file_of(base.file), unnamed);
    }
    const auto path = fmt::format("/{}/{}", name, shortest->steps.node->name);
    if (request.steps.which != Steps::Which::range)
      note_later_steps(notes, path, least, longer, bases.size(),
                       fmt::format("{} has {}", file_of(longest->file), most));
    if (!unnamed.empty())
      notes.add(Kind::loss, "unnamed steps /" + name,
                fmt::format("/{}: {}: not in all pieces, and no time step names it", name,
                            fmt::join(unnamed, ", ")));
  }
}

}  // namespace pcgns::fileset
