// run_writer.hpp: writes the values of all parts to a scratch file, part after part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/partition/distributed_zone.hpp"
#include "pcgns/partition/run/distribution.hpp"
#include "pcgns/partition/run/run_sorter.hpp"

namespace pcgns::partition {

/// Buffers this rank's values of an array until all ranks merge them, each for one block of the file.
class OrderedValues {
 public:
  /// `size`: bytes per value.
  explicit OrderedValues(std::int64_t size) : size_(size) {}

  /// Adds values at index `begin` of the array.
  void add(std::int64_t begin, std::span<const std::byte> values);

  struct Piece {
    std::int64_t begin = 0;
    std::int64_t count = 0;
  };
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  /// Of all pieces, one after the other.
  [[nodiscard]] const std::vector<std::byte>& values() const { return values_; }

 private:
  std::int64_t size_;
  std::vector<Piece> pieces_;
  std::vector<std::byte> values_;
};

struct OrderedArray {
  const OrderedValues* values = nullptr;  ///< Those of this rank.
  std::int64_t offset = 0;                ///< First byte in the file.
  std::int64_t total = 0;                 ///< Values of all ranks.
};

/// Writes the arrays, with zeros where no rank added a value, in one exchange. Throws the same Error on every
/// rank. @note Collective.
void write_ordered(par::Session& session, io::ScratchFile& scratch, std::span<const OrderedArray> arrays);

/// For each of this rank's slots, the index of its first value within its part (or among its ghosts); slot i
/// has lengths[i] values. @pre Distribution::indices is set. @note Collective.
[[nodiscard]] std::vector<std::int64_t> ordered_starts(par::Session& session,
                                                       const Distribution& distribution,
                                                       std::span<const std::int64_t> lengths);

/// Writes the values of this rank's entities to each part, in order; errors are kept until `finish`.
class RunWriter {
 public:
  struct Sizes {
    std::vector<std::int64_t> totals;  ///< Number of values, by part.
    std::vector<std::int64_t> before;  ///< Number of values on lower ranks, by part.
    std::int32_t ghosts = 0;           ///< Distribution::ghosts.
    /// For parts in another order: by slot of this rank, index of the first value within the part.
    std::vector<std::int64_t> starts = {};
    bool is_ordered = false;
  };
  /// `path`: of the node, for messages. Arguments are the same on every rank, except Sizes::before and
  /// starts.
  RunWriter(io::ScratchFile& scratch, const std::string& path, cgns::DataType type, const Sizes& sizes);

  /// Adds the next values: `width` for each of `parts`.
  void put(std::span<const std::int32_t> parts, std::int64_t width, std::span<const std::byte> values);
  /// Adds the next values: lengths[i] for parts[i].
  void put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
           std::span<const std::byte> values);
  /// The same from integers, for arrays of I4 or I8.
  void put(std::span<const std::int32_t> parts, std::int64_t width, std::span<const std::int64_t> values);
  void put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
           std::span<const std::int64_t> values);

  /// The location of the values. Throws the same Error on every rank. @note Collective.
  [[nodiscard]] DistributedValues finish(par::Session& session);
  /// Those of several arrays, in the messages of one. `writers` have the same scratch file.
  [[nodiscard]] static std::vector<DistributedValues> finish(par::Session& session,
                                                             std::span<RunWriter> writers);

 private:
  void write(std::size_t part, std::span<const std::byte> values);
  template <typename Bytes>
  void put_ordered(std::span<const std::int32_t> parts, const Bytes& bytes_of,
                   std::span<const std::byte> values);
  [[nodiscard]] std::span<const std::byte> narrowed(std::span<const std::int64_t> values);

  io::ScratchFile& scratch_;
  cgns::DataType type_;
  std::int64_t size_;
  std::int64_t offset_;
  DistributedValues distributed_;
  std::vector<std::int64_t> next_;  ///< By part: index of the next value in the array.
  RunSorter sorter_;
  std::vector<std::byte> narrow_;
  std::optional<OrderedValues> placed_;  ///< For parts in another order.
  std::vector<std::int64_t> starts_;
  std::size_t slot_ = 0;  ///< Index of the next slot in `starts_`.
  std::optional<Error> failure_;
};

/// `width` values per entity.
[[nodiscard]] RunWriter::Sizes sizes_of(const Distribution& distribution, std::int64_t width);
/// lengths[i] values for slot i of this rank. @note Collective.
[[nodiscard]] RunWriter::Sizes sizes_of(par::Session& session, const Distribution& distribution,
                                        std::span<const std::int64_t> lengths);

}  // namespace pcgns::partition
