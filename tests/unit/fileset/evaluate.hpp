// evaluate.hpp: pieces of structured zones as tables, and what a merge of them gives, with its values.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "fileset/build.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/plan/blocks.hpp"

namespace pcgns::test {

using plan::Block;
using plan::Index3;

/// A part of a zone, as it will be cut.
struct Slice {
  std::string name;
  Block cells;
  std::array<std::int64_t, 6> ghosts = {};
};

/// Inputs, what is known of their parts, and what comes of it.
class Assembly {
 public:
  explicit Assembly(fileset::Convention convention = fileset::Convention::own) : convention_(convention) {}

  /// A zone of one base that is cut. `children` gives those of each part.
  Assembly& zone(std::string name, int dimension, Index3 cells, const std::vector<Slice>& slices,
                 const std::function<Nodes(const Slice&)>& children,
                 cgns::DataType type = cgns::DataType::I4) {
    fileset::Original original;
    original.base = "Base";
    original.name = std::move(name);
    original.convention = convention_;
    original.dimension = dimension;
    original.cells = cells;
    for (const auto& slice : slices) {
      fileset::Piece piece{.file = static_cast<int>(zones_.size())};
      for (std::size_t d = 0; d < 3; ++d) piece.cells[d] = {slice.cells.begin[d], slice.cells.end[d]};
      piece.ghosts = slice.ghosts;
      original.pieces.push_back(piece);
      zones_.push_back(with(zone_node(dimension, slice, type), children(slice)));
    }
    pieces_.originals.push_back(std::move(original));
    return *this;
  }

  /// A zone that lies whole in a file.
  Assembly& whole(Node zone) {
    zones_.push_back(std::move(zone));
    return *this;
  }

  /// Paths of nodes that say which part a zone is.
  void metadata_node(const Texts& paths) {
    for (auto& piece : pieces_.originals.back().pieces) piece.metadata_nodes = paths;
  }

  /// The merged zone.
  const Node& run(int original = 0) {
    if (!inputs_) make_inputs();
    fileset::drop_metadata(inputs_->set, pieces_);
    fileset::Job job{*job_, pieces_, set().arrays, composites, numberings_, ragged_, numbers_};
    result_ = fileset::structured_zone(job, pieces_.originals[static_cast<std::size_t>(original)]);
    return result_;
  }

  std::string error(int original = 0) {
    try {
      run(original);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  [[nodiscard]] Texts notes(plan::Note::Kind kind) const {
    Texts texts;
    for (const auto& note : job_->notes.folded()) {
      if (note.kind == kind) texts.push_back(note.text);
    }
    return texts;
  }

  [[nodiscard]] const Node& at(std::string_view path) const {
    const auto* found = cgns::find(result_, path);
    if (found == nullptr) throw Error(ErrorKind::internal, "there is no " + std::string(path));
    return *found;
  }
  [[nodiscard]] bool has(std::string_view path) const { return cgns::find(result_, path) != nullptr; }

  /// The values of an array, as the mover would make them.
  [[nodiscard]] std::vector<std::byte> bytes(int array) const {
    const auto& a = set().arrays[static_cast<std::size_t>(array)];
    if (a.file >= 0) return inputs_->values[static_cast<std::size_t>(array)];
    if (a.values) return *a.values;
    return applied(a, composites[static_cast<std::size_t>(a.composite)]);
  }
  [[nodiscard]] Reals reals(std::string_view path) const { return cgns::reals_of(filled(path)); }
  [[nodiscard]] Numbers integers(std::string_view path) const { return cgns::integers_of(filled(path)); }

  [[nodiscard]] cgns::InputSet& set() const { return inputs_->set; }

  std::vector<plan::Composite> composites;

 private:
  static Node zone_node(int dimension, const Slice& slice, cgns::DataType type) {
    Numbers values(static_cast<std::size_t>(3 * dimension));
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
      const auto cells = slice.cells.size(d) + slice.ghosts[2 * d] + slice.ghosts[2 * d + 1];
      values[d] = cells + 1;
      values[d + static_cast<std::size_t>(dimension)] = cells;
    }
    return cgns::integer_node(slice.name, "Zone_t", {dimension, 3}, values, type);
  }

  void make_inputs() {
    inputs_ = std::make_unique<Inputs>();
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      inputs_->file("p" + std::to_string(i) + ".cgns", {base("Base", {zones_[i]})});
      restore_lists(inputs_->set.trees.back().children[0]);
    }
    for (auto& original : pieces_.originals) {
      for (auto& piece : original.pieces) {
        piece.base = &set().trees[static_cast<std::size_t>(piece.file)].children[0];
        piece.zone = &piece.base->children[0];
      }
    }
    for (const auto array : fileset::arrays_to_compare(pieces_)) {
      survey_.contents[array] = fingerprint(inputs_->values[static_cast<std::size_t>(array)]);
    }
    selection_ = std::make_unique<fileset::Selection>(set(), request_);
    job_ = std::make_unique<fileset::MergeJob>(fileset::MergeJob{set(), survey_, request_, *selection_, {}});
  }

