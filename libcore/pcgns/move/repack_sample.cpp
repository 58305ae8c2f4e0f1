#include "pcgns/move/repack_sample.hpp"

#include <algorithm>

#include "pcgns/h5/error.hpp"
#include "pcgns/move/box_source.hpp"
#include "pcgns/move/repack_units.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr std::size_t sample_size = 32;  // chunks

struct Sizes {
  std::int64_t values = 0;
  std::int64_t stored = 0;
};

/// One chunk at a time; of those with filters.
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
  std::vector<std::byte> values(static_cast<std::size_t>(volume(box) * tree::size_of(target.type)));
  source.read(unit.source, box, values);
  std::vector<std::byte> chunk(static_cast<std::size_t>(codec.bytes()));
  copy_common({box, box.count}, values, {box, grid.whole_box()}, chunk, tree::size_of(target.type));
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
    BoxSource source(task.inputs, task.machine.memory / 4);
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

}  // namespace pcgns::move
