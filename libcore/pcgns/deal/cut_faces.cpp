#include "pcgns/deal/cut_faces.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "pcgns/deal/ask.hpp"
#include "pcgns/mesh/open_faces.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

constexpr std::int64_t elements_in_chunk = 1 << 16;
constexpr std::int64_t most_bits = std::int64_t{1} << 27;

/// A bit for each vertex, or for some of them together, that several parts have.
class SharedVertices {
 public:
  SharedVertices(par::Session& session, const Dealing& vertices)
      : words_(
            static_cast<std::size_t>(divide_up(std::clamp<std::int64_t>(vertices.count(), 1, most_bits), 64)),
            0) {
    for (std::int64_t i = 0; i < vertices.mine.size(); ++i) {
      if (vertices.slots(i).size() > 1) word_of(vertices.mine.begin + i) |= bit_of(vertices.mine.begin + i);
    }
    par::or_over_ranks(session.comm(), words_);
  }

  /// True also for some that one part has alone. 0-based.
  [[nodiscard]] bool may_have(std::int64_t vertex) const {
    return (words_[static_cast<std::size_t>(vertex / 64) % words_.size()] & bit_of(vertex)) != 0;
  }

 private:
  static std::uint64_t bit_of(std::int64_t vertex) { return std::uint64_t{1} << (vertex % 64); }
  std::uint64_t& word_of(std::int64_t vertex) {
    return words_[static_cast<std::size_t>(vertex / 64) % words_.size()];
  }

  std::vector<std::uint64_t> words_;
};

struct Seen {
  kernel::FaceKey key;
  std::int64_t part = 0;
};

/// The faces of this rank's cells that may lie between parts come to the ranks that own their keys.
std::vector<Seen> seen_faces(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt) {
  const SharedVertices shared(session, dealt.vertices);
  move::Exchange exchange(session, memory_for_messages);
  std::vector<Seen> seen;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    const auto& dealing = dealt.elements.sections[s];
    const bool has_cells = mesh.roles[s].cells || mesh.roles[s].mixed;
    if (!has_cells || mesh.sections[s].section->type == sids::element_type::nface) continue;
    for (const auto& chunk : mesh::chunks_of(session, std::span(&mesh.sections[s], 1), elements_in_chunk)) {
      std::vector<Seen> mine;
      mesh::Block block;
      block.load(mesh.sections[s], chunk.range);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto slot = dealing.slots(chunk.range.begin + i).begin;
        const auto nodes = block.nodes(i);
        const auto count = std::count_if(nodes.begin(), nodes.end(),
                                         [&](std::int64_t node) { return shared.may_have(node - 1); });
        if (count < mesh.dimension()) continue;
        mesh::each_side(block, i, mesh.dimension(), [&](const kernel::Face& face, int, const auto&) {
          mine.push_back({face.key, dealing.parts[static_cast<std::size_t>(slot)]});
        });
      }
      mesh::post<Seen>(
          session, exchange, mine,
          [&](const Seen& face) { return mesh::owner_of_face(kernel::hash_of(face.key), session.size()); },
          [&](const Seen& face) { seen.push_back(face); });
    }
  }
  return seen;
}

/// The faces between two parts that this rank knows of, and which parts these are.
struct Between {
  std::int64_t faces = 0;
  std::set<std::pair<std::int64_t, std::int64_t>> parts;

  void add(std::int64_t a, std::int64_t b) {
    ++faces;
    parts.emplace(std::min(a, b), std::max(a, b));
  }
};

void add_polygons(const ZoneMesh& mesh, const MeshDealing& dealt, Between& between) {
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    if (!mesh.roles[s].polygons) continue;
    const auto& dealing = dealt.elements.sections[s];
    for (std::int64_t i = 0; i < dealing.mine.size(); ++i) {
      const auto slots = dealing.slots(i);
      if (slots.size() < 2) continue;
      const auto first = static_cast<std::size_t>(slots.begin);
      between.add(dealing.parts[first], dealing.parts[first + 1]);
    }
  }
}

/// By part, of all ranks together.
std::vector<int> neighbours_of(par::Session& session, const Between& between, std::size_t parts) {
  std::vector<std::int64_t> mine;
  for (const auto& [a, b] : between.parts) mine.insert(mine.end(), {a, b});
  std::set<std::pair<std::int64_t, std::int64_t>> all;
  for (const auto& bytes : par::gather_all(session.comm(), std::as_bytes(std::span(mine)))) {
    std::vector<std::int64_t> pairs(bytes.size() / sizeof(std::int64_t));
    if (!bytes.empty()) std::memcpy(pairs.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < pairs.size(); i += 2) all.emplace(pairs[i], pairs[i + 1]);
  }
  std::vector<int> neighbours(parts, 0);
  for (const auto& [a, b] : all) {
    ++neighbours[static_cast<std::size_t>(a)];
    ++neighbours[static_cast<std::size_t>(b)];
  }
  return neighbours;
}

}  // namespace

CutFaces cut_faces(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt) {
  const auto parts = dealt.cells.totals.size();
  if (parts < 2) return {.count = 0, .neighbours = std::vector<int>(parts, 0)};
  auto seen = seen_faces(session, mesh, dealt);
  std::sort(seen.begin(), seen.end(),
            [](const Seen& a, const Seen& b) { return std::tie(a.key, a.part) < std::tie(b.key, b.part); });
  Between between;
  add_polygons(mesh, dealt, between);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (seen[i].key == seen[i - 1].key && seen[i].part != seen[i - 1].part)
      between.add(seen[i - 1].part, seen[i].part);
  }
  return {.count = par::all_sum(session.comm(), between.faces),
          .neighbours = neighbours_of(session, between, parts)};
}

}  // namespace pcgns::deal
