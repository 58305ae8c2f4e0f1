#include <fmt/format.h>

#include "pcgns/check/join_lists.hpp"
#include "pcgns/check/one_join.hpp"

namespace pcgns::check {

namespace {

class GeneralJoin : OneJoin {
 public:
  using OneJoin::OneJoin;

  void check() {
    const auto points = count_here();
    if (!points) return;
    const bool is_1to1 = join().kind == "Abutting1to1";
    const auto lists = lists_of(joins(), join());
    if (is_1to1 && !lists.there) {
      add("J0308", {.expected = "PointListDonor"});
    } else if (is_1to1 && lists.there->count != *points) {
      add("J0304", {.expected = fmt::to_string(*points), .found = fmt::to_string(lists.there->count)});
    } else if (is_1to1) {
      check_mirror(lists);
    }
    check_interpolants(lists, *points);
  }

 private:
  /// Of the entities on the zone's own side.
  std::optional<std::int64_t> count_here() {
    if (const auto lists = lists_of(joins(), join()); lists.here) return lists.here->count;
    const auto* node = join().node->child("PointRange");
    const auto range = range_in(node, dimension());
    if (!range) {
      const bool is_empty = has_empty_list();
      if (!is_empty) add("J0301", {.expected = "PointList or PointRange"});
      return {};
    }
    const auto most = largest_index(zone(), sids::location_of(*join().node));
    if (!most) return {};
    if (!range->is_inside(*most)) {
      add("J0302", {.position = "PointRange",
                    .expected = "within " + text_of_extents(*most, dimension()),
                    .found = text_of(*range, dimension())});
      return {};
    }
    return range->count();
  }

  [[nodiscard]] bool has_empty_list() const {
    const auto* node = join().node->child("PointList");
    return node != nullptr && tree::count_of(node->dims) == 0;
  }

  void check_mirror(const JoinLists& lists) {
    if (!lists.here) return;
    const auto mirrors = mirrors_of(joins(), join());
    if (mirrors.empty()) {
      add("J0306", {.expected = fmt::format("one of {} pairs in {}", lists.here->count, donor().path)});
      return;
    }
    bool agrees = false;
    for (const auto number : mirrors) {
      const auto& other = joins().all[static_cast<std::size_t>(number)];
      agrees = agrees || (join().motions.empty() == other.motions.empty() &&
                          (join().motions.empty() || other.motions.front().undoes(join().motions.front())));
    }
    const auto& first = joins().all[static_cast<std::size_t>(mirrors.front())];
    if (!agrees) add("J0404", {.expected = "the inverse of " + first.path});
  }

  /// So many for each point.
  void check_interpolants(const JoinLists& lists, std::int64_t points) {
    const auto* interpolants = join().node->child("InterpolantsDonor");
    if (interpolants == nullptr) return;
    const auto count = tree::count_of(interpolants->dims);
    const auto donors = lists.there ? lists.there->count : points;
    if (donors == 0 || count % donors == 0) return;
    add("J0309", {.expected = fmt::format("a multiple of {}", donors), .found = fmt::to_string(count)});
  }
};

}  // namespace

void check_general_join(const Joins& joins, int join, const std::string& file, Findings& findings) {
  GeneralJoin(joins, join, file, findings).check();
}

void check_join(const Joins& joins, int number, const std::string& file, bool parts_are_missing,
                Findings& findings) {
  const auto& join = joins.all[static_cast<std::size_t>(number)];
  if (!join.donor_exists) {
    findings.add({.code = parts_are_missing ? "J0102" : "J0101",
                  .file = file,
                  .path = join.path,
                  .expected = "the name of a zone",
                  .found = join.donor_name});
  }
  if (join.donor < 0) return;
  if (join.is_1to1) {
    check_1to1(joins, number, file, findings);
  } else {
    check_general_join(joins, number, file, findings);
  }
}

}  // namespace pcgns::check
