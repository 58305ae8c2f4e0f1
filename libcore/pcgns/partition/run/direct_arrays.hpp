// direct_arrays.hpp: copies arrays of unstructured zones from the inputs into the files of the parts.
//
// The distribution of each array is kept until the output files are laid out; only then are the values read.
// Connectivity that was renumbered for the parts stays in memory until then, or in a scratch file if there is
// no room. The plan does not depend on which of the two, because that differs with the number of ranks.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/run/distribute_elements.hpp"

namespace pcgns::partition {

class DirectArrays {
 public:
  /// `room`: bytes of all ranks that may stay in memory until the values are written.
  explicit DirectArrays(std::int64_t room) : room_(room) {}

  /// Keeps the distributions of a zone; the returned reference stays valid.
  MeshDistribution& add_zone(MeshDistribution distributed) {
    return zones_.emplace_back(std::move(distributed));
  }
  /// True if `distribution` belongs to a zone added here, and its parts keep the order of the zone.
  [[nodiscard]] bool can_have(const Distribution& distribution) const;

  /// Values of this rank's entities that no input has.
  struct Made {
    std::vector<std::byte> values = {};
    io::ScratchFile* scratch = nullptr;  ///< Has them, if memory had no room; it must outlive the arrays.
    std::int64_t offset = 0;             ///< There.
  };

  struct Array {
    std::string path;  ///< Node path, for messages.
    const Distribution* distribution = nullptr;
    cgns::DataType type = cgns::DataType::MT;
    int target = -1;          ///< Index into the targets of the whole mesh; -1: the global numbers of the
                              ///< entities, or `made`.
    std::int64_t width = 1;   ///< Values per entity.
    std::int64_t column = 0;  ///< Column of an array that stores one column after the other (ParentElements).
    std::int64_t first = 1;   ///< Number of the first entity.
    std::optional<Made> made = {};
  };
  /// @pre `can_have`.
  [[nodiscard]] DistributedValues add(Array array);

  /// Takes `bytes` of the room; false if less is left.
  [[nodiscard]] bool takes_room(std::int64_t bytes) {
    if (bytes > room_) return false;
    room_ -= bytes;
    return true;
  }
  /// The values of an array that was added without them.
  void set_made(int index, Made made) { arrays_[static_cast<std::size_t>(index)].made = std::move(made); }

  /// Ends the adding of arrays.
  void settle();

  [[nodiscard]] const Array& array(int index) const { return arrays_[static_cast<std::size_t>(index)]; }

 private:
  std::deque<MeshDistribution> zones_;
  std::vector<Array> arrays_;
  std::int64_t room_;
};

/// The values of this rank's entities; reuses the memory of `used`. @note Collective.
[[nodiscard]] std::vector<std::byte> values_of(par::Session& session, const mesh::Dataset& whole,
                                               const DirectArrays::Array& array,
                                               std::vector<std::byte> used = {});

using ArrayPointers = std::span<const DirectArrays::Array* const>;
/// How many of `arrays`, from the first, are moved together: small ones, as many as the buffers hold, or a
/// large one.
[[nodiscard]] std::size_t count_together(const par::Session& session, const mesh::Dataset& whole,
                                         ArrayPointers arrays);
/// The values of this rank's entities in each of `arrays`, which are `count_together`. An array costs as many
/// messages as all of them. @note Collective.
[[nodiscard]] std::vector<std::vector<std::byte>> values_together(par::Session& session,
                                                                  const mesh::Dataset& whole,
                                                                  ArrayPointers arrays,
                                                                  std::vector<std::byte> used = {});

}  // namespace pcgns::partition