  /// Lists of points, and their places, come with their values.
  void restore_lists(Node& node) {
    if ((node.label == "IndexArray_t" || node.name == fileset::index_name) && node.is_bulk())
      node.data = inputs_->values[static_cast<std::size_t>(node.array)];
    for (auto& child : node.children) restore_lists(child);
  }

  [[nodiscard]] Node filled(std::string_view path) const {
    auto node = at(path);
    if (node.is_bulk()) node.data = bytes(node.array);
    return node;
  }

  static std::size_t flat(const Index3& extents, const Index3& index) {
    return static_cast<std::size_t>((index[2] * extents[1] + index[1]) * extents[0] + index[0]);
  }

  [[nodiscard]] std::vector<std::byte> applied(const cgns::Array& array,
                                               const plan::Composite& composite) const {
    const auto size = static_cast<std::size_t>(cgns::size_of(array.type));
    const auto total = static_cast<std::size_t>(cgns::count_of(array.dims));
    std::vector<std::byte> target(total * size);
    std::vector<bool> is_there(total, false);
    for (const auto& box : composite.boxes) {
      const auto source = bytes(box.source);
      require(source.size() == size * volume(box.source_extents), "extents of the source");
      require(total == volume(box.target_extents), "extents of the target");
      Index3 i = {};
      for (i[2] = 0; i[2] < box.count[2]; ++i[2]) {
        for (i[1] = 0; i[1] < box.count[1]; ++i[1]) {
          for (i[0] = 0; i[0] < box.count[0]; ++i[0]) move_one(box, i, size, source, target, is_there);
        }
      }
    }
    for (const bool there : is_there) require(there, "a value that nobody brings");
    return target;
  }

  static void move_one(const plan::Box& box, const Index3& i, std::size_t size,
                       const std::vector<std::byte>& source, std::vector<std::byte>& target,
                       std::vector<bool>& is_there) {
    Index3 from = {};
    Index3 to = {};
    for (std::size_t d = 0; d < 3; ++d) {
      from[d] = box.source_begin[d] + i[d];
      to[d] = box.target_begin[d] + i[d];
      require(from[d] >= 0 && from[d] < box.source_extents[d], "a box beyond its source");
      require(to[d] >= 0 && to[d] < box.target_extents[d], "a box beyond its target");
    }
    const auto at = flat(box.target_extents, to);
    const auto* value = source.data() + flat(box.source_extents, from) * size;
    require(is_there[at] == box.shared, "a value that comes twice, or is shared with nobody");
    if (box.shared) {
      const bool is_same = std::memcmp(target.data() + at * size, value, size) == 0;
      require(is_same || box.is_ghost, "shared values that differ");
    } else {
      std::memcpy(target.data() + at * size, value, size);
    }
    is_there[at] = true;
  }

  static std::size_t volume(const Index3& extents) {
    return static_cast<std::size_t>(extents[0] * extents[1] * extents[2]);
  }

