#include "pcgns/move/integer_stream.hpp"

#include <algorithm>
#include <cstring>

#include "pcgns/base/error.hpp"
#include "pcgns/kernel/digest.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/plan/digest.hpp"

namespace pcgns::move {

namespace {

constexpr std::int64_t most_values = 32768;

}  // namespace

IntegerStream::IntegerStream(Source& source, const tree::InputSet& inputs, int array, std::int64_t begin)
    : source_(source),
      inputs_(inputs),
      array_(array),
      at_(begin),
      end_(tree::count_of(inputs.arrays[static_cast<std::size_t>(array)].dims)) {}

void IntegerStream::take(std::int64_t count, std::vector<std::int64_t>& to) {
  while (count > 0) {
    if (at_ >= buffer_end_) fill();
    const auto some = std::min(count, buffer_end_ - at_);
    const auto from = buffer_.begin() + (at_ - buffer_begin_);
    to.insert(to.end(), from, from + some);
    at_ += some;
    count -= some;
  }
}

void IntegerStream::skip(std::int64_t count) { at_ += count; }

void IntegerStream::fill() {
  const auto& array = inputs_.arrays[static_cast<std::size_t>(array_)];
  if (at_ < 0 || at_ >= end_) {
    throw input_error(inputs_.files[static_cast<std::size_t>(array.file)].path, array.path,
                      "ends in the middle of an element");
  }
  buffer_begin_ = at_;
  buffer_end_ = std::min(end_, at_ + most_values);
  const auto count = static_cast<std::size_t>(buffer_end_ - buffer_begin_);
  const std::int64_t width = tree::size_of(array.type);
  buffer_.resize(count);
  bytes_.resize(count * static_cast<std::size_t>(width));
  source_.read(array_, {buffer_begin_ * width, buffer_end_ * width}, bytes_);
  if (width == sizeof(std::int64_t)) {
    std::memcpy(buffer_.data(), bytes_.data(), bytes_.size());
  } else {
    kernel::widen(kernel::Narrow::signed32, bytes_, std::as_writable_bytes(std::span(buffer_)));
  }
}

std::int64_t nodes_after(std::int64_t head, bool mixed) {
  if (!mixed) return head;
  const auto nodes = plan::nodes_of_type();
  return head >= 0 && head < std::ssize(nodes) ? nodes[static_cast<std::size_t>(head)] : 0;
}

}  // namespace pcgns::move
