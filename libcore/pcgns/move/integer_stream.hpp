// integer_stream.hpp: the integers of an array one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/tree/input_set.hpp"

namespace pcgns::move {

class Source;

class IntegerStream {
 public:
  /// Of array `array`, from value `begin` on. @pre It is I4 or I8.
  IntegerStream(Source& source, const tree::InputSet& inputs, int array, std::int64_t begin);

  [[nodiscard]] std::int64_t left() const { return end_ - at_; }
  /// The next value; the next ones, appended to `to`; past them. Throw Error{input} beyond the end.
  std::int64_t next() {
    if (at_ >= buffer_end_) fill();
    return buffer_[static_cast<std::size_t>(at_++ - buffer_begin_)];
  }
  void take(std::int64_t count, std::vector<std::int64_t>& to);
  void skip(std::int64_t count);

 private:
  void fill();

  Source& source_;
  const tree::InputSet& inputs_;
  int array_;
  std::int64_t at_;
  std::int64_t end_;
  std::int64_t buffer_begin_ = 0;
  std::int64_t buffer_end_ = 0;
  std::vector<std::int64_t> buffer_;
  std::vector<std::byte> bytes_;
};

/// The nodes of an element whose first value in an old connectivity, or in a mixed one, is `head`: 0 or less
/// if there is no such element.
[[nodiscard]] std::int64_t nodes_after(std::int64_t head, bool mixed);

}  // namespace pcgns::move
