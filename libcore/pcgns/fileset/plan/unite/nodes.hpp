// nodes.hpp: unites corresponding nodes of many files into one.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/fileset/plan/unite/job.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"

namespace pcgns::fileset {

/// True for a link, and for a node with one below it.
[[nodiscard]] bool has_link(const cgns::Node& node);

/// True for user data with points of their own, and for a node with such below it.
[[nodiscard]] bool has_user_points(const cgns::Node& node);

/// `sources` without partition metadata, and without user data that have nothing else. The copies of those
/// that have some are added to `made`.
[[nodiscard]] Sources without_metadata(Sources sources, std::deque<cgns::Node>& made);

/// Unites `sources` into the node at `path` of the output. Where they differ:
/// - nodes with a meaning in SIDS: an error, or the first one wins;
/// - other nodes: moved to `per_rank`, nothing remains here;
/// - children of only some files: kept and noted.
[[nodiscard]] std::optional<cgns::Node> unite(MergeJob& job, const Sources& sources, const std::string& path,
                                              PerRank& per_rank);

/// True for a node whose value is a bounding box, and whose arrays are places.
[[nodiscard]] bool holds_coordinates(const cgns::Node& node);

/// The value of the nodes of all pieces of a zone, if each has a bounding box of its own points: the box that
/// holds all.
[[nodiscard]] std::optional<std::vector<std::byte>> united_bounding_box(const Sources& pieces);

/// True unless `sources`, children of some `parents`, explain values, and the first of the parents that has
/// such values or such a child has none: the node is then left out. Where others differ from this parent: an
/// error, or the first one wins.
[[nodiscard]] bool explains_all(MergeJob& job, const Sources& sources, const Sources& parents,
                                const std::string& path);

/// United children of `parents`, in order of first occurrence.
[[nodiscard]] std::vector<cgns::Node> unite_children(MergeJob& job, const Sources& parents,
                                                     const std::string& path, PerRank& per_rank);

/// Notes that only `sources` have `path` if there are more `parents`.
void note_if_partial(MergeJob& job, const Sources& sources, const Sources& parents, const std::string& path);

/// Notes that an interface to `donor`, which no file has, is left out of the whole zone.
void note_left_out(MergeJob& job, plan::Note::Kind kind, const std::string& file, const std::string& path,
                   const std::string& donor);

/// Notes that pieces of a ZoneSubRegion_t, at `path` of the output, are kept for each rank alone.
void note_lost_region(MergeJob& job, const std::string& path);

/// Counts value differences between files that --on-conflict first accepts, and notes them.
class Conflicts {
 public:
  Conflicts(MergeJob& job, std::string path) : job_(job), path_(std::move(path)) {}

  /// Throws unless the first file wins.
  void add(int file_a, int file_b, const cgns::Difference& difference);
  void note() const;

 private:
  [[nodiscard]] std::string_view advice(int file_a, int file_b) const;

  MergeJob& job_;
  std::string path_;
  std::string shown_;
  std::int64_t count_ = 0;
};

/// Copy of `node` of input `file` with its extras, without children. Node::array remains an index into
/// InputSet::arrays until the output is complete.
[[nodiscard]] cgns::Node copied_alone(const MergeJob& job, int file, const cgns::Node& node);

/// The same with all descendants except `left_out`.
[[nodiscard]] cgns::Node copied(const MergeJob& job, int file, const cgns::Node& node,
                                const LeftOut& left_out = {});

/// One copy of `sources`, which are identical in all files, with the extras of all.
[[nodiscard]] cgns::Node copied_once(const MergeJob& job, const Sources& sources,
                                     const LeftOut& left_out = {});

/// Adds the extras of `from` that `to` does not have.
void add_extras(cgns::Node& to, const cgns::Node& from);

/// `node`, made from those of `sources`, with their extras.
template <typename Sources>
[[nodiscard]] cgns::Node with_extras(cgns::Node node, const Sources& sources) {
  for (const auto& source : sources) add_extras(node, *source.node);
  return node;
}

/// `node` with what must be the same below it: nodes without a meaning in SIDS may differ from file to file.
[[nodiscard]] cgns::Node meaning_of(cgns::Node node);

/// A node that is a link to `path` in input `file`.
[[nodiscard]] cgns::Node link_to(const MergeJob& job, int file, const cgns::Node& node,
                                 const std::string& path);

/// Notes the loss of each extra below `node`, at `path`, that differs in another input.
void report_lost_extras(const cgns::Node& node, const std::string& path, Notes& notes);

/// Notes the loss of links within the output whose target is missing.
void report_lost_links(const cgns::Node& output, Notes& notes);

}  // namespace pcgns::fileset
