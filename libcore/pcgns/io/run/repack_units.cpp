#include "pcgns/io/run/repack_units.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/io/run/box_source.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

/// By target: the array that a single transfer copies to it as a whole; -1: none.
std::vector<int> sources_of(const plan::Plan& plan) {
  std::vector<int> sources(plan.targets.size(), -1);
  for (const auto& transfer : plan.transfers) {
    const auto target = static_cast<std::size_t>(transfer.target);
    if (transfer.count == cgns::count_of(plan.targets[target].dims)) sources[target] = transfer.source;
  }
  return sources;
}

void add_units(const Grid& grid, Unit unit, std::int64_t most, std::vector<Unit>& units) {
  for (std::int64_t row = 0; row < grid.count(); row += grid.row()) {
    for (std::int64_t at = 0; at < grid.row(); at += most) {
      unit.first = row + at;
      unit.number = std::min(most, grid.row() - at);
      units.push_back(unit);
    }
  }
}

std::int64_t chunks_in(std::int64_t bytes, const Grid& grid, cgns::DataType type) {
  return std::max<std::int64_t>(1, bytes / cgns::bytes_of(type, grid.whole_box()));
}

}  // namespace

std::int64_t unit_bytes(const plan::Machine& machine) { return machine.memory.buffer(8, 8 * mebi); }

Grid grid_of(const plan::Target& target) { return {c_order(target.dims), c_order(target.chunk)}; }
Grid grid_of(const cgns::Array& array) { return {c_order(array.dims), c_order(array.chunk)}; }

std::vector<Unit> units_to_pack(const plan::Plan& plan, std::int64_t bytes) {
  const auto sources = sources_of(plan);
  std::vector<Unit> units;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    const auto& target = plan.targets[i];
    if (!target.is_chunked()) continue;
    const auto grid = grid_of(target);
    add_units(grid, {.target = static_cast<int>(i), .source = sources[i]},
              chunks_in(bytes, grid, target.type), units);
  }
  return units;
}

std::vector<Unit> units_left(std::vector<Unit> units, const std::vector<std::int64_t>& there) {
  if (there.empty()) return units;
  for (auto& unit : units) {
    const auto done =
        std::clamp<std::int64_t>(there[static_cast<std::size_t>(unit.target)] - unit.first, 0, unit.number);
    unit.first += done;
    unit.number -= done;
  }
  std::erase_if(units, [](const Unit& unit) { return unit.number == 0; });
  return units;
}

std::vector<Unit> units_to_unpack(const plan::Plan& plan, const cgns::InputSet& inputs, std::int64_t bytes) {
  const auto sources = sources_of(plan);
  const auto wanted = unpacked(plan, inputs);
  std::vector<Unit> units;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    if (!wanted[i]) continue;
    const auto& array = inputs.arrays[static_cast<std::size_t>(sources[i])];
    const auto grid = grid_of(array);
    add_units(grid, {.target = static_cast<int>(i), .source = sources[i]}, chunks_in(bytes, grid, array.type),
              units);
  }
  return units;
}

std::vector<bool> unpacked(const plan::Plan& plan, const cgns::InputSet& inputs) {
  const auto sources = sources_of(plan);
  std::vector<bool> result;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    result.push_back(!plan.targets[i].is_chunked() && sources[i] >= 0 &&
                     inputs.arrays[static_cast<std::size_t>(sources[i])].chunks != nullptr);
  }
  return result;
}

