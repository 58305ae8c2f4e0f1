#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <span>
#include <unordered_map>

#include "pcgns/base/bytes.hpp"
#include "pcgns/kernel/faces.hpp"
#include "pcgns/kernel/repeated.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/check/plan/interfaces.hpp"
#include "pcgns/verify/check/run/interface_work.hpp"
#include "pcgns/verify/check/run/ordered.hpp"
#include "pcgns/verify/check/run/repeated.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

namespace {

/// Order-independent hash sums of all pairs, seen from the zone and from the donor.
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

/// Entities in a list that do not exist.
struct Outside {
  std::int64_t count = 0;
  std::int64_t first = -1;
};

/// One number per entity: its index if there is only one. Indices of any size fit into a mixed one.
std::int64_t number_of(const std::int64_t* entity, int dimension) {
  auto number = static_cast<std::uint64_t>(entity[0]);
  for (int i = 1; i < dimension; ++i) number = mixed(number) + static_cast<std::uint64_t>(entity[i]);
  return static_cast<std::int64_t>(number);
}

/// This rank's block of a list.
struct Piece {
  std::vector<std::int64_t> numbers;  ///< One per entity.
  std::vector<std::int64_t> values;   ///< Unchanged.
  std::int64_t begin = 0;             ///< First entity.
};

class ListCheck {
 public:
  explicit ListCheck(const InterfaceCheck& check) : check_(check) {}

  void run() {
    for (int number = 0; number < static_cast<int>(check_.interfaces.all.size()); ++number) {
      const auto& interface = check_.interfaces.at(number);
      if (interface.donor < 0) continue;
      interface.is_1to1 ? run_ranges(number, interface) : run(number, interface);
    }
    const auto matched = matched_interfaces();
    for (const auto& [number, sums] : sums_) {
      if (!check_.tells_of(number)) continue;
      const auto found = matched.find(number);
      if (found != matched.end()) {
        compare_motions(number, found->second);
      } else {
        tell_unmatched(number, matched);
      }
    }
  }

 private:
  void run(int number, const Interface& interface) {
    const auto lists = verify::check::lists_of(check_.interfaces, interface);
    if (!lists.here) return run_range(number, interface, lists);
    const auto here = read(*lists.here);
    check_extents(number, "J0302", "PointList", *lists.here, here,
                  index_limits(check_.interfaces.zone_of(interface), lists.location));
    const auto twice = repeated(check_.session, here.numbers, here.begin);
    if (twice.count > 0 && check_.tells_of(number)) {
      add(number, "J0305",
          {.position = fmt::format("entry {}", twice.first + 1), .index = twice.first, .count = twice.count});
    }
    if (!lists.there) return;
    const auto there = read(*lists.there);
    const auto location =
        lists.donor_has_cells ? std::string("CellCenter") : location_of_donors(lists.location);
    if (interface.kind == "Abutting1to1" || lists.donor_has_cells) {
      check_extents(number, "J0303", lists.donor_has_cells ? "CellListDonor" : "PointListDonor", *lists.there,
                    there, index_limits(check_.interfaces.donor_of(interface), location));
    }
    if (interface.kind == "Abutting1to1" && lists.here->count == lists.there->count) {
      sums_[number] = sums_of(here, *lists.there);
    }
  }

  /// Of two GridConnectivity1to1_t, the trees tell whether one is the reverse of the other.
  void run_ranges(int number, const Interface& interface) {
    if (mirrors_of(check_.interfaces, interface).empty()) return;
    const auto map = map_of(check_.interfaces, interface);
    if (!map) return;
    const auto dimension = check_.interfaces.zone_of(interface).shape.dimension;
    const auto piece = points_in(map->here, dimension);
    std::vector<std::int64_t> donors;
    for (std::size_t i = 0; i < piece.numbers.size(); ++i) {
      const auto point = point_of(map->here, piece.begin + static_cast<std::int64_t>(i));
      const auto donor = map->donor_of(point);
      for (int d = 0; d < dimension; ++d) donors.push_back(donor[static_cast<std::size_t>(d)] + 1);
    }
    sums_[number] = sums_of(piece, donors, dimension);
  }

  /// A PointRange whose donors are a list.
  void run_range(int number, const Interface& interface, const InterfaceLists& lists) {
    const auto range = own_range(check_.interfaces, interface);
    if (!range || !lists.there || interface.kind != "Abutting1to1") return;
    check_extents(number, "J0303", "PointListDonor", *lists.there, read(*lists.there),
                  index_limits(check_.interfaces.donor_of(interface), location_of_donors(lists.location)));
    if (range->count() != lists.there->count) return;
    sums_[number] =
        sums_of(points_in(*range, check_.interfaces.zone_of(interface).shape.dimension), *lists.there);
  }

