// digest_sink.hpp: hashes what a move would write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/move/sink.hpp"
#include "pcgns/plan/digest_work.hpp"

namespace pcgns::verify {

class DigestSink : public move::Sink {
 public:
  /// Of `targets` where `layout` has them. Both live as long.
  DigestSink(const std::vector<plan::Target>& targets, const plan::DigestLayout& layout)
      : targets_(targets), layout_(layout), sums_(targets.size()) {}

  /// Throws Error{internal} if `bytes` begin or end within a block of an array.
  void write(std::int64_t offset, std::span<const std::byte> bytes) override;
  void sync() override {}
  void close() override {}

  /// By target: the sum of what was written of it.
  [[nodiscard]] const std::vector<Fingerprint>& sums() const { return sums_; }

 private:
  void add(std::size_t target, std::int64_t begin, std::span<const std::byte> stored);

  const std::vector<plan::Target>& targets_;
  const plan::DigestLayout& layout_;
  std::vector<Fingerprint> sums_;
  std::vector<std::byte> room_;
};

}  // namespace pcgns::verify
