// direct_arrays.hpp: values of unstructured zones that go from the inputs right into the files of the parts.
//
// Which part gets a value is known before the files are laid out; that is kept, and the values are read once
// these are there. Everybody reads a block of an array and writes what each part has of it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/deal/deal_elements.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/partition/dealt_zone.hpp"

namespace pcgns::deal {

class DirectArrays {
 public:
  /// Dealings of a zone, which stay where they are.
  MeshDealing& add_zone(MeshDealing dealt) { return zones_.emplace_back(std::move(dealt)); }
  /// Whether `dealing` is one of these, and its parts have the order of the zone.
  [[nodiscard]] bool can_have(const Dealing& dealing) const;

  struct Array {
    std::string path;  ///< For messages.
    const Dealing* dealing = nullptr;
    tree::DataType type = tree::DataType::MT;
    int target = -1;          ///< Index into the targets of the whole mesh; -1: the numbers of the entities.
    std::int64_t width = 1;   ///< Values of an entity.
    std::int64_t column = 0;  ///< Of as many values as there are of all entities.
    std::int64_t first = 1;   ///< The number of the first entity.
  };
  /// @pre `can_have`.
  [[nodiscard]] partition::DealtValues add(Array array);

  /// Nothing is added any more.
  void settle();

  /// Files that are laid out.
  struct Files {
    const plan::Plan& plan;  ///< plan::joined.
    std::span<const std::int64_t> offsets;
    move::Sink& sink;
    bool keep_hashes = false;
  };
  /// Writes Plan::direct of `files`; `whole` as when the arrays were added. Gives the hashes of what this
  /// rank has written. Throws the same Error on every rank. @note Collective.
  [[nodiscard]] std::vector<move::RunHash> write(
      par::Session& session, const mesh::Dataset& whole, const Files& files,
      const std::function<void(std::int64_t bytes)>& progress) const;

 private:
  std::deque<MeshDealing> zones_;
  std::vector<Array> arrays_;
};

/// The values of this rank's entities; `used`: memory that may serve again. @note Collective.
[[nodiscard]] std::vector<std::byte> values_of(par::Session& session, const mesh::Dataset& whole,
                                               const DirectArrays::Array& array,
                                               std::vector<std::byte> used = {});

}  // namespace pcgns::deal