namespace {

/// The output viewed as an input, with one array per target.
cgns::InputSet written_set(const RepackTask& task, const Written& written) {
  cgns::InputSet set;
  set.files.push_back({.path = written.path});
  for (std::size_t i = 0; i < task.plan.targets.size(); ++i) {
    const auto& target = task.plan.targets[i];
    auto& array = set.arrays.emplace_back();
    array.path = target.path;
    array.type = target.type;
    array.dims = target.dims;
    array.chunk = target.chunk;
    array.filters = target.filters;
    array.offset = written.offsets[i];
    if (target.is_chunked()) array.chunks = std::make_shared<cgns::ChunkTable>(written.packed.tables[i]);
  }
  return set;
}

/// Hashes of the preceding rank, so that no rank only verifies its own page cache.
std::vector<UnitHash> hashes_of_neighbour(par::Session& session, const std::vector<UnitHash>& mine) {
  const auto all = par::gather_all(session.comm(), mine);
  return all[static_cast<std::size_t>((session.rank() + session.size() - 1) % session.size())];
}

struct ToCheck {
  const std::vector<Unit>& units;
  const std::vector<UnitHash>& hashes;
  bool by_target = false;  ///< Units follow the chunks of the targets, not those of the sources.
};

void check_units(const RepackTask& task, const cgns::InputSet& set, BoxSource& source, const ToCheck& what) {
  std::vector<std::byte> values;
  for (const auto& [index, hash] : what.hashes) {
    const auto& unit = what.units[static_cast<std::size_t>(index)];
    const auto& target = task.plan.targets[static_cast<std::size_t>(unit.target)];
    const auto grid =
        what.by_target ? grid_of(target) : grid_of(task.inputs.arrays[static_cast<std::size_t>(unit.source)]);
    const auto box = grid.boxes(unit.first, unit.number);
    values.resize(static_cast<std::size_t>(volume(box) * cgns::size_of(target.type)));
    source.read(unit.target, box, values);
    Hasher hasher;
    hasher.add(values);
    if (hasher.value() == hash) continue;
    throw Error(ErrorKind::io, at(set.files.front().path, target.path,
                                  "check failed: the values in the file differ from those written"));
  }
}

}  // namespace

void check_repacked(par::Session& session, const RepackTask& task, const Written& written) {
  session.enter("checking the output");
  const auto packed = hashes_of_neighbour(session, written.packed.hashes);
  const auto unpacked = hashes_of_neighbour(session, written.unpacked);
  par::collectively(
      session.comm(), "checking the output",
      [&] {
        const h5::Quiet quiet;
        const auto set = written_set(task, written);
        BoxSource source(set, task.machine.memory.share(4), task.plan.format.big_endian);
        check_units(
            task, set, source,
            {units_left(units_to_pack(task.plan, unit_bytes(task.machine)), written.packed.taken_over),
             packed, true});
        check_units(
            task, set, source,
            {units_to_unpack(task.plan, task.inputs, task.machine.memory.share(4).bytes()), unpacked});
      },
      par::Stops::ignore);
}

namespace {

constexpr std::size_t sample_size = 32;  // chunks

struct Sizes {
  std::int64_t values = 0;
  std::int64_t stored = 0;
};

/// Single chunks of the targets with filters.
std::vector<Unit> sample_of(const plan::Plan& plan) {
  auto units = units_to_pack(plan, 1);
  std::erase_if(units, [&](const Unit& unit) {
    return plan.targets[static_cast<std::size_t>(unit.target)].filters.empty();
  });
  std::vector<Unit> sample;
  const auto count = std::min(units.size(), sample_size);
  for (std::size_t i = 0; i < count; ++i) sample.push_back(units[(2 * i + 1) * units.size() / (2 * count)]);
  return sample;
}

Sizes pack(const plan::Target& target, bool big_endian, const Unit& unit, BoxSource& source) {
  const auto grid = grid_of(target);
  const auto box = grid.boxes(unit.first, unit.number);
  h5::ChunkCodec codec(target.type, grid.whole_box(), target.filters, big_endian);
  std::vector<std::byte> values(static_cast<std::size_t>(volume(box) * cgns::size_of(target.type)));
  source.read(unit.source, box, values);
  std::vector<std::byte> chunk(static_cast<std::size_t>(codec.bytes()));
  copy_common({box, box.count}, values, {box, grid.whole_box()}, chunk, cgns::size_of(target.type));
  return {static_cast<std::int64_t>(values.size()),
          static_cast<std::int64_t>(codec.encode(chunk).bytes.size())};
}

}  // namespace

std::optional<double> sampled_ratio(par::Session& session, const RepackTask& task) {
  const auto sample = sample_of(task.plan);
  if (sample.empty()) return std::nullopt;
  Sizes sum;
  par::collectively(session.comm(), "looking at a sample", [&] {
    const h5::Quiet quiet;
    BoxSource source(task.inputs, task.machine.memory.share(4));
    for (auto i = static_cast<std::size_t>(session.rank()); i < sample.size();
         i += static_cast<std::size_t>(session.size())) {
      const auto& unit = sample[i];
      const auto sizes = pack(task.plan.targets[static_cast<std::size_t>(unit.target)],
                              task.plan.format.big_endian, unit, source);
      sum.values += sizes.values;
      sum.stored += sizes.stored;
    }
  });
  return static_cast<double>(par::all_sum(session.comm(), sum.stored)) /
         static_cast<double>(par::all_sum(session.comm(), sum.values));
}

}  // namespace pcgns::io