  /// This rank's block of the points of a range, as a list of them would have it.
  [[nodiscard]] Piece points_in(const cgns::IndexRange& range, int dimension) const {
    const auto count = range.count();
    const auto each = divide_up(count, static_cast<std::int64_t>(check_.session.size()));
    Piece piece{.numbers = {}, .values = {}, .begin = std::min(count, check_.session.rank() * each)};
    const auto end = std::min(count, piece.begin + each);
    for (auto number = piece.begin; number < end; ++number) {
      const auto point = point_of(range, number);
      for (int d = 0; d < dimension; ++d) piece.values.push_back(point[static_cast<std::size_t>(d)] + 1);
      piece.numbers.push_back(
          number_of(&piece.values[piece.values.size() - static_cast<std::size_t>(dimension)], dimension));
    }
    return piece;
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
                     const Piece& piece, const std::optional<IndexLimits>& limits) {
    if (!limits) return;
    Outside outside;
    for (std::size_t i = 0; i < piece.numbers.size(); ++i) {
      const auto width = static_cast<std::size_t>(list.dimension);
      if (limits->contain(std::span(piece.values).subspan(i * width, width))) continue;
      if (outside.count++ == 0) outside.first = piece.begin + static_cast<std::int64_t>(i);
    }
    // Every rank reports its own; merging keeps the lowest index.
    if (outside.count == 0) return;
    const auto* first =
        &piece.values[static_cast<std::size_t>((outside.first - piece.begin) * list.dimension)];
    add(number, code,
        {.position = fmt::format("{}, entry {}", name, outside.first + 1),
         .expected = verify::check::text_of(*limits),
         .found = fmt::format("{}", fmt::join(first, first + list.dimension, ", ")),
         .index = outside.first,
         .count = outside.count});
  }

  /// The other list may be distributed differently.
  [[nodiscard]] PairSums sums_of(const Piece& piece, const EntityList& there) const {
    return sums_of(piece, donors_of(check_, there, piece.begin, piece.numbers.size()), there.dimension);
  }

  /// `donors`: of the entities of this rank, with `dimension` integers each.
  [[nodiscard]] PairSums sums_of(const Piece& piece, const std::vector<std::int64_t>& donors,
                                 int dimension) const {
    PairSums sums;
    for (std::size_t i = 0; i < piece.numbers.size(); ++i) {
      const auto mine = static_cast<std::uint64_t>(piece.numbers[i]);
      const auto other =
          static_cast<std::uint64_t>(number_of(&donors[i * static_cast<std::size_t>(dimension)], dimension));
      sums.forth += hash_of(mine, other);
      sums.back += hash_of(other, mine);
    }
    std::vector<std::int64_t> both = {static_cast<std::int64_t>(sums.forth),
                                      static_cast<std::int64_t>(sums.back)};
    par::sum_over_ranks(check_.session.comm(), both);
    return {static_cast<std::uint64_t>(both[0]), static_cast<std::uint64_t>(both[1])};
  }

  /// By interface: those that have its pairs, reversed.
  [[nodiscard]] std::map<int, std::vector<int>> matched_interfaces() const {
    std::map<int, std::vector<int>> matched;
    for (const auto& [number, sums] : sums_) {
      const auto in_tree = mirror_of(check_.interfaces, check_.interfaces.at(number));
      if (in_tree >= 0) matched[number].push_back(in_tree);
      for (const auto mirror : verify::check::mirrors_of(check_.interfaces, check_.interfaces.at(number))) {
        const auto other = sums_.find(mirror);
        if (other != sums_.end() && other->second.back == sums.forth) matched[number].push_back(mirror);
      }
    }
    return matched;
  }

  /// Where there is one candidate for a list, or a GridConnectivity1to1_t for another, the trees have told.
  void compare_motions(int number, const std::vector<int>& matched) {
    const auto& interface = check_.interfaces.at(number);
    const bool is_told = interface.is_1to1
                             ? mirror_of(check_.interfaces, interface) >= 0
                             : verify::check::mirrors_of(check_.interfaces, interface).size() == 1 &&
                                   interface.node->child("PointRange") == nullptr;
    if (is_told) return;
    const bool agrees = std::ranges::any_of(
        matched, [&](int mirror) { return have_inverse_motions(interface, check_.interfaces.at(mirror)); });
    if (!agrees)
      add(number, "J0404", {.expected = "the inverse of " + check_.interfaces.at(matched.front()).path});
  }

  /// True if what the interface connects is unclear, which other rules say.
  [[nodiscard]] bool is_unclear(int number) const {
    const auto& node = *check_.interfaces.at(number).node;
    return !sums_.contains(number) && node.child("PointRange") != nullptr;
  }

  /// Blames the interface of the donor, unless it is the reverse of another one.
  void tell_unmatched(int number, const std::map<int, std::vector<int>>& matched) {
    const auto& interface = check_.interfaces.at(number);
    const auto mirrors = verify::check::mirrors_of(check_.interfaces, interface);
    if (mirrors.empty() || std::ranges::any_of(mirrors, [&](int mirror) { return is_unclear(mirror); }))
      return;
    const auto wrong = std::ranges::find_if(
        mirrors, [&](int mirror) { return mirror != number && !matched.contains(mirror); });
    if (wrong != mirrors.end()) {
      add(number, "J0307", {.expected = "those of " + check_.interfaces.at(*wrong).path});
      return;
    }
    add(number, interface.is_1to1 ? "J0208" : "J0306",
        {.expected = "one of the same pairs in " + check_.interfaces.donor_of(interface).path});
  }

