// run_writer.hpp: what the parts have of an array, written to a scratch file, one part after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/deal/dealing.hpp"
#include "pcgns/deal/ordered_values.hpp"
#include "pcgns/deal/run_sorter.hpp"
#include "pcgns/move/scratch_file.hpp"
#include "pcgns/partition/dealt_zone.hpp"

namespace pcgns::deal {

/// Every rank writes what the parts have of its entities, in their order; a failure waits for `finish`.
class RunWriter {
 public:
  struct Sizes {
    std::vector<std::int64_t> totals;  ///< Values, by part.
    std::vector<std::int64_t> before;  ///< Those of lower ranks.
    std::int32_t ghosts = 0;           ///< Dealing::ghosts.
    /// Where the parts have another order: of this rank's slots, the first value among those of the part.
    std::vector<std::int64_t> starts = {};
    bool is_ordered = false;
  };
  /// `path`: of the node, for messages. The same on every rank but for Sizes::before and starts.
  RunWriter(move::ScratchFile& scratch, const std::string& path, tree::DataType type, const Sizes& sizes);

  /// The next values: `width` for each of `parts`.
  void put(std::span<const std::int32_t> parts, std::int64_t width, std::span<const std::byte> values);
  /// The next values: lengths[i] for parts[i].
  void put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
           std::span<const std::byte> values);
  /// The same with integers, for arrays of I4 or I8.
  void put(std::span<const std::int32_t> parts, std::int64_t width, std::span<const std::int64_t> values);
  void put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
           std::span<const std::int64_t> values);

  /// Where it all is. Throws the same Error on every rank. @note Collective.
  [[nodiscard]] partition::DealtValues finish(par::Session& session);

 private:
  void write(std::size_t part, std::span<const std::byte> values);
  template <typename Bytes>
  void put_ordered(std::span<const std::int32_t> parts, const Bytes& bytes_of,
                   std::span<const std::byte> values);
  [[nodiscard]] std::span<const std::byte> narrowed(std::span<const std::int64_t> values);

  move::ScratchFile& scratch_;
  tree::DataType type_;
  std::int64_t size_;
  std::int64_t offset_;
  partition::DealtValues dealt_;
  std::vector<std::int64_t> next_;  ///< Of each part, in values of the array.
  RunSorter sorter_;
  std::vector<std::byte> narrow_;
  std::optional<OrderedValues> placed_;  ///< Where parts have another order.
  std::vector<std::int64_t> starts_;
  std::size_t slot_ = 0;  ///< The next one in `starts_`.
  std::optional<Error> failure_;
};

/// `width` values for each entity.
[[nodiscard]] RunWriter::Sizes sizes_of(const Dealing& dealing, std::int64_t width);
/// Lengths for each slot of this rank. @note Collective.
[[nodiscard]] RunWriter::Sizes sizes_of(par::Session& session, const Dealing& dealing,
                                        std::span<const std::int64_t> lengths);

}  // namespace pcgns::deal
