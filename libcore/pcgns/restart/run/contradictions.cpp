// contradictions.cpp: refuses a set whose pieces have the same points at different places.
//
// A file that pcgns-merge refuses must not be half readable: whichever values are asked for, the set is
// refused when it is opened. Of structured zones only the common points are read.
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/plan/shared_boxes.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/restart/run/file_set_state.hpp"

namespace pcgns::restart {

namespace {

constexpr std::int64_t alignment = 64;  // no value crosses a file domain

class NoSink : public io::Sink {
 public:
  void write(std::int64_t, std::span<const std::byte>) override {}
  void sync() override {}
  void close() override {}
};

/// What the ranks find at common points when they read all values of `dataset`. @note Collective.
io::SharedDifferences differences_in(par::Session& session, const mesh::Dataset& dataset) {
  const auto& plan = dataset.plan;
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (const auto& target : plan.targets) {
    offsets.push_back(end);
    end = round_up(end + target.bytes(), alignment);
  }
  NoSink sink;
  const plan::Machine machine{.ranks = session.size(), .memory = dataset.memory, .alignment = alignment};
  return io::execute(session,
                     {.plan = plan,
                      .inputs = dataset.inputs,
                      .offsets = offsets,
                      .end = end,
                      .machine = io::suited(machine, plan)},
                     sink)
      .shared;
}

/// `found` in boxes of common points, as if the whole arrays had been moved.
io::SharedDifferences in_whole(const io::SharedDifferences& found, const plan::SharedBoxes& boxes) {
  io::SharedDifferences differences;
  differences.compared = found.compared;
  for (auto [i, array] : found.arrays) {
    const auto box = static_cast<std::size_t>(i);
    for (auto* values : {&array.largest, &array.in_zone}) {
      if (values->position >= 0) values->position = boxes.position_in_whole(box, values->position);
    }
    differences.arrays[boxes.places[box].target].add(array);
  }
  return differences;
}

/// Coordinates of numbered points that several pieces may have.
std::vector<int> numbered_coordinates(const plan::Plan& plan) {
  std::vector<int> targets;
  for (const auto& indexed : plan.indexed) {
    const bool is_new = targets.empty() || targets.back() != indexed.target;
    const bool is_coordinate = plan.targets[static_cast<std::size_t>(indexed.target)].is_coordinate;
    if (indexed.may_share && is_coordinate && is_new) targets.push_back(indexed.target);
  }
  return targets;
}

}  // namespace

void FileSet::State::require_agreement() {
  const auto& whole = mesh.plan;
  const auto found_in = [&](const plan::Plan& plan) {
    return differences_in(session, {.plan = plan, .inputs = files.inputs, .memory = memory.share(2)});
  };
  if (whole.shared_limits.is_judged) return;
  auto boxes = plan::shared_boxes_of(whole);
  if (!boxes.places.empty()) {
    boxes.plan.shared_limits = {.is_judged = true};
    io::Agreement agreement(session, whole, files.inputs, memory.share(2));
    agreement.require(in_whole(found_in(boxes.plan), boxes));
  }
  const auto targets = numbered_coordinates(whole);
  if (!targets.empty()) static_cast<void>(found_in(plan::subplan(whole, targets)));
}

}  // namespace pcgns::restart