  void add(int number, const char* code, cgns::Finding finding) {
    finding.code = code;
    finding.file = check_.subject.file;
    finding.path = check_.interfaces.at(number).path;
    check_.findings.add(std::move(finding));
  }

  const InterfaceCheck& check_;
  std::unordered_map<int, PairSums> sums_;
};

}  // namespace

std::vector<std::int64_t> donors_of(const InterfaceCheck& check, const EntityList& there, std::int64_t begin,
                                    std::size_t count) {
  const auto share = mesh::read_share(check.session, check.subject.data, there.node->array, there.dimension);
  std::vector<std::int64_t> wanted(count);
  for (std::size_t i = 0; i < count; ++i) wanted[i] = begin + static_cast<std::int64_t>(i);
  return mesh::fetch_integers(check.session, share, wanted, there.dimension);
}

void check_lists(const InterfaceCheck& check) { ListCheck(check).run(); }

namespace {

/// A point that may coincide with another.
struct Suspect {
  std::uint64_t hash = 0;
  std::array<std::uint64_t, 3> bits = {};  ///< Bits of its coordinates.
  std::int64_t vertex = 0;

  friend auto operator<=>(const Suspect&, const Suspect&) = default;
};

/// The bits of value `i` of a share, as stored.
std::uint64_t bits_at(const mesh::Share& share, std::size_t i) {
  if (share.type == cgns::DataType::R4) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, share.bytes.data() + i * sizeof bits, sizeof bits);
    return bits;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, share.bytes.data() + i * sizeof bits, sizeof bits);
  return bits;
}

class PointCheck {
 public:
  PointCheck(const ZoneCheck& check, const mesh::Coordinates& coordinates)
      : check_(check), coordinates_(coordinates) {}

  void run() {
    const auto doubled = doubled_hashes();
    std::vector<Suspect> suspects;
    if (!doubled.empty()) {
      for (std::size_t i = 0; i < count(); ++i) {
        const auto suspect = suspect_at(i);
        if (std::binary_search(doubled.begin(), doubled.end(), suspect.hash)) suspects.push_back(suspect);
      }
    }
    auto mine = par::scatter_to_owners(check_.session, suspects,
                                       [&](const Suspect& suspect) { return owner_of(suspect.hash); });
    std::sort(mine.begin(), mine.end());
    for (std::size_t i = 1; i < mine.size(); ++i) {
      if (mine[i].bits == mine[i - 1].bits) tell(mine[i - 1], mine[i]);
    }
  }

 private:
  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(coordinates_.mine().size()); }

  [[nodiscard]] int owner_of(std::uint64_t hash) const {
    return static_cast<int>(((hash & 0xFFFFFFFFU) * static_cast<std::uint64_t>(check_.session.size())) >> 32);
  }

  [[nodiscard]] Suspect suspect_at(std::size_t i) const {
    Suspect suspect{.vertex = coordinates_.mine().begin + static_cast<std::int64_t>(i) + 1};
    std::uint64_t seed = 0;
    for (std::size_t d = 0; d < coordinates_.shares().size(); ++d) {
      suspect.bits[d] = bits_at(coordinates_.shares()[d], i);
      seed = std::rotl(seed, 21) * 0x9E3779B97F4A7C15ULL + suspect.bits[d];
    }
    suspect.hash = kernel::mixed(seed);
    return suspect;
  }

  /// Hashes of this rank's points that occur more than once over all ranks; ascending.
  std::vector<std::uint64_t> doubled_hashes() {
    std::vector<std::uint64_t> hashes(count());
    for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = suspect_at(i).hash;
    auto doubled = kernel::repeated_among(hashes);
    if (check_.session.size() == 1) return doubled;
    if (!doubled.empty()) {
      // Without this, many points at one place would all go to one rank.
      std::sort(hashes.begin(), hashes.end());
      hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    }
    for (const auto hash : shared_with_others(hashes)) doubled.push_back(hash);
    std::sort(doubled.begin(), doubled.end());
    return doubled;
  }

  /// Those of `hashes` that also occur on other ranks.
  std::vector<std::uint64_t> shared_with_others(const std::vector<std::uint64_t>& hashes) {
    const auto owned =
        par::scatter_to_owners(check_.session, hashes, [&](std::uint64_t hash) { return owner_of(hash); });
    // Usually few, so all ranks receive them.
    return par::gather_joined(check_.session.comm(), kernel::repeated_among(owned));
  }

  void tell(const Suspect& first, const Suspect& second) const {
    check_.tallies.add("M0601", check_.zone.path, second.vertex, [&] {
      return Place{.position = fmt::format("vertex {}", second.vertex),
                   .expected = "a place of its own",
                   .found = fmt::format("that of vertex {}", first.vertex)};
    });
  }

  const ZoneCheck& check_;
  const mesh::Coordinates& coordinates_;
};

}  // namespace

void check_points(const ZoneCheck& check, const mesh::Coordinates& coordinates) {
  PointCheck(check, coordinates).run();
}

}  // namespace pcgns::verify::check
