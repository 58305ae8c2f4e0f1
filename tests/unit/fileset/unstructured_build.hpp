// unstructured_build.hpp: parts of unstructured zones, written as tables, and the zone that they make up.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "fileset/build.hpp"
#include "fileset/evaluate_indexed.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"

namespace pcgns::test::mesh {

inline Node text(std::string name, std::string label, std::string_view value) {
  return cgns::text_node(std::move(name), std::move(label), value);
}

inline Node location(std::string_view where) { return text("GridLocation", "GridLocation_t", where); }

/// The numbers that a writer noted: {"Vertex", {1, 2, 5}}.
inline Node metadata(std::vector<std::pair<std::string, Numbers>> numbers) {
  Node folder = user(":CGNS#GlobalNumbering");
  for (auto& [name, values] : numbers) {
    const auto count = static_cast<std::int64_t>(values.size());
    folder.children.push_back(cgns::integer_node(name, "DataArray_t", {count}, values, cgns::DataType::I8));
  }
  return folder;
}

inline Node section(std::string name, int type, Numbers range, Numbers connectivity, Numbers numbers,
                    Nodes more = {}) {
  auto result = with(cgns::integer_node(std::move(name), "Elements_t", {2}, {type, 0}),
                     {cgns::integer_node("ElementRange", "IndexRange_t", {2}, range),
                      integers("ElementConnectivity", std::move(connectivity)),
                      metadata({{"Element", std::move(numbers)}})});
  for (auto& child : more) result.children.push_back(std::move(child));
  return result;
}

inline Node parents(Numbers left_then_right, std::string name = "ParentElements") {
  const auto count = static_cast<std::int64_t>(left_then_right.size()) / 2;
  return cgns::integer_node(std::move(name), "DataArray_t", {count, 2}, left_then_right);
}

inline Node points(std::string name, Numbers values) {
  const auto count = static_cast<std::int64_t>(values.size());
  return cgns::integer_node(std::move(name), "IndexArray_t", {1, count}, values);
}

/// A BC_t on elements.
inline Node bc(std::string name, Numbers list, Numbers index, Nodes more = {}) {
  auto result = with(text(std::move(name), "BC_t", "BCWall"),
                     {location("EdgeCenter"), points("PointList", std::move(list))});
  if (!index.empty()) result.children.push_back(metadata({{"Index", std::move(index)}}));
  for (auto& child : more) result.children.push_back(std::move(child));
  return result;
}

inline Node zone_bc(Nodes bcs) { return node("ZoneBC", "ZoneBC_t", std::move(bcs)); }

inline Node field_node(std::string name, std::string_view where, Nodes fields) {
  fields.insert(fields.begin(), location(where));
  return node(std::move(name), "FlowSolution_t", std::move(fields));
}

/// "zone.P<rank>.N0" with as many vertices and cells as have numbers.
inline Node piece(int rank, Numbers vertices, Numbers cells, Nodes children, std::string name = "zone") {
  const Numbers size = {static_cast<std::int64_t>(vertices.size()), static_cast<std::int64_t>(cells.size()),
                        0};
  auto result = with(cgns::integer_node(name + ".P" + std::to_string(rank) + ".N0", "Zone_t", {1, 3}, size),
                     {text("ZoneType", "ZoneType_t", "Unstructured"),
                      metadata({{"Vertex", std::move(vertices)}, {"Cell", std::move(cells)}})});
  for (auto& child : children) result.children.push_back(std::move(child));
  return result;
}

/// All zones of the inputs, which must be parts, put together.
class Assembly {
 public:
  explicit Assembly(Inputs inputs) : inputs_(std::move(inputs)) {
    for (std::size_t file = 0; file < inputs_.set.trees.size(); ++file) {
      for (const auto& base : inputs_.set.trees[file].children) {
        for (const auto& child : base.children) {
          if (child.label == "Zone_t") add_piece(static_cast<int>(file), base, child);
        }
      }
    }
    evaluator.arrays = inputs_.set.arrays;
    for (std::size_t i = 0; i < inputs_.values.size(); ++i) {
      evaluator.sources.push_back(values_of(inputs_.set.arrays[i].type, inputs_.values[i]));
    }
    for (const auto array : fileset::arrays_to_compare(pieces)) {
      survey_.contents[array] = fingerprint(inputs_.values[static_cast<std::size_t>(array)]);
    }
  }

