#include "pcgns/mesh/open_faces.hpp"

#include <algorithm>
#include <array>

#include "pcgns/kernel/faces.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::mesh {

namespace {

/// Bytes per face: the table is at most half full, and while it grows both old and new exist.
constexpr std::int64_t bytes_of_face = 24 * 6;
/// Passes are ranges of the highest 16 bits of the hash.
constexpr int class_bits = 16;
constexpr std::int64_t classes = 1 << class_bits;

/// By the high bits: FaceTable takes the low ones, which must stay scattered among the faces of a pass.
std::int64_t class_of(std::uint64_t hash) { return static_cast<std::int64_t>(hash >> (64 - class_bits)); }

/// A face of this rank that is still open.
struct Open {
  kernel::FaceKey key;
  std::int64_t sum;
};

/// The common side of two hexahedra, as a bit for each.
struct Joint {
  unsigned sides = 0;
  unsigned sides_of_next = 0;
};

Joint joint_of(std::span<const std::int64_t> cell, std::span<const std::int64_t> next) {
  const auto meets = [&](std::array<std::size_t, 4> corners, std::array<std::size_t, 4> of_next) {
    bool same = true;
    for (std::size_t k = 0; k < 4; ++k) same = same && cell[corners[k]] == next[of_next[k]];
    return same;
  };
  if (meets({1, 2, 6, 5}, {0, 3, 7, 4})) return {1U << 2, 1U << 4};
  if (meets({3, 2, 6, 7}, {0, 1, 5, 4})) return {1U << 3, 1U << 1};
  if (meets({4, 5, 6, 7}, {0, 1, 2, 3})) return {1U << 5, 1U << 0};
  return {};
}

/// Finds common sides of hexahedra within a block quickly. In most meshes cells follow each other in a row,
/// and so do rows. These sides need no search in the table.
class Joints {
 public:
  void find(const Block& block) {
    sides_.assign(static_cast<std::size_t>(block.size()), 0);
    std::array<std::int64_t, 2> ends = {};  // of the first two rows
    std::size_t rows = 0;
    for (std::int64_t i = 0; i + 1 < block.size(); ++i) {
      if (!join(block, i, i + 1) && rows < ends.size()) ends[rows++] = i;
    }
    const auto row = ends[1] - ends[0];
    if (row < 2) return;
    for (std::int64_t i = 0; i + row < block.size(); ++i) join(block, i, i + row);
  }
  void clear() { sides_.clear(); }

  /// Common sides of cell `i`, as bits.
  [[nodiscard]] unsigned of(std::int64_t i) const {
    return sides_.empty() ? 0 : sides_[static_cast<std::size_t>(i)];
  }

 private:
  bool join(const Block& block, std::int64_t i, std::int64_t next) {
    const auto joint = joint_of(block.nodes(i), block.nodes(next));
    auto& sides = sides_[static_cast<std::size_t>(i)];
    auto& sides_of_next = sides_[static_cast<std::size_t>(next)];
    // Keeps a face that a third cell shares.
    if (joint.sides == 0 || (sides & joint.sides) != 0 || (sides_of_next & joint.sides_of_next) != 0)
      return false;
    sides |= joint.sides;
    sides_of_next |= joint.sides_of_next;
    return true;
  }

  std::vector<unsigned> sides_;
};

/// One pass over this rank's cells.
class Pass {
 public:
  Pass(const Zone& zone, Range wanted, std::int64_t most)
      : zone_(zone), dimension_(static_cast<int>(zone.dimension)), wanted_(wanted), most_(most) {}

  void run(const Elements& elements) {
    for_each_block(elements, [&](const Block& block) {
      const bool all_within = elements.all_within || is_within(block.values(), zone_.vertices);
      const bool may_join = all_within && elements.width > 0 && dimension_ == 3 &&
                            cgns::shape_of(elements.section->type) == cgns::Shape::hexahedron;
      if (may_join) {
        joints_.find(block);
      } else {
        joints_.clear();
      }
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (!all_within && !is_within(block.nodes(i), zone_.vertices)) continue;
        each_side(
            block, i, dimension_, [&](const kernel::Face& face, int, const auto&) { add(face); },
            joints_.of(i));
      }
    });
    flush();
  }

  /// The range done, possibly less than requested.
  [[nodiscard]] Range wanted() const { return wanted_; }
  [[nodiscard]] std::vector<Open> rest(std::int64_t end) const {
    std::vector<Open> rest;
    rest.reserve(static_cast<std::size_t>(table_.size()));
    table_.for_each([&](const kernel::FaceKey& key, std::int64_t sum) {
      if (class_of(hash_of(key)) < end) rest.push_back({key, sum});
    });
    return rest;
  }

 private:
  struct Waiting {
    kernel::FaceKey key;
    std::int64_t sense;
  };

  /// Buffers faces until their table entries are prefetched.
  void add(const kernel::Face& face) {
    if (wanted_.size() < classes) {
      const auto number = class_of(hash_of(face.key));
      if (number < wanted_.begin || number >= wanted_.end) return;
    }
    table_.prefetch(face.key);
    waiting_[waiting_count_++] = {face.key, face.sense};
    if (waiting_count_ == waiting_.size()) flush();
  }

  void flush() {
    for (std::size_t i = 0; i < waiting_count_; ++i) {
      table_.add(waiting_[i].key, waiting_[i].sense);
    }
    waiting_count_ = 0;
    while (table_.size() > most_ && wanted_.size() > 1) {
      wanted_.end = wanted_.begin + wanted_.size() / 2;
      table_.drop_if([&](std::uint64_t hash) { return class_of(hash) >= wanted_.end; });
    }
  }

  const Zone& zone_;
  int dimension_;
  Range wanted_;
  std::int64_t most_;
  kernel::FaceTable table_;
  Joints joints_;
  std::array<Waiting, 64> waiting_ = {};
  std::size_t waiting_count_ = 0;
};

}  // namespace

std::vector<kernel::FaceKey> open_faces(par::Session& session, const Zone& zone,
                                        std::span<const Elements> sections, Budget memory) {
  const auto most = std::max<std::int64_t>(1, memory.bytes() / bytes_of_face);
  par::Exchange exchange(session, memory.buffer(1, session.memory_for_messages()));
  std::vector<kernel::FaceKey> keys;
  for (std::int64_t begin = 0; begin < classes;) {
    Pass pass(zone, {begin, classes}, most);
    for (const auto& elements : sections) pass.run(elements);
    const auto end = par::all_min(session.comm(), pass.wanted().end);
    kernel::FaceTable table;
    par::scatter_to_owners(
        exchange, pass.rest(end),
        [&](const Open& open) { return owner_of_face(hash_of(open.key), session.size()); },
        [&](const Open& open) { table.add(open.key, open.sum); });
    table.for_each([&](const kernel::FaceKey& key, std::int64_t) { keys.push_back(key); });
    begin = end;
  }
  return keys;
}

}  // namespace pcgns::mesh
