#include "pcgns/mesh/zone_faces.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/faces.hpp"
#include "pcgns/mesh/open_faces.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::mesh {

namespace {

/// Bloom filter: two bits of one word per requested face, and one bit per vertex of these faces. Its size is
/// bounded, so for very many faces it accepts all.
class FaceFilter {
 public:
  /// @note Collective.
  FaceFilter(par::Session& session, std::span<const kernel::FaceKey> wanted, std::int64_t vertices,
             Budget memory);

  /// True if a cell with these corners may have such a face; rejects most cells quickly.
  [[nodiscard]] bool may_touch(std::span<const std::int64_t> corners, int dimension) const {
    int touched = 0;
    for (const auto corner : corners) {
      const auto bit = static_cast<std::uint64_t>(corner);
      touched += static_cast<int>(vertices_[(bit >> 6) & (vertices_.size() - 1)] >> (bit & 63) & 1);
    }
    return touched >= dimension;
  }

  /// `hash`: kernel::quick_hash_of the face key.
  [[nodiscard]] bool may_have(std::uint64_t hash) const {
    const auto bits = bits_of(hash);
    return (words_[word_of(hash)] & bits) == bits;
  }

 private:
  [[nodiscard]] std::size_t word_of(std::uint64_t hash) const { return (hash >> 12) & (words_.size() - 1); }
  [[nodiscard]] static std::uint64_t bits_of(std::uint64_t hash) {
    return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << ((hash >> 6) & 63);
  }

  void set_vertices(const kernel::FaceKey& key);

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> vertices_;
};

constexpr std::uint64_t least_words = 1 << 10;
constexpr std::int64_t useful_words = 1 << 20;
constexpr std::int64_t most_vertices_in_key = std::int64_t{1} << 32;

FaceFilter::FaceFilter(par::Session& session, std::span<const kernel::FaceKey> wanted, std::int64_t vertices,
                       Budget memory) {
  const auto most_words =
      std::max(least_words, std::bit_floor(static_cast<std::uint64_t>(memory.buffer(32 * 8, useful_words))));
  const auto all = par::all_sum(session.comm(), static_cast<std::int64_t>(wanted.size()));
  const auto words_for = [&](std::int64_t count) {
    return std::clamp(std::bit_ceil(static_cast<std::uint64_t>(count)), least_words, most_words);
  };
  words_.resize(words_for(all / 2));
  vertices_.resize(words_for(vertices / 64 + 1));
  for (const auto& key : wanted) {
    const auto hash = kernel::quick_hash_of(key);
    words_[word_of(hash)] |= bits_of(hash);
    set_vertices(key);
  }
  // Keys this large do not contain the vertices.
  if (vertices >= most_vertices_in_key) vertices_.assign(1, ~std::uint64_t{0});
  par::or_over_ranks(session.comm(), words_);
  par::or_over_ranks(session.comm(), vertices_);
}

void FaceFilter::set_vertices(const kernel::FaceKey& key) {
  for (const auto two : {key.high, key.low}) {
    for (const auto vertex : {two >> 32, two & 0xFFFFFFFFU}) {
      if (vertex != 0) vertices_[(vertex >> 6) & (vertices_.size() - 1)] |= std::uint64_t{1} << (vertex & 63);
    }
  }
}

/// A cell with a possible outer face.
struct Use {
  kernel::FaceKey key;
  std::int64_t cell;
  std::int32_t side;
  std::int16_t sense;
  std::int16_t nodes;
  std::array<std::int64_t, 4> vertices;
};

class Matcher {
 public:
  Matcher(par::Session& session, const Dataset& dataset, const Zone& zone, std::span<const Elements> sections,
          bool with_polygons)
      : session_(session),
        dataset_(dataset),
        zone_(zone),
        sections_(sections),
        dimension_(static_cast<int>(zone.dimension)),
        with_polygons_(with_polygons),
        exchange_(session) {
    result_.ranks = session.size();
  }

  ZoneFaces run() {
    collect_surface();
    auto keys = open_faces(session_, zone_, sections_, dataset_.memory.share(2));
    const auto received = par::scatter_to_owners(
        exchange_, sent_surface(), [&](const SurfaceElement& made) { return result_.owner_of(made.key); });
    for (const auto& made : received) keys.push_back(made.key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    result_.faces.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) result_.faces[i].key = keys[i];
    for (const auto& made : received) note(made);
    find_uses(FaceFilter(session_, keys, zone_.vertices, dataset_.memory));
    return std::move(result_);
  }

 private:
  void collect_surface() {
    for (const auto& elements : sections_) {
      if (!elements.is_mixed() && elements.section->dimension() != dimension_ - 1) continue;
      for_each_block(elements, [&](const Block& block) {
        for (std::int64_t i = 0; i < block.size(); ++i) add_surface(block, i);
      });
    }
    for (const auto& face : faces_of_blanks(session_, dataset_, zone_, sections_))
      result_.surface.push_back(face);
    std::sort(result_.surface.begin(), result_.surface.end(),
              [](const auto& a, const auto& b) { return a.element < b.element; });
  }