  Assembly& run() {
    fileset::drop_metadata(inputs_.set, pieces);
    for (const auto array : fileset::arrays_to_begin(inputs_.set, pieces)) {
      const auto index = static_cast<std::size_t>(array);
      inputs_.set.arrays[index].first = evaluator.sources[index].front();
    }
    sets = fileset::number_sets(inputs_.set, pieces);
    for (const auto& set : sets) facts.push_back(evaluator.facts_of(set));
    const fileset::MergeRequest request;
    const fileset::Selection selection(inputs_.set, request);
    fileset::MergeJob merge{
        .inputs = inputs_.set, .survey = survey_, .request = request, .selection = selection, .notes = {}};
    fileset::Job job{.merge = merge,
                     .pieces = pieces,
                     .arrays = evaluator.arrays,
                     .composites = evaluator.composites,
                     .numberings = evaluator.numberings,
                     .ragged = evaluator.ragged,
                     .numbers = facts,
                     .number_sets = &sets,
                     .turned = &evaluator.turned,
                     .ranged = &ranged};
    for (const auto& original : pieces.originals) {
      zones.push_back(fileset::unstructured_zone(job, original));
    }
    notes = merge.notes.folded();
    return *this;
  }

  [[nodiscard]] const Node* find(std::string_view path) const {
    for (const auto& zone : zones) {
      if (path == zone.name) return &zone;
      if (path.starts_with(zone.name + "/")) return cgns::find(zone, path.substr(zone.name.size() + 1));
    }
    return nullptr;
  }

  /// The values of the node at "zone/Section/ElementConnectivity"; {-1} if the node does not exist.
  [[nodiscard]] Values values(std::string_view path) const {
    const auto* found = find(path);
    if (found == nullptr) return {-1};
    return found->is_bulk() ? evaluator.array(found->array) : values_of(found->type, found->data);
  }

  [[nodiscard]] std::string text(std::string_view path) const {
    const auto* found = find(path);
    return found == nullptr ? "(absent)" : cgns::text_of(*found);
  }

  [[nodiscard]] Texts children(std::string_view path) const {
    const auto* found = find(path);
    return found == nullptr ? Texts{"(absent)"} : names_of(found->children);
  }

  [[nodiscard]] Texts note_texts() const {
    Texts texts;
    for (const auto& note : notes) texts.push_back(note.text);
    return texts;
  }

  Evaluator evaluator;
  fileset::PieceSet pieces;
  std::vector<fileset::NumberSet> sets;
  std::vector<fileset::NumberFacts> facts;
  std::vector<Node> zones;
  std::vector<plan::Note> notes;
  std::vector<fileset::RangedList> ranged;

 private:
  void add_piece(int file, const Node& base, const Node& zone) {
    const auto name = zone.name.substr(0, zone.name.find(".P"));
    auto& originals = pieces.originals;
    auto found =
        std::find_if(originals.begin(), originals.end(), [&](const auto& o) { return o.name == name; });
    if (found == originals.end()) {
      originals.push_back({.base = base.name,
                           .name = name,
                           .convention = fileset::Convention::maia,
                           .evidence = {},
                           .structured = false,
                           .dimension = 1,
                           .pieces = {}});
      found = originals.end() - 1;
    }
    found->pieces.push_back({.file = file, .base = &base, .zone = &zone});
  }

  Inputs inputs_;
  fileset::Survey survey_;
};

/// `zones` of a 2-D base, each in a file of its own: "0.cgns", "1.cgns", ...
inline Inputs files(Nodes zones, std::int64_t dimension = 2) {
  Inputs inputs;
  int number = 0;
  for (auto& zone : zones) {
    inputs.file(std::to_string(number++) + ".cgns",
                {version(4.2), base("Base", {std::move(zone)}, {dimension, dimension})});
  }
  return inputs;
}

/// What putting the parts together is refused with; "no error" if it is not.
inline std::string refusal(Inputs inputs) {
  try {
    Assembly(std::move(inputs)).run();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace pcgns::test::mesh
