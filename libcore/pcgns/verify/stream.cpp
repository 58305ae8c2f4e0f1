#include "pcgns/verify/stream.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/plan/domains.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::verify {

namespace {

constexpr std::int64_t alignment = 64;  ///< No value is cut by the end of a domain.

/// Where the arrays would lie in a file.
struct Layout {
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
};

Layout layout_of(const plan::Plan& plan) {
  Layout layout;
  for (const auto& target : plan.targets) {
    layout.offsets.push_back(layout.end);
    layout.end = round_up(layout.end + target.bytes(), alignment);
  }
  return layout;
}

/// Cuts what a domain brings into the pieces of its arrays.
class CuttingSink : public move::Sink {
 public:
  CuttingSink(const plan::Plan& plan, const Layout& layout, const Take& take)
      : plan_(plan), layout_(layout), take_(take) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const Range written{offset, offset + static_cast<std::int64_t>(bytes.size())};
    const auto& offsets = layout_.offsets;
    auto i = static_cast<std::size_t>(std::upper_bound(offsets.begin(), offsets.end(), offset) -
                                      offsets.begin() - 1);
    for (; i < offsets.size() && offsets[i] < written.end; ++i) {
      const auto& target = plan_.targets[i];
      const auto piece = intersect(written, {offsets[i], offsets[i] + target.bytes()});
      if (piece.empty()) continue;
      take_(i, (piece.begin - offsets[i]) / tree::size_of(target.type),
            bytes.subspan(static_cast<std::size_t>(piece.begin - offset),
                          static_cast<std::size_t>(piece.size())));
    }
  }
  void sync() override {}
  void close() override {}

 private:
  const plan::Plan& plan_;
  const Layout& layout_;
  const Take& take_;
};

}  // namespace

move::SharedDifferences stream(par::Session& session, const mesh::Dataset& dataset,
                               std::span<const int> targets, const Take& take) {
  if (targets.empty()) return {};
  const auto plan = plan::subplan(dataset.plan, targets);
  const auto layout = layout_of(plan);
  const plan::Machine machine{.ranks = session.size(), .memory = dataset.memory, .alignment = alignment};
  const move::Task task{.plan = plan,
                        .inputs = dataset.inputs,
                        .offsets = layout.offsets,
                        .end = layout.end,
                        .machine = plan::suited(machine, plan)};
  CuttingSink sink(plan, layout, take);
  return move::execute(session, task, sink,
                       {.progress = [](std::int64_t) {},
                        .wants_checkpoint = [] { return false; },
                        .checkpoint = [](Range) {}})
      .shared;
}

}  // namespace pcgns::verify