  void add_surface(const Block& block, std::int64_t i) {
    const auto& facts = cgns::facts_of(cgns::shape_of(block.type(i)));
    const auto nodes = block.nodes(i);
    const bool is_polygon = block.type(i) == cgns::element_type::ngon;
    const auto corners = is_polygon ? nodes.size() : static_cast<std::size_t>(facts.corners);
    const bool may_be_side = is_polygon ? with_polygons_ && (corners == 3 || corners == 4)
                                        : facts.dimension == dimension_ - 1 && nodes.size() >= corners;
    if (!may_be_side || !is_within(nodes, zone_.vertices)) return;
    const auto face = kernel::face_of(nodes.first(corners));
    result_.surface.push_back({.key = face.key, .element = block.element(i), .nodes = face.nodes});
  }

  /// Surface elements that are faces.
  std::vector<SurfaceElement> sent_surface() const {
    std::vector<SurfaceElement> sent;
    for (const auto& made : result_.surface) {
      if (made.nodes != 0) sent.push_back(made);
    }
    return sent;
  }

  void note(const SurfaceElement& made) {
    auto* face = result_.find(made.key);
    if (face->elements++ == 0 || made.element < face->element) face->element = made.element;
    face->nodes = made.nodes;
  }

  void find_uses(const FaceFilter& filter) {
    std::vector<Use> uses;
    for (const auto& chunk : chunks_of(session_, sections_)) {
      uses.clear();
      if (chunk.elements != nullptr) collect_uses(chunk, filter, uses);
      par::scatter_to_owners(
          exchange_, uses, [&](const Use& use) { return result_.owner_of(use.key); },
          [&](const Use& use) { note(use); });
    }
  }

  void collect_uses(const Chunk& chunk, const FaceFilter& filter, std::vector<Use>& uses) const {
    for_each_block(*chunk.elements, chunk.range, [&](const Block& block) {
      const bool all_within = chunk.elements->all_within || is_within(block.values(), zone_.vertices);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (!filter.may_touch(block.nodes(i), dimension_)) continue;
        if (!all_within && !is_within(block.nodes(i), zone_.vertices)) continue;
        each_side(block, i, dimension_, [&](const kernel::Face& face, int side, const auto& vertices) {
          if (!filter.may_have(kernel::quick_hash_of(face.key))) return;
          uses.push_back({.key = face.key,
                          .cell = block.element(i),
                          .side = side + 1,
                          .sense = static_cast<std::int16_t>(face.sense),
                          .nodes = static_cast<std::int16_t>(face.nodes),
                          .vertices = vertices});
        });
      }
    });
  }

  void note(const Use& use) {
    auto* face = result_.find(use.key);
    if (face == nullptr) return;
    const CellSide side = {use.cell, use.side};
    if (face->uses == 0 || side < face->first) {
      face->second = face->first;
      face->first = side;
      face->vertices = use.vertices;
    } else if (face->uses == 1 || side < face->second) {
      face->second = side;
    }
    face->last = std::max(face->last, side);
    ++face->uses;
    face->sum += use.sense;
    face->nodes = use.nodes;
  }

  par::Session& session_;
  const Dataset& dataset_;
  const Zone& zone_;
  std::span<const Elements> sections_;
  int dimension_;
  bool with_polygons_;
  par::Exchange exchange_;
  ZoneFaces result_;
};

}  // namespace

int ZoneFaces::owner_of(const kernel::FaceKey& key) const {
  return owner_of_face(kernel::hash_of(key), ranks);
}

OuterFace* ZoneFaces::find(const kernel::FaceKey& key) {
  const auto found =
      std::lower_bound(faces.begin(), faces.end(), key,
                       [](const OuterFace& face, const auto& wanted) { return face.key < wanted; });
  return found != faces.end() && found->key == key ? &*found : nullptr;
}

std::vector<Chunk> chunks_of(par::Session& session, std::span<const Elements> sections, std::int64_t size) {
  std::vector<Chunk> chunks;
  for (const auto& elements : sections) {
    for (std::int64_t begin = 0; begin < elements.mine.size(); begin += size) {
      chunks.push_back({&elements, {begin, std::min(begin + size, elements.mine.size())}});
    }
  }
  chunks.resize(
      static_cast<std::size_t>(par::all_max(session.comm(), static_cast<std::int64_t>(chunks.size()))));
  return chunks;
}

bool is_within(std::span<const std::int64_t> nodes, std::int64_t vertices) {
  // The highest bit of a difference is set if a node is out of range.
  const auto most = static_cast<std::uint64_t>(vertices);
  std::uint64_t outside = 0;
  for (const auto node : nodes) {
    const auto number = static_cast<std::uint64_t>(node);
    outside |= (number - 1) | (most - number) | number;
  }
  return outside >> 63 == 0;
}

ZoneFaces match_faces(par::Session& session, const Dataset& dataset, const Zone& zone,
                      std::span<const Elements> sections, bool with_polygons) {
  return Matcher(session, dataset, zone, sections, with_polygons).run();
}

}  // namespace pcgns::mesh
