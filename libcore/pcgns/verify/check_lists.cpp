#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "pcgns/check/join_lists.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/join_work.hpp"
#include "pcgns/verify/ordered.hpp"
#include "pcgns/verify/repeated.hpp"

namespace pcgns::verify {

namespace {

using check::EntityList;
using check::Index;

/// Sums of hashes of all pairs, whatever their order: as the zone sees them and as the donor does.
struct PairSums {
  std::uint64_t forth = 0;
  std::uint64_t back = 0;
};

std::uint64_t mixed(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9U;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebU;
  return number ^ (number >> 31);
}
std::uint64_t hash_of(std::uint64_t a, std::uint64_t b) { return mixed(mixed(a + 1) * 3 + b); }

/// Entities that a list names although they are not there.
struct Outside {
  std::int64_t count = 0;
  std::int64_t first = -1;
};

/// One number for an entity: its index if there is one direction.
std::int64_t number_of(const std::int64_t* entity, int dimension) {
  std::uint64_t number = 0;
  for (int i = 0; i < dimension; ++i) {
    number = (number << 21) + static_cast<std::uint64_t>(entity[i]);
  }
  return static_cast<std::int64_t>(number);
}

/// This rank's piece of a list.
struct Piece {
  std::vector<std::int64_t> numbers;  ///< One for each entity.
  std::vector<std::int64_t> values;   ///< As they are.
  std::int64_t begin = 0;             ///< First entity.
};

class ListCheck {
 public:
  explicit ListCheck(const JoinCheck& check) : check_(check) {}

  void run() {
    for (int number = 0; number < static_cast<int>(check_.joins.all.size()); ++number) {
      const auto& join = check_.joins.all[static_cast<std::size_t>(number)];
      if (!join.is_1to1 && join.donor >= 0) run(number, join);
    }
    for (const auto& [number, sums] : sums_) {
      if (check_.tells_of(number)) compare_with_mirrors(number, sums);
    }
  }

 private:
  void run(int number, const check::Join& join) {
    const auto lists = check::lists_of(check_.joins, join);
    if (!lists.here) return;
    const auto here = read(*lists.here);
    check_extents(number, "J0302", "PointList", *lists.here, here,
                  check::largest_index(check_.joins.zone_of(join), lists.location));
    const auto twice = repeated(check_.session, here.numbers, here.begin);
    if (twice.count > 0 && check_.tells_of(number)) {
      add(number, "J0305",
          {.position = fmt::format("entry {}", twice.first + 1), .index = twice.first, .count = twice.count});
    }
    if (!lists.there) return;
    const auto there = read(*lists.there);
    const auto* location = lists.donor_has_cells ? "CellCenter" : lists.location.c_str();
    if (join.kind == "Abutting1to1" || lists.donor_has_cells) {
      check_extents(number, "J0303", lists.donor_has_cells ? "CellListDonor" : "PointListDonor", *lists.there,
                    there, check::largest_index(check_.joins.donor_of(join), location));
    }
    if (join.kind == "Abutting1to1" && lists.here->count == lists.there->count) {
      sums_[number] = sums_of(here, *lists.there);
    }
  }

  [[nodiscard]] Piece read(const EntityList& list) const {
    const auto share =
        mesh::read_share(check_.session, check_.subject.data, list.node->array, list.dimension);
    Piece piece{
        .numbers = {}, .values = mesh::integers_of(share), .begin = share.values.begin / list.dimension};
    for (std::size_t i = 0; i < piece.values.size(); i += static_cast<std::size_t>(list.dimension)) {
      piece.numbers.push_back(number_of(&piece.values[i], list.dimension));
    }
    return piece;
  }

  void check_extents(int number, const char* code, const char* name, const EntityList& list,
                     const Piece& piece, const std::optional<Index>& most) {
    if (!most) return;
    Outside outside;
    for (std::size_t i = 0; i < piece.numbers.size(); ++i) {
      if (is_inside(&piece.values[i * static_cast<std::size_t>(list.dimension)], list.dimension, *most)) {
        continue;
      }
      if (outside.count++ == 0) outside.first = piece.begin + static_cast<std::int64_t>(i);
    }
    // Every rank tells of its own; the lowest place remains.
    if (outside.count == 0) return;
    const auto* first =
        &piece.values[static_cast<std::size_t>((outside.first - piece.begin) * list.dimension)];
    add(number, code,
        {.position = fmt::format("{}, entry {}", name, outside.first + 1),
         .expected = "within " + check::text_of_extents(*most, list.dimension),
         .found = fmt::format("{}", fmt::join(first, first + list.dimension, ", ")),
         .index = outside.first,
         .count = outside.count});
  }

  static bool is_inside(const std::int64_t* entity, int dimension, const Index& most) {
    for (int i = 0; i < dimension; ++i) {
      if (entity[i] < 1 || entity[i] > most[static_cast<std::size_t>(i)]) return false;
    }
    return true;
  }

  /// The other list may lie on the ranks in other pieces.
  [[nodiscard]] PairSums sums_of(const Piece& piece, const EntityList& there) const {
    const auto donors = donors_of(check_, there, piece.begin, piece.numbers.size());
    PairSums sums;
    for (std::size_t i = 0; i < piece.numbers.size(); ++i) {
      const auto mine = static_cast<std::uint64_t>(piece.numbers[i]);
      const auto other = static_cast<std::uint64_t>(
          number_of(&donors[i * static_cast<std::size_t>(there.dimension)], there.dimension));
      sums.forth += hash_of(mine, other);
      sums.back += hash_of(other, mine);
    }
    std::vector<std::int64_t> both = {static_cast<std::int64_t>(sums.forth),
                                      static_cast<std::int64_t>(sums.back)};
    par::sum_over_ranks(check_.session.comm(), both);
    return {static_cast<std::uint64_t>(both[0]), static_cast<std::uint64_t>(both[1])};
  }

  void compare_with_mirrors(int number, const PairSums& sums) {
    const auto mirrors = check::mirrors_of(check_.joins, check_.joins.all[static_cast<std::size_t>(number)]);
    if (mirrors.empty()) return;
    for (const auto mirror : mirrors) {
      const auto other = sums_.find(mirror);
      if (other != sums_.end() && other->second.back == sums.forth) return;
    }
    add(number, "J0307",
        {.expected = "those of " + check_.joins.all[static_cast<std::size_t>(mirrors.front())].path});
  }

  void add(int number, const char* code, check::Finding finding) {
    finding.code = code;
    finding.file = check_.subject.file;
    finding.path = check_.joins.all[static_cast<std::size_t>(number)].path;
    check_.findings.add(std::move(finding));
  }

  const JoinCheck& check_;
  std::unordered_map<int, PairSums> sums_;
};

}  // namespace

std::vector<std::int64_t> donors_of(const JoinCheck& check, const EntityList& there, std::int64_t begin,
                                    std::size_t count) {
  const auto share = mesh::read_share(check.session, check.subject.data, there.node->array, there.dimension);
  std::vector<std::int64_t> wanted(count);
  for (std::size_t i = 0; i < count; ++i) wanted[i] = begin + static_cast<std::int64_t>(i);
  return mesh::fetch_integers(check.session, share, wanted, there.dimension);
}

void check_lists(const JoinCheck& check) { ListCheck(check).run(); }

}  // namespace pcgns::verify
