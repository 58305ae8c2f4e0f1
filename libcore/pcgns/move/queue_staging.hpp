// queue_staging.hpp: how what an owner reads comes to the others of its node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/kernel/faster_way.hpp"
#include "pcgns/move/queue_work.hpp"

namespace pcgns::move {

/// An owner reads into the buffer that others copy from; or, if that is clearly faster, into memory of its
/// own, and stores what others want into that buffer past the caches. Lines that another processor has looked
/// at are slow to overwrite where the two have no cache in common; where they have, others are slower to copy
/// from memory, which the owner does not see.
class Staging {
 public:
  explicit Staging(const Work& work);

  /// Where in a page a buffer begins that a domain is read into. Copies by the kernel out of the page cache
  /// took 124 us per MiB to the same place of a page that they came from, 424 and 209 to 8 and 16 bytes
  /// behind that, 106 to 264.
  [[nodiscard]] static std::int64_t place(Range domain) { return domain.begin + 264; }

  /// Reads domain `number`; then its buffer has what others want of it.
  void read(const FileDescriptor& file, std::int64_t number, Range domain);
  /// Where the domain that was read last is as a whole. @pre This rank owns domains.
  [[nodiscard]] const std::byte* values() const { return values_; }

 private:
  struct Target {
    std::byte* buffer = nullptr;  ///< Of a domain.
    Range domain = {};
  };
  [[nodiscard]] bool is_for_others(const Claim& claim) const;
  [[nodiscard]] std::int64_t bytes_for_others(Range domain) const;
  /// Of `spans` of the domain, together so many `bytes`, at least what others want.
  void hand_out(const Target& to, std::span<const Range> spans, std::int64_t bytes) const;
  void copy(const Target& to, const Rows& rows, int value_size) const;

  const Work& work_;
  bool others_want_ = false;
  kernel::FasterWay way_;  ///< The second one is by way of memory of its own.
  std::byte* values_ = nullptr;
};

}  // namespace pcgns::move
