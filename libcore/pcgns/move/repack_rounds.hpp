// repack_rounds.hpp: the rounds that packing and unpacking have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/grid.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/move/box_source.hpp"
#include "pcgns/move/repack.hpp"
#include "pcgns/move/repack_units.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

/// What a rank tells the others in a round.
struct News {
  bool failed = false;
  bool stopping = false;
  bool checkpoint = false;
  std::vector<std::int64_t> sizes = {};   ///< Of the chunks of its unit, as they will be stored.
  std::vector<std::uint32_t> masks = {};  ///< The same.
};

class Rounds {
 public:
  Rounds(par::Session& session, const RepackTask& task, std::vector<Unit> units)
      : session_(session),
        task_(task),
        units_(std::move(units)),
        source_(task.inputs, task.machine.memory / 4) {}

  /// Ends on all ranks with the same Error if one has failed, or a stop was asked for. @note Collective.
  void run();

  [[nodiscard]] std::vector<UnitHash> take_hashes() { return std::move(hashes_); }

 protected:
  ~Rounds() = default;

  [[nodiscard]] const Unit& unit(std::int64_t index) const { return units_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(units_.size()); }
  [[nodiscard]] const RepackTask& task() const { return task_; }
  [[nodiscard]] const plan::Target& target(std::int64_t index) const {
    return task_.plan.targets[static_cast<std::size_t>(unit(index).target)];
  }
  [[nodiscard]] const tree::Array& array(std::int64_t index) const {
    return task_.inputs.arrays[static_cast<std::size_t>(unit(index).source)];
  }
  BoxSource& source() { return source_; }

  /// Reads the values of a unit and keeps their hash.
  std::span<const std::byte> read(std::int64_t index);

  [[nodiscard]] Hyperslab box_of(std::int64_t index) const {
    return grid(index).boxes(unit(index).first, unit(index).number);
  }

 private:
  [[nodiscard]] virtual Grid grid(std::int64_t index) const = 0;
  /// What can be done before others are heard.
  virtual void prepare(std::int64_t mine, News& news) = 0;
  [[nodiscard]] virtual bool wants_checkpoint() const { return false; }
  /// Of the rounds so far. @note Collective.
  virtual void checkpoint() {}
  /// `begin`: the first unit of the round. This rank's may be beyond the last.
  virtual void finish(std::int64_t begin, std::int64_t mine, const std::vector<News>& all) = 0;

  [[nodiscard]] std::int64_t bytes_of(std::int64_t index) const {
    return volume(box_of(index)) * tree::size_of(target(index).type);
  }

  template <typename Step>
  void attempt(const Step& step) {
    auto failure = par::failure_of(step, "moving data");
    if (failure && !failure_) failure_ = std::move(failure);
  }

  h5::Quiet quiet_;
  par::Session& session_;
  const RepackTask& task_;
  std::vector<Unit> units_;
  BoxSource source_;
  std::vector<std::byte> values_;
  std::vector<UnitHash> hashes_;
  std::optional<Error> failure_;
  std::int64_t bytes_ = 0;
};

}  // namespace pcgns::move
