#include "pcgns/mesh/share.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/mesh/detail/memory_sink.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::mesh {

namespace {

class HashingSink : public io::Sink {
 public:
  /// The array of `bytes` bytes is at the start of the output. `to` must outlive the sink.
  HashingSink(io::Sink& to, cgns::DataType type, std::int64_t bytes) : to_(to), type_(type), bytes_(bytes) {}

  /// Throws Error{internal} unless `bytes` begin and end at digest blocks or at the ends of the array.
  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto size = cgns::stored_block(type_);
    const auto end = offset + std::ssize(bytes);
    if (offset % size != 0 || (end % size != 0 && end != bytes_))
      throw Error(ErrorKind::internal, "a block of an array comes in pieces");
    cgns::add_blocks(type_, offset / size, bytes, sum_, room_);
    to_.write(offset, bytes);
  }
  std::span<std::byte> memory_of(Range bytes) override { return to_.memory_of(bytes); }
  void sync() override { to_.sync(); }
  void close() override { to_.close(); }

  /// Sum of the bytes written.
  [[nodiscard]] const Fingerprint& sum() const { return sum_; }

 private:
  io::Sink& to_;
  cgns::DataType type_;
  std::int64_t bytes_;
  Fingerprint sum_;
  std::vector<std::byte> room_;
};

using cgns::DataType;

constexpr std::int64_t usual_domain = 16 * mebi;
/// Minimum granules per rank for an array to be hashed.
constexpr std::int64_t least_grains = 8;

template <typename From, typename To>
std::vector<To> converted(std::span<const std::byte> bytes) {
  std::vector<To> values(bytes.size() / sizeof(From));
  for (std::size_t i = 0; i < values.size(); ++i) {
    From value;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    values[i] = static_cast<To>(value);
  }
  return values;
}

std::vector<std::int64_t> as_integers(DataType type, std::span<const std::byte> bytes) {
  switch (type) {
    case DataType::B1:
      return converted<std::uint8_t, std::int64_t>(bytes);
    case DataType::I4:
      return converted<std::int32_t, std::int64_t>(bytes);
    case DataType::U4:
      return converted<std::uint32_t, std::int64_t>(bytes);
    case DataType::I8:
    case DataType::U8:
      return converted<std::int64_t, std::int64_t>(bytes);
    default:
      throw Error(ErrorKind::internal, "an array of integers was expected");
  }
}

std::vector<double> as_reals(DataType type, std::span<const std::byte> bytes) {
  if (type == DataType::R4) return converted<float, double>(bytes);
  if (type == DataType::R8) return converted<double, double>(bytes);
  throw Error(ErrorKind::internal, "an array of reals was expected");
}

}  // namespace

plan::Machine machine_of_shares(int ranks, std::int64_t bytes, std::int64_t unit_bytes, Budget memory) {
  const auto unit = 64 * unit_bytes;
  const auto most = std::max(unit, round_down(memory.buffer(4, usual_domain), unit));
  const auto share = round_up(divide_up(std::max<std::int64_t>(bytes, 1), ranks), unit);
  const auto domains = divide_up(share, most);
  return {.ranks = ranks,
          .memory = memory,
          .alignment = 64,
          .buffer = round_up(divide_up(share, domains), unit),
          .blocked = true};
}

Share read_share(par::Session& session, const Dataset& dataset, int target, std::int64_t unit,
                 std::vector<std::byte> used) {
  const std::array<int, 1> targets = {target};
  const auto plan = plan::subplan(dataset.plan, targets);
  const auto& array = plan.targets.front();
  const std::int64_t size = cgns::size_of(array.type);
  // File domains are multiples of 64 units, and of digest blocks if the array is hashed, as long as that
  // leaves no rank without a share.
  const auto with_blocks = std::lcm(unit * size, cgns::stored_block(array.type) / 64);
  const bool is_hashed = dataset.sums != nullptr && !dataset.sums->contains(target) &&
                         array.bytes() / session.size() >= least_grains * 64 * with_blocks;
  const auto machine =
      machine_of_shares(session.size(), array.bytes(), is_hashed ? with_blocks : unit * size, dataset.memory);
  const io::FileBlocks domains(array.bytes(), machine);

  Share share{
      .type = array.type, .count = cgns::count_of(array.dims), .per_rank = 1, .values = {}, .bytes = {}};
  share.per_rank = std::max<std::int64_t>(1, domains.rounds() * domains.size() / size);
  const auto cut = [&](std::int64_t value) { return std::min(value, share.count); };
  share.values = {cut(session.rank() * share.per_rank), cut((session.rank() + 1) * share.per_rank)};

  const std::array<std::int64_t, 1> offsets = {0};
  // Spare room, because fetch_range shifts the values a little.
  MemorySink sink({share.values.begin * size, share.values.end * size},
                  std::min(share.per_rank, share.count) * size, std::move(used));
  const io::Task task{.plan = plan,
                      .inputs = dataset.inputs,
                      .offsets = offsets,
                      .end = array.bytes(),
                      .machine = machine,
                      .known = dataset.known};
  HashingSink hashing(sink, array.type, array.bytes());
  const auto moved = io::execute(session, task, is_hashed ? static_cast<io::Sink&>(hashing) : sink);
  if (dataset.shared != nullptr) dataset.shared->try_emplace(target, io::summary_of(moved.shared, plan));
  if (is_hashed) dataset.sums->emplace(target, hashing.sum());
  share.bytes = sink.take();
  return share;
}

std::vector<std::int64_t> integers_of(const Share& share) { return as_integers(share.type, share.bytes); }
std::vector<double> reals_of(const Share& share) { return as_reals(share.type, share.bytes); }

std::vector<std::int64_t> fetch_integers(par::Session& session, const Share& share,
                                         std::span<const std::int64_t> wanted, std::int64_t width) {
  return as_integers(share.type, fetch(session, share, wanted, width));
}

std::vector<double> fetch_reals(par::Session& session, const Share& share,
                                std::span<const std::int64_t> wanted, std::int64_t width) {
  return as_reals(share.type, fetch(session, share, wanted, width));
}

Share spread(par::Session& session, std::int64_t count, const std::vector<std::int64_t>& indices,
             const std::vector<std::int64_t>& values) {
  Share share{.type = cgns::DataType::I8, .count = count, .per_rank = 1, .values = {}, .bytes = {}};
  share.per_rank = std::max<std::int64_t>(1, divide_up(count, session.size()));
  const auto cut = [&](std::int64_t value) { return std::min(value, count); };
  share.values = {cut(session.rank() * share.per_rank), cut((session.rank() + 1) * share.per_rank)};
  std::vector<std::int64_t> mine(static_cast<std::size_t>(share.values.size()), -1);
  struct Value {
    std::int64_t index = 0;
    std::int64_t value = 0;
  };
  const auto value_at = [&](std::size_t i) { return Value{indices[i], values[i]}; };
  par::Exchange exchange(session);
  par::scatter_to_owners(
      exchange, indices.size(), value_at, [&](const Value& made) { return share.owner_of(made.index); },
      [&](const Value& made) {
        mine[static_cast<std::size_t>(made.index - share.values.begin)] = made.value;
      });
  share.bytes.resize(mine.size() * sizeof(std::int64_t));
  if (!mine.empty()) std::memcpy(share.bytes.data(), mine.data(), share.bytes.size());
  return share;
}

}  // namespace pcgns::mesh
