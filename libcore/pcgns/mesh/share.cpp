#include "pcgns/mesh/share.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/hashing_sink.hpp"
#include "pcgns/mesh/memory_sink.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::mesh {

namespace {

using tree::DataType;

constexpr std::int64_t usual_domain = 16 * mebi;
/// A share has at least so many of what domains are multiples of, if its array is hashed.
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

plan::Machine machine_of_shares(int ranks, std::int64_t bytes, std::int64_t unit_bytes, std::int64_t memory) {
  const auto unit = 64 * unit_bytes;
  const auto most = std::max(unit, round_down(std::min(usual_domain, memory / 4), unit));
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
  const std::int64_t size = tree::size_of(array.type);
  // Domains are multiples of 64 units; of blocks of the digest, too, if they are hashed. That must not leave
  // ranks without a share.
  const auto with_blocks = std::lcm(unit * size, plan::stored_block(array.type) / 64);
  const bool is_hashed = dataset.sums != nullptr && !dataset.sums->contains(target) &&
                         array.bytes() / session.size() >= least_grains * 64 * with_blocks;
  const auto machine =
      machine_of_shares(session.size(), array.bytes(), is_hashed ? with_blocks : unit * size, dataset.memory);
  const plan::Domains domains(array.bytes(), machine);

  Share share{
      .type = array.type, .count = tree::count_of(array.dims), .per_rank = 1, .values = {}, .bytes = {}};
  share.per_rank = std::max<std::int64_t>(1, domains.rounds() * domains.size() / size);
  const auto cut = [&](std::int64_t value) { return std::min(value, share.count); };
  share.values = {cut(session.rank() * share.per_rank), cut((session.rank() + 1) * share.per_rank)};

  const std::array<std::int64_t, 1> offsets = {0};
  // fetch_range shifts them a little.
  MemorySink sink({share.values.begin * size, share.values.end * size},
                  std::min(share.per_rank, share.count) * size, std::move(used));
  const move::Task task{
      .plan = plan, .inputs = dataset.inputs, .offsets = offsets, .end = array.bytes(), .machine = machine};
  HashingSink hashing(sink, array.type, array.bytes());
  (void)move::execute(session, task, is_hashed ? static_cast<move::Sink&>(hashing) : sink,
                      {.progress = [](std::int64_t) {},
                       .wants_checkpoint = [] { return false; },
                       .checkpoint = [](Range) {}});
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

}  // namespace pcgns::mesh
