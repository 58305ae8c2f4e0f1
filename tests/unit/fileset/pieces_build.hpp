// pieces_build.hpp: zones with the marks of a partition, written as tables.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "fileset/build.hpp"
#include "pcgns/fileset/plan/conventions/detect.hpp"

namespace pcgns::test::parted {

inline Numbers joined(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// `cells` in each direction.
inline Node structured(std::string name, const Numbers& cells, Nodes children) {
  Numbers extents;
  for (const auto n : cells) extents.push_back(n + 1);
  extents = joined(extents, cells);
  extents.resize(3 * cells.size(), 0);
  const auto dimension = static_cast<std::int64_t>(cells.size());
  children.insert(children.begin(), cgns::text_node("ZoneType", "ZoneType_t", "Structured"));
  return with(cgns::integer_node(std::move(name), "Zone_t", {dimension, 3}, extents), std::move(children));
}

inline Node unstructured(std::string name, Nodes children = {}, Numbers size = {8, 1, 0}) {
  children.insert(children.begin(), cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"));
  return zone(std::move(name), std::move(children), std::move(size));
}

/// First indices of all directions, then the last ones; 1-based, inclusive.
inline Node range(std::string name, const Numbers& values) {
  const auto dimension = static_cast<std::int64_t>(values.size() / 2);
  return cgns::integer_node(std::move(name), "IndexRange_t", {dimension, 2}, values);
}

inline Node numbering(Nodes children) { return user(":CGNS#GlobalNumbering", std::move(children)); }

/// A structured part of Maia that has the cells `first` to `last` of `size`.
inline Node maia_piece(std::string name, const Numbers& first, const Numbers& last, const Numbers& size,
                       Nodes children = {}) {
  Numbers cells;
  for (std::size_t d = 0; d < size.size(); ++d) cells.push_back(last[d] - first[d] + 1);
  children.push_back(numbering({range("CellRange", joined(first, last)), integers("CellSize", size)}));
  return structured(std::move(name), cells, std::move(children));
}

inline Node transform(const Numbers& axes) {
  return cgns::integer_node("Transform", "\"int[IndexDimension]\"", {static_cast<std::int64_t>(axes.size())},
                            axes);
}

inline Node interface_1to1(std::string name, std::string_view donor, const Numbers& here,
                           const Numbers& there, Nodes children = {}) {
  children.push_back(range("PointRange", here));
  children.push_back(range("PointRangeDonor", there));
  return with(cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor), std::move(children));
}

/// A join between parts as SEACAS marks it.
inline Node decomp(std::string name, std::string_view donor, const Numbers& here, const Numbers& there) {
  return interface_1to1(std::move(name), donor, here, there, {descriptor("Decomp", "is_decomp")});
}

inline Nodes interfaces(Nodes children) {
  return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", std::move(children))};
}

/// What Cassiopée notes of a cut zone: a window of vertices in those of `source`.
inline Nodes window(std::string_view source, const Numbers& loc2glob, std::int64_t process) {
  return {user(".Solver#ownData",
               {cgns::text_node("source", "UserDefinedData_t", source), integers("loc2glob", loc2glob)}),
          user(".Solver#Param", {integers("proc", {process})})};
}

inline Node zone_rind(const Numbers& layers) {
  return cgns::integer_node("ZoneRind", "Rind_t", {static_cast<std::int64_t>(layers.size())}, layers);
}

/// Inputs whose parts are looked for, with no values of arrays at hand but those that were asked for.
class PieceInputs : public Inputs {
 public:
  fileset::PieceSet detected() {
    for (const auto array : fileset::arrays_to_read(set, request)) give(array);
    numbers.clear();
    for (const auto& place : fileset::numbers_to_read(set, request)) numbers[place] = value_at(place);
    notes = {};
    return fileset::detect(set, request, notes, numbers);
  }

  fileset::PieceSet complete() {
    auto pieces = detected();
    fileset::require_complete(set, pieces, request, notes);
    return pieces;
  }

  /// What detecting and checking refuses with; "no error" if it does not.
  std::string error() {
    try {
      (void)complete();
    } catch (const Error& error) {
      return error.kind() == ErrorKind::input ? error.what() : "wrong kind: " + std::string(error.what());
    }
    return "no error";
  }

  [[nodiscard]] Texts noted() const {
    Texts texts;
    for (const auto& note : notes.folded()) texts.push_back(note.text);
    return texts;
  }

  fileset::Request request;
  fileset::SingleValues numbers;
  plan::Notes notes;

 private:
  [[nodiscard]] std::int64_t value_at(const fileset::ValueAt& place) const {
    const auto array = static_cast<std::size_t>(place.array);
    const auto type = set.arrays[array].type;
    const auto width = static_cast<std::size_t>(cgns::size_of(type));
    const auto* from = values[array].data() + static_cast<std::size_t>(place.index) * width;
    Node node{.type = type, .dims = {1}, .data = {from, from + width}};
    return cgns::integers_of(node).front();
  }
  void give(int array) {
    for (auto& root : set.trees) give(root, array);
  }
  void give(Node& at, int array) {
    if (at.array == array) at.data = values[static_cast<std::size_t>(array)];
    for (auto& child : at.children) give(child, array);
  }
};

using Cells = std::array<Range, 3>;

/// "Zone: Piece 0-8x0-4x0-6, …", the cells 0-based and half-open.
inline std::string shown(const fileset::Original& original) {
  std::string text = original.name + ":";
  for (const auto& piece : original.pieces) {
    text += " " + piece.zone->name;
    for (const auto& cells : piece.cells) {
      text += " " + std::to_string(cells.begin) + "-" + std::to_string(cells.end);
    }
  }
  return text;
}

inline Texts shown(const fileset::PieceSet& pieces) {
  Texts texts;
  for (const auto& original : pieces.originals) texts.push_back(shown(original));
  return texts;
}

}  // namespace pcgns::test::parted
