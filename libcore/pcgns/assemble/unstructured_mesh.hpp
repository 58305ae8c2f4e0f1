// unstructured_mesh.hpp: what is known of an unstructured zone as a whole, and how the numbers of its parts
// become numbers of the whole.
#pragma once

#include <string>
#include <vector>

#include "pcgns/assemble/assemble.hpp"
#include "pcgns/assemble/part_view.hpp"
#include "pcgns/assemble/section_order.hpp"

namespace pcgns::assemble {

/// The sets of all zones, with what reading them showed.
class Facts {
 public:
  explicit Facts(const Job& job);

  /// Null if there is no set of this name (NumberSet::what) in zone `original`.
  [[nodiscard]] const NumberFacts* find(int original, std::string_view what) const;

 private:
  const Job& job_;
  std::vector<NumberSet> own_;
  const std::vector<NumberSet>* sets_;
};

struct WholeSection {
  SectionGroup group;
  std::int64_t first = 1;  ///< Of its ElementRange.
  NumberFacts facts;       ///< total: its elements.
};

class Mesh {
 public:
  Mesh(Job& job, const Facts& facts, int original);

  [[nodiscard]] const Original& original() const { return original_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::vector<PartView>& parts() const { return parts_; }
  [[nodiscard]] const PartView& part(int index) const { return parts_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const std::vector<WholeSection>& sections() const { return sections_; }
  [[nodiscard]] std::int64_t vertices() const { return vertices_; }
  [[nodiscard]] std::int64_t cells() const { return cells_; }
  /// The largest number that an element has, cells that only ParentElements knows included.
  [[nodiscard]] std::int64_t last_element() const;
  [[nodiscard]] int cell_dimension() const { return parts_.front().cell_dimension; }
  /// What reading the set `what` of this zone showed. Throws Error{internal} if there is no such set.
  [[nodiscard]] const NumberFacts& facts(std::string_view what) const;

  /// Index into Job::numberings of the vertices, or elements, of a part; the same for each call.
  [[nodiscard]] int vertex_numbering(int part);
  [[nodiscard]] int element_numbering(int part);
  /// That of what a PointList with this GridLocation lists.
  [[nodiscard]] int numbering_at(const std::string& location, int part);
  /// The largest value that such a list may have.
  [[nodiscard]] std::int64_t largest_at(const std::string& location) const;

  /// A part in which faces name cells that no section has.
  [[nodiscard]] bool has_unlisted_cells(const PartView& view) const;

 private:
  [[nodiscard]] plan::Numbering numbering_of_elements(const PartView& view) const;
  [[nodiscard]] std::int64_t listed_elements() const;
  [[nodiscard]] std::int64_t counted_cells() const;

  Job& job_;
  const Facts& facts_;
  int index_;
  const Original& original_;
  std::string path_;
  std::vector<PartView> parts_;
  std::vector<WholeSection> sections_;
  std::int64_t vertices_ = 0;
  std::int64_t cells_ = 0;
  std::vector<int> vertex_numberings_;
  std::vector<int> element_numberings_;
};

}  // namespace pcgns::assemble
