#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/move/box_source.hpp"
#include "pcgns/move/repack.hpp"
#include "pcgns/move/repack_units.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

/// The output as an input, array by array as the plan has targets.
tree::InputSet written_set(const RepackTask& task, const Written& written) {
  tree::InputSet set;
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
    if (target.is_chunked()) array.chunks = std::make_shared<tree::ChunkTable>(written.packed.tables[i]);
  }
  return set;
}

/// Those of the rank before this one, so that nobody reads what it has in its own caches only.
std::vector<UnitHash> hashes_of_neighbour(par::Session& session, const std::vector<UnitHash>& mine) {
  ByteWriter writer;
  for (const auto& hash : mine) {
    writer.put(hash.unit);
    writer.put(hash.hash.high);
    writer.put(hash.hash.low);
  }
  const auto all = par::gather_all(session.comm(), writer.take());
  ByteReader reader(all[static_cast<std::size_t>((session.rank() + session.size() - 1) % session.size())]);
  std::vector<UnitHash> hashes(reader.rest() / (3 * sizeof(std::int64_t)));
  for (auto& hash : hashes) {
    reader.get(hash.unit);
    reader.get(hash.hash.high);
    reader.get(hash.hash.low);
  }
  return hashes;
}

struct ToCheck {
  const std::vector<Unit>& units;
  const std::vector<UnitHash>& hashes;
  bool by_target = false;  ///< The units are cut as the targets are, not as the sources.
};

void check_units(const RepackTask& task, const tree::InputSet& set, BoxSource& source, const ToCheck& what) {
  std::vector<std::byte> values;
  for (const auto& [index, hash] : what.hashes) {
    const auto& unit = what.units[static_cast<std::size_t>(index)];
    const auto& target = task.plan.targets[static_cast<std::size_t>(unit.target)];
    const auto grid =
        what.by_target ? grid_of(target) : grid_of(task.inputs.arrays[static_cast<std::size_t>(unit.source)]);
    const auto box = grid.boxes(unit.first, unit.number);
    values.resize(static_cast<std::size_t>(volume(box) * tree::size_of(target.type)));
    source.read(unit.target, box, values);
    Hasher hasher;
    hasher.add(values);
    if (hasher.value() == hash) continue;
    throw Error(ErrorKind::io, at(set.files.front().path, target.path,
                                  "check failed: the file has other values than were written"));
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
        BoxSource source(set, task.machine.memory / 4);
        check_units(
            task, set, source,
            {units_left(units_to_pack(task.plan, unit_bytes(task.machine)), written.packed.taken_over),
             packed, true});
        check_units(task, set, source,
                    {units_to_unpack(task.plan, task.inputs, task.machine.memory / 4), unpacked});
      },
      par::Stops::ignore);
}

}  // namespace pcgns::move
