#include <fmt/format.h>

#include <algorithm>

#include "pcgns/par/request_reply.hpp"
#include "pcgns/verify/check/run/boundary_check.hpp"

namespace pcgns::verify::check {

namespace {

/// A patch that names a vertex.
struct Answer {
  std::int64_t vertex = 0;
  std::int64_t patch = 0;

  friend auto operator<=>(const Answer&, const Answer&) = default;
};

/// This rank's faces of the surface, by vertices.
struct Faces {
  std::vector<std::int64_t> begins = {0};
  std::vector<std::int64_t> vertices = {};
  std::vector<Cover*> covers = {};
};

class VertexCover {
 public:
  explicit VertexCover(const BoundaryCheck& check) : check_(check), session_(check.zone.session) {}

  void run() {
    const auto end = check_.zone.zone.vertices + 1;
    auto claims = claims_of(session_, check_.zone.subject.data, check_.patches, Patch::Names::vertices, end);
    std::erase_if(claims, [&](const Claim& claim) { return is_told_outside(claim, end); });
    kept_ =
        par::scatter_to_owners(session_, claims, [&](const Claim& claim) { return keeper_of(claim.number); });
    std::sort(kept_.begin(), kept_.end());
    auto faces = faces_of_surface();
    ask(faces);
    for (std::size_t i = 0; i < faces.covers.size(); ++i) {
      const auto begin = static_cast<std::size_t>(faces.begins[i]);
      const auto count = static_cast<std::size_t>(faces.begins[i + 1]) - begin;
      if (have_common_patch(std::span(faces.vertices).subspan(begin, count)))
        faces.covers[i]->by_vertices = true;
    }
    tell();
  }

 private:
  [[nodiscard]] int keeper_of(std::int64_t vertex) const {
    const auto hash = kernel::mixed(static_cast<std::uint64_t>(vertex));
    return static_cast<int>(hash % static_cast<std::uint64_t>(session_.size()));
  }

  bool is_told_outside(const Claim& claim, std::int64_t end) const {
    if (claim.number >= 1 && claim.number < end) return false;
    check_.tell("B0104", claim, [&] {
      return Place{.position = position_of(check_.patch(claim.patch), claim),
                   .expected = fmt::format("1 to {}", end - 1),
                   .found = fmt::format("{}", claim.number)};
    });
    return true;
  }

  Faces faces_of_surface() {
    Faces faces;
    if (check_.surface.faces) {
      auto& all = check_.surface.faces->faces;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].is_boundary()) add(faces, std::span(all[i].vertices), all[i].nodes, check_.faces[i]);
      }
    }
    add_polygons(faces);
    return faces;
  }

  static void add(Faces& faces, std::span<const std::int64_t> vertices, std::int64_t nodes, Cover& cover) {
    const auto count = std::min<std::int64_t>(std::ssize(vertices), std::max<std::int64_t>(nodes, 2));
    faces.vertices.insert(faces.vertices.end(), vertices.begin(), vertices.begin() + count);
    faces.begins.push_back(std::ssize(faces.vertices));
    faces.covers.push_back(&cover);
  }

  /// Reads the vertices of polygons again.
  void add_polygons(Faces& faces) {
    for (std::size_t number = 0; number < check_.surface.polygons.size(); ++number) {
      auto& polygons = check_.surface.polygons[number];
      const auto& section = check_.zone.zone.sections[polygons.section];
      const auto elements = mesh::read_elements(session_, check_.zone.subject.data, section);
      mesh::for_each_block(elements, [&](const mesh::Block& block) {
        for (std::int64_t i = 0; i < block.size(); ++i) {
          const auto at = static_cast<std::size_t>(block.number(i) - elements.mine.begin);
          const auto nodes = block.nodes(i);
          if (polygons.uses[at] == 1) add(faces, nodes, std::ssize(nodes), check_.polygons[number][at]);
        }
      });
    }
  }

  /// Requests the patches of all vertices of the surface.
  void ask(const Faces& faces) {
    auto vertices = faces.vertices;
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    on_surface_.assign(kept_.size(), false);
    par::ask_owners_for_lists<std::int64_t>(
        session_, std::span<const std::int64_t>(vertices),
        [&](std::int64_t vertex) { return keeper_of(vertex); },
        [&](std::int64_t vertex, std::vector<std::int64_t>& patches) {
          auto at = std::lower_bound(kept_.begin(), kept_.end(), Claim{.number = vertex});
          for (; at != kept_.end() && at->number == vertex; ++at) {
            on_surface_[static_cast<std::size_t>(at - kept_.begin())] = true;
            patches.push_back(at->patch);
          }
        },
        [&](std::size_t i, std::span<const std::int64_t> patches) {
          for (const auto patch : patches) known_.push_back({vertices[i], patch});
        });
    known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  }

  [[nodiscard]] std::span<const Answer> patches_of_vertex(std::int64_t vertex) const {
    const auto begin = std::lower_bound(known_.begin(), known_.end(), Answer{.vertex = vertex});
    const auto end = std::lower_bound(begin, known_.end(), Answer{.vertex = vertex + 1});
    return {begin, end};
  }

  [[nodiscard]] bool have_common_patch(std::span<const std::int64_t> vertices) const {
    if (vertices.empty()) return false;
    const auto names = [&](std::int64_t vertex, std::int64_t patch) {
      const auto answers = patches_of_vertex(vertex);
      return std::any_of(answers.begin(), answers.end(), [&](const Answer& a) { return a.patch == patch; });
    };
    const auto first = patches_of_vertex(vertices.front());
    return std::any_of(first.begin(), first.end(), [&](const Answer& candidate) {
      return std::all_of(vertices.begin(), vertices.end(),
                         [&](std::int64_t vertex) { return names(vertex, candidate.patch); });
    });
  }

  void tell() const {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const auto& claim = kept_[i];
      const bool repeated = i > 0 && claim.number == kept_[i - 1].number && claim.patch == kept_[i - 1].patch;
      const auto place = [&] {
        return Place{.position = position_of(check_.patch(claim.patch), claim),
                     .found = fmt::format("vertex {}{}", claim.number, repeated ? " again" : "")};
      };
      if (repeated) check_.tell("B0105", claim, place);
      if (!repeated && !on_surface_[i]) check_.tell("B0109", claim, place);
    }
  }

  const BoundaryCheck& check_;
  par::Session& session_;
  std::vector<Claim> kept_;
  std::vector<bool> on_surface_;
  std::vector<Answer> known_;
};

}  // namespace

void cover_by_vertices(const BoundaryCheck& check) {
  const auto& all = check.patches.all;
  const bool has_any = std::any_of(all.begin(), all.end(),
                                   [](const Patch& patch) { return patch.names == Patch::Names::vertices; });
  if (has_any) VertexCover(check).run();
}

}  // namespace pcgns::verify::check
