#include "pcgns/deal/run_writer.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

constexpr std::string_view what = "writing the scratch file";

}  // namespace

RunWriter::RunWriter(move::ScratchFile& scratch, const std::string& path, tree::DataType type,
                     const Sizes& sizes)
    : scratch_(scratch), type_(type), size_(tree::size_of(type)), sorter_(sizes.totals.size()) {
  dealt_.begins = {0};
  dealt_.ghosts = static_cast<std::size_t>(sizes.ghosts);
  for (const auto total : sizes.totals) dealt_.begins.push_back(dealt_.begins.back() + total);
  const auto total = dealt_.begins.back();
  offset_ = scratch.add_room(std::max<std::int64_t>(1, total * size_));
  dealt_.source = scratch.add_array(path, offset_, total, type);
  for (std::size_t part = 0; part < sizes.before.size(); ++part)
    next_.push_back(dealt_.begins[part] + sizes.before[part]);
  if (!sizes.is_ordered) return;
  placed_.emplace(size_);
  starts_ = sizes.starts;
}

template <typename Bytes>
void RunWriter::put_ordered(std::span<const std::int32_t> parts, const Bytes& bytes_of,
                            std::span<const std::byte> values) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto bytes = static_cast<std::size_t>(bytes_of(i));
    const auto begin = dealt_.begins[static_cast<std::size_t>(parts[i])] + starts_[slot_++];
    if (bytes > 0) placed_->add(begin, values.subspan(at, bytes));
    at += bytes;
  }
}

void RunWriter::write(std::size_t part, std::span<const std::byte> values) {
  scratch_.write(offset_ + next_[part] * size_, values);
  next_[part] += std::ssize(values) / size_;
}

void RunWriter::put(std::span<const std::int32_t> parts, std::int64_t width,
                    std::span<const std::byte> values) {
  if (failure_) return;
  failure_ = par::failure_of(
      [&] {
        const auto each = width * size_;
        if (placed_)
          return put_ordered(
              parts, [&](std::size_t) { return each; }, values);
        sorter_.sort(parts, each, values, [&](std::size_t part, auto run) { write(part, run); });
      },
      what);
}

void RunWriter::put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
                    std::span<const std::byte> values) {
  if (failure_) return;
  failure_ = par::failure_of(
      [&] {
        const auto bytes_of = [&](std::size_t i) { return lengths[i] * size_; };
        if (placed_) return put_ordered(parts, bytes_of, values);
        sorter_.sort(parts, bytes_of, values, [&](std::size_t part, auto run) { write(part, run); });
      },
      what);
}

void RunWriter::put(std::span<const std::int32_t> parts, std::int64_t width,
                    std::span<const std::int64_t> values) {
  put(parts, width, narrowed(values));
}

void RunWriter::put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
                    std::span<const std::int64_t> values) {
  put(parts, lengths, narrowed(values));
}

std::span<const std::byte> RunWriter::narrowed(std::span<const std::int64_t> values) {
  if (type_ == tree::DataType::I8) return std::as_bytes(values);
  narrow_.resize(values.size() * sizeof(std::int32_t));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<std::int32_t>(values[i]);
    std::memcpy(narrow_.data() + i * sizeof value, &value, sizeof value);
  }
  return narrow_;
}

partition::DealtValues RunWriter::finish(par::Session& session) {
  par::agree(session.comm(), what, failure_);
  if (placed_) placed_->write(session, scratch_, offset_, dealt_.begins.back());
  return std::move(dealt_);
}

RunWriter::Sizes sizes_of(const Dealing& dealing, std::int64_t width) {
  RunWriter::Sizes sizes{dealing.totals, dealing.before, dealing.ghosts};
  for (auto& total : sizes.totals) total *= width;
  for (auto& before : sizes.before) before *= width;
  sizes.is_ordered = dealing.is_ordered;
  for (std::int64_t slot = 0; dealing.is_ordered && slot < std::ssize(dealing.parts); ++slot)
    sizes.starts.push_back(dealing.index_in_run(slot) * width);
  return sizes;
}

RunWriter::Sizes sizes_of(par::Session& session, const Dealing& dealing,
                          std::span<const std::int64_t> lengths) {
  RunWriter::Sizes sizes{.totals = {}, .before = {}, .ghosts = dealing.ghosts};
  sizes.totals.assign(dealing.totals.size(), 0);
  for (std::size_t slot = 0; slot < lengths.size(); ++slot)
    sizes.totals[static_cast<std::size_t>(dealing.parts[slot])] += lengths[slot];
  sizes.before = sums_before(session, sizes.totals);
  sizes.is_ordered = dealing.is_ordered;
  if (dealing.is_ordered) sizes.starts = ordered_starts(session, dealing, lengths);
  return sizes;
}

}  // namespace pcgns::deal
