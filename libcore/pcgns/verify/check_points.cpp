#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/kernel/face_key.hpp"
#include "pcgns/kernel/repeated.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

constexpr std::int64_t memory_for_messages = 32 * mebi;

/// A point that may be in the same place as another.
struct Suspect {
  std::uint64_t hash = 0;
  std::array<std::uint64_t, 3> bits = {};  ///< Of its coordinates.
  std::int64_t vertex = 0;

  friend auto operator<=>(const Suspect&, const Suspect&) = default;
};

/// The bits of value `i` of a share, as they are stored.
std::uint64_t bits_at(const mesh::Share& share, std::size_t i) {
  if (share.type == tree::DataType::R4) {
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
      : check_(check), coordinates_(coordinates), exchange_(check.session, memory_for_messages) {}

  void run() {
    const auto doubled = doubled_hashes();
    std::vector<Suspect> suspects;
    if (!doubled.empty()) {
      for (std::size_t i = 0; i < count(); ++i) {
        const auto suspect = suspect_at(i);
        if (std::binary_search(doubled.begin(), doubled.end(), suspect.hash)) suspects.push_back(suspect);
      }
    }
    std::vector<Suspect> mine;
    mesh::post<Suspect>(
        check_.session, exchange_, suspects, [&](const Suspect& suspect) { return owner_of(suspect.hash); },
        [&](const Suspect& suspect) { mine.push_back(suspect); });
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

  /// The hashes that several points have, of those that this rank has points with; ascending.
  std::vector<std::uint64_t> doubled_hashes() {
    std::vector<std::uint64_t> hashes(count());
    for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] = suspect_at(i).hash;
    auto doubled = kernel::repeated_among(hashes);
    if (check_.session.size() == 1) return doubled;
    if (!doubled.empty()) {
      // Otherwise very many points in one place would all go to one rank.
      std::sort(hashes.begin(), hashes.end());
      hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    }
    for (const auto hash : shared_with_others(hashes)) doubled.push_back(hash);
    std::sort(doubled.begin(), doubled.end());
    return doubled;
  }

  /// Those of `hashes` that other ranks have, too.
  std::vector<std::uint64_t> shared_with_others(const std::vector<std::uint64_t>& hashes) {
    std::vector<std::uint64_t> owned;
    mesh::post<std::uint64_t>(
        check_.session, exchange_, hashes, [&](std::uint64_t hash) { return owner_of(hash); },
        [&](std::uint64_t hash) { owned.push_back(hash); });
    // Few, as a rule: everybody gets to know them.
    const auto mine = kernel::repeated_among(owned);
    std::vector<std::uint64_t> shared;
    for (const auto& bytes : par::gather_all(check_.session.comm(), std::as_bytes(std::span(mine)))) {
      const auto begin = shared.size();
      shared.resize(begin + bytes.size() / sizeof(std::uint64_t));
      if (!bytes.empty()) std::memcpy(shared.data() + begin, bytes.data(), bytes.size());
    }
    return shared;
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
  move::Exchange exchange_;
};

}  // namespace

void check_points(const ZoneCheck& check, const mesh::Coordinates& coordinates) {
  PointCheck(check, coordinates).run();
}

}  // namespace pcgns::verify
