// merge_pieces.hpp: turns inputs with zones in pieces into inputs with whole zones.
//
//   detect pieces -> prove that they are complete -> merge the zones
//
// The result is again an InputSet, so a merge of whole zones can use it directly. A bulk array of a merged
// zone has no file; Array::composite lists its sources.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::fileset {

/// Where merged zones go.
struct Job {
  MergeJob& merge;  ///< Inputs and notes.
  const PieceSet& pieces;
  std::vector<cgns::Array>& arrays;  ///< Arrays of the inputs; new ones are appended.
  std::vector<plan::Composite>& composites;
  std::vector<plan::Numbering>& numberings;
  std::vector<plan::Ragged>& ragged;
  const std::vector<NumberFacts>& numbers;  ///< One for each of `number_sets`.
  /// Result of `number_sets`, to avoid recomputing it for each zone; may be null.
  const std::vector<NumberSet>* number_sets = nullptr;
  /// Becomes Plan::turned. Null: faces between pieces keep their orientation, and a note says so.
  std::vector<plan::Turned>* turned = nullptr;
  bool allow_missing = false;  ///< Omit interfaces to missing pieces.
  /// Receives the lists that become ranges, to be compared with these; may be null.
  std::vector<RangedList>* ranged = nullptr;
};

/// A node of a piece.
struct PieceNode {
  int piece = 0;  ///< Index into Original::pieces.
  const cgns::Node* node = nullptr;
  std::string path = {};   ///< Path in its file.
  std::size_t parent = 0;  ///< Index into the nodes passed to `grouped`.
};
using PieceNodes = std::vector<PieceNode>;

/// Nodes that become one.
struct PieceGroup {
  std::string name;
  PieceNodes nodes;

  [[nodiscard]] const cgns::Node& first() const { return *nodes.front().node; }
  [[nodiscard]] const std::string& label() const { return first().label; }
  /// True if they have values that can be moved: neither text nor behind a link.
  [[nodiscard]] bool is_array() const {
    const auto has_values = [](const PieceNode& at) { return at.node->type != cgns::DataType::MT; };
    return label() == "DataArray_t" && !first().link && first().type != cgns::DataType::C1 &&
           std::any_of(nodes.begin(), nodes.end(), has_values);
  }
};

[[nodiscard]] PieceNodes zones_of(const Original& original);
[[nodiscard]] Sources sources_of(const Original& original, const PieceNodes& nodes);
/// Children of `parents` by name (or by `name_of`: empty leaves a child out), in order of first occurrence.
[[nodiscard]] std::vector<PieceGroup> grouped(
    const PieceNodes& parents, const std::function<std::string(const PieceNode&)>& name_of = {});

/// True for a BCDataSet_t with points of its own.
[[nodiscard]] bool has_own_points(const cgns::Node& data_set);
/// True for pieces of a BC_t that have such data sets.
[[nodiscard]] bool have_sets_with_points(const PieceNodes& conditions);

/// Gives nodes that have another name in the whole zone this one in the tables of time steps, too. Changed
/// nodes are copied to `made`.
void rename_in_tables(std::vector<PieceGroup>& groups, std::deque<cgns::Node>& made);

/// Adds an array of `type` and `dims` (CGNS order) with the sources of `composite`; returns its index. `path`
/// is in the output.
[[nodiscard]] int add_composite(Job& job, std::string path, cgns::DataType type,
                                std::vector<std::int64_t> dims, plan::Composite composite);

/// Adds an array whose values are in memory; returns its index.
[[nodiscard]] int add_values(Job& job, cgns::DataType type, std::vector<std::int64_t> dims,
                             std::vector<std::byte> values);

/// Bulk arrays of pieces without a value per vertex, cell, element or point (user data, one value for a whole
/// BC). Pieces must agree on them, so Survey::contents must hold their hashes.
[[nodiscard]] std::vector<int> arrays_to_compare(const PieceSet& pieces);

/// The zone merged from the pieces of `original`.
[[nodiscard]] cgns::Node structured_zone(Job& job, const Original& original);
[[nodiscard]] cgns::Node unstructured_zone(Job& job, const Original& original);

}  // namespace pcgns::fileset
