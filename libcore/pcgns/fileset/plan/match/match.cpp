#include "pcgns/fileset/plan/match/match.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pcgns::fileset {

namespace {

/// The node ":CGNS#GlobalNumbering" of `owner`, created if missing.
cgns::Node& metadata_of(cgns::Node& owner) {
  if (auto* metadata = owner.child(numbering_name)) return *metadata;
  return owner.children.emplace_back(
      cgns::Node{.name = std::string(numbering_name), .label = "UserDefinedData_t"});
}

void add_metadata_node(cgns::Node& owner, std::string_view name, int array, std::int64_t count) {
  metadata_of(owner).children.push_back({.name = std::string(name),
                                         .label = "DataArray_t",
                                         .type = cgns::DataType::I8,
                                         .dims = {count},
                                         .array = array});
}

cgns::Node& node_below(cgns::Node& node, std::string_view path) {
  auto* at = &node;
  while (!path.empty() && at != nullptr) {
    const auto slash = path.find('/');
    at = at->child(path.substr(0, slash));
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  if (at == nullptr) throw Error(ErrorKind::internal, "a node that was there has gone");
  return *at;
}

std::string_view metadata_node_of(MatchSet::Kind kind) {
  if (kind == MatchSet::Kind::vertices) return "Vertex";
  return kind == MatchSet::Kind::list ? "Index" : "Element";
}

std::set<std::string> names_of_sections(const Original& original) {
  std::set<std::string> names;
  for (const auto& piece : original.pieces) {
    for (const auto& node : piece.zone->children)
      if (node.label == "Elements_t") names.insert(node.name);
  }
  return names;
}

}  // namespace

Matching::Matching(cgns::InputSet& inputs, PieceSet& pieces) : inputs_(inputs), pieces_(pieces) {
  for (std::size_t i = 0; i < pieces.originals.size(); ++i) {
    const auto& original = pieces.originals[i];
    // pcgns-repartition numbers every list: one without numbers is damaged.
    if (original.structured || original.convention == Convention::own) continue;
    const auto index = static_cast<int>(i);
    if (original.convention == Convention::coordinates) {
      originals_.push_back(index);
    } else {
      numbered_.emplace(index, names_of_sections(original));
    }
  }
}

std::vector<PieceView> Matching::views_of(int original) const {
  return fileset::views_of(inputs_, pieces_.originals[static_cast<std::size_t>(original)]);
}

cgns::Node& Matching::zone_of(const Piece& piece) const {
  auto* base = inputs_.trees[static_cast<std::size_t>(piece.file)].child(piece.base->name);
  auto* zone = base == nullptr ? nullptr : base->child(piece.zone->name);
  if (zone != piece.zone) throw Error(ErrorKind::internal, "a zone that was there has gone");
  return *zone;
}

std::vector<MatchSet> Matching::sets(int step) const {
  std::vector<MatchSet> sets;
  for (const auto original : originals_) {
    if (step == 0) add_vertices(original, sets);
    if (step == 1) add_elements(original, false, sets);
    if (step == 2) add_elements(original, true, sets);
    if (step == 3) add_lists(original, sets);
  }
  if (step != 3) return sets;
  for (const auto& [original, sections] : numbered_) add_lists(original, sets);
  return sets;
}

void Matching::take(const std::vector<MatchSet>& sets, const Matched& matched, bool with_metadata) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    auto& original = pieces_.originals[static_cast<std::size_t>(sets[s].original)];
    for (std::size_t m = 0; m < sets[s].members.size(); ++m) {
      const auto& member = sets[s].members[m];
      const auto& found = matched.sets[s].members[m];
      if (member.count == 0) continue;
      auto& zone = zone_of(original.piece(member.piece));
      if (with_metadata)
        add_metadata_node(node_below(zone, member.node), metadata_node_of(sets[s].kind), found.numbers,
                          member.count);
      auto& classes = classes_[{sets[s].original, member.piece}];
      if (sets[s].kind == MatchSet::Kind::vertices) classes.vertices = found.classes;
      if (metadata_node_of(sets[s].kind) == "Element") classes.sections[member.node] = found.classes;
    }
  }
  add_shared_faces(pieces_, sets, matched.interfaces);
}

void Matching::take_runs(const std::vector<int>& arrays) {
  for (std::size_t i = 0; i < run_nodes_.size(); ++i) {
    const auto& at = run_nodes_[i];
    auto& node = node_below(inputs_.trees[static_cast<std::size_t>(at.file)], at.path.substr(1));
    const auto count = inputs_.array(arrays[i]).dims.front();
    if (!at.is_range) {
      add_metadata_node(node, "Cell", arrays[i], count);
      continue;
    }
    auto& range = *node.child(point_range(node)->name);
    const bool is_old = range.name == "ElementRange";
    range = {.name = is_old ? "ElementList" : "PointList",
             .label = "IndexArray_t",
             .type = cgns::DataType::I8,
             .dims = {1, count},
             .array = arrays[i],
             .extras = std::move(range.extras),
             .children = std::move(range.children)};
  }
  run_nodes_.clear();
}

void add_shared_faces(PieceSet& pieces, const std::vector<MatchSet>& sets,
                      const std::vector<Matched::Interface>& interfaces) {
  for (const auto& interface : interfaces) {
    const auto& set = sets[static_cast<std::size_t>(interface.set)];
    if (set.kind != MatchSet::Kind::surfaces) continue;
    auto& all = pieces.originals[static_cast<std::size_t>(set.original)].pieces;
    const auto& a = set.members[static_cast<std::size_t>(interface.a)];
    const auto& b = set.members[static_cast<std::size_t>(interface.b)];
    all[static_cast<std::size_t>(a.piece)].shared_faces.push_back(
        {a.node, b.piece, interface.here, interface.there});
    all[static_cast<std::size_t>(b.piece)].shared_faces.push_back(
        {b.node, a.piece, interface.there, interface.here});
  }
}

void require_contact(const cgns::InputSet& inputs, const PieceSet& pieces, const std::vector<MatchSet>& sets,
                     const Matched& matched, double tolerance) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto& members = sets[s].members;
    const auto& original = pieces.originals[static_cast<std::size_t>(sets[s].original)];
    for (std::size_t m = 0; m < members.size() && members.size() > 1; ++m) {
      if (matched.sets[s].members[m].shared > 0) continue;
      const auto how =
          tolerance > 0 ? fmt::format("within {} of", tolerance) : std::string("where it has one");
      throw error_at(inputs, view_of(original.pieces[static_cast<std::size_t>(members[m].piece)]), "",
                     fmt::format("no other piece of {} has a vertex {}: the piece cannot be located by "
                                 "coordinates; --keep-zones keeps the pieces as zones",
                                 original.name, how));
    }
  }
}

void explain(PieceSet& pieces, const std::vector<MatchSet>& sets, const Matched& matched, double tolerance) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const auto& found = matched.sets[s];
    const auto how = tolerance > 0 ? fmt::format("within {}", tolerance) : std::string("exact bits");
    pieces.originals[static_cast<std::size_t>(sets[s].original)].evidence = fmt::format(
        "vertices matched by coordinates, {}; {} of {} vertices are shared", how, found.shared, found.total);
  }
}

}  // namespace pcgns::fileset
