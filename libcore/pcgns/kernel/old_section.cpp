#include "pcgns/kernel/old_section.hpp"

#include <algorithm>

namespace pcgns::kernel {

namespace {

constexpr std::size_t most_ends = 8192;
constexpr std::int64_t word = sizeof(std::int64_t);

}  // namespace

void OldSection::add(std::span<const std::int64_t> values) {
  while (!values.empty() && sound_) {
    if (missing_ == 0) {
      begin_element(values.front());
      if (has_types_ && sound_) connectivity_.add(std::as_bytes(values.first(1)));
      values = values.subspan(1);
    }
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(missing_, std::ssize(values)));
    connectivity_.add(std::as_bytes(values.first(count)));
    values = values.subspan(count);
    missing_ -= static_cast<std::int64_t>(count);
    if (missing_ == 0) end_element();
  }
}

NewSection OldSection::finish() {
  if (!sound_ || missing_ != 0) return {};
  flush_offsets();
  NewSection section{.sound = true, .connectivity = {}, .offsets = {}};
  section.connectivity.values = connectivity_.bytes() / word;
  section.connectivity.digest = connectivity_.finish();
  section.offsets.values = offsets_.bytes() / word;
  section.offsets.digest = offsets_.finish();
  return section;
}

void OldSection::begin_element(std::int64_t head) {
  std::int64_t nodes = head;
  if (has_types_) {
    const bool is_known = head >= 0 && head < std::ssize(nodes_of_type_);
    nodes = is_known ? nodes_of_type_[static_cast<std::size_t>(head)] : 0;
  }
  // No element has 2^62 nodes, and sums of invalid counts must not overflow.
  sound_ = nodes > 0 && nodes < (std::int64_t{1} << 62) - end_;
  if (!sound_) return;
  missing_ = nodes;
  end_ += nodes + (has_types_ ? 1 : 0);
}

void OldSection::end_element() {
  ends_.push_back(end_);
  if (ends_.size() == most_ends) flush_offsets();
}

void OldSection::flush_offsets() {
  offsets_.add(std::as_bytes(std::span(ends_)));
  ends_.clear();
}

}  // namespace pcgns::kernel