  static void require(bool good, const char* what) {
    if (!good) throw Error(ErrorKind::internal, what);
  }

  fileset::Convention convention_;
  fileset::PieceSet pieces_;
  Nodes zones_;
  std::unique_ptr<Inputs> inputs_;
  fileset::Survey survey_;
  fileset::MergeRequest request_;
  std::unique_ptr<fileset::Selection> selection_;
  std::unique_ptr<fileset::MergeJob> job_;
  std::vector<plan::Numbering> numberings_;
  std::vector<plan::Ragged> ragged_;
  std::vector<fileset::NumberFacts> numbers_;
  Node result_;
};

/// A value that tells where it is.
inline double value_at(const Index3& point) {
  return static_cast<double>(point[0] + 1000 * point[1] + 1000000 * point[2]);
}

/// The points begin, …, end - 1 of `block`, i fastest.
inline std::vector<Index3> points_of(const Block& block) {
  std::vector<Index3> points;
  Index3 p = {};
  for (p[2] = block.begin[2]; p[2] < block.end[2]; ++p[2]) {
    for (p[1] = block.begin[1]; p[1] < block.end[1]; ++p[1]) {
      for (p[0] = block.begin[0]; p[0] < block.end[0]; ++p[0]) points.push_back(p);
    }
  }
  return points;
}

inline Reals values_of(const Block& block, const std::function<double(const Index3&)>& value = value_at) {
  Reals values;
  for (const auto& point : points_of(block)) values.push_back(value(point));
  return values;
}

/// A zone of `cells` cut at random into `count` slices or fewer, in random order.
inline std::vector<Slice> random_slices(std::mt19937& random, const Index3& cells, int dimension, int count) {
  std::vector<Block> blocks = {{{0, 0, 0}, cells}};
  for (int i = 1; i < count; ++i) {
    const auto which = random() % blocks.size();
    const auto d = random() % static_cast<unsigned>(dimension);
    const auto size = blocks[which].size(d);
    if (size < 2) continue;
    const auto at = blocks[which].begin[d] + 1 +
                    static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size - 1));
    blocks.push_back(blocks[which]);
    blocks[which].end[d] = at;
    blocks.back().begin[d] = at;
  }
  std::shuffle(blocks.begin(), blocks.end(), random);
  std::vector<Slice> slices;
  for (const auto& block : blocks)
    slices.push_back({.name = "Z.P" + std::to_string(slices.size()), .cells = block});
  return slices;
}

/// The cells of a zone and the planes around it that a slice has in its arrays.
inline Block widened(Block block, const std::array<std::int64_t, 6>& planes) {
  for (std::size_t d = 0; d < 3; ++d) {
    block.begin[d] -= planes[2 * d];
    block.end[d] += planes[2 * d + 1];
  }
  return block;
}

/// `cells`, with one more in the directions of `location`.
inline Block located(Block cells, int dimension, const std::array<bool, 3>& location) {
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) cells.end[d] += location[d] ? 1 : 0;
  return cells;
}

/// A DataArray_t over `block`.
inline Node field(std::string name, const Block& block, int dimension,
                  const std::function<double(const Index3&)>& value = value_at) {
  const auto sizes = block.sizes();
  return cgns::real_node(std::move(name), "DataArray_t", {sizes.begin(), sizes.begin() + dimension},
                         values_of(block, value));
}

inline Node grid_location(std::string_view text) {
  return cgns::text_node("GridLocation", "GridLocation_t", text);
}

inline Node range(std::string name, Numbers values) {
  const auto dimension = static_cast<std::int64_t>(values.size() / 2);
  return cgns::integer_node(std::move(name), "IndexRange_t", {dimension, 2}, values);
}

inline Node list(std::string name, int dimension, Numbers values) {
  const auto count = static_cast<std::int64_t>(values.size()) / dimension;
  return cgns::integer_node(std::move(name), "IndexArray_t", {dimension, count}, values);
}

}  // namespace pcgns::test
