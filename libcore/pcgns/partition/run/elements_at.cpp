#include "pcgns/partition/run/elements_at.hpp"

namespace pcgns::partition {

namespace {

/// The answers of one section.
struct Answers {
  std::vector<std::int64_t> asked;
  LocalIndices indices;
  std::size_t next = 0;
};

}  // namespace

void number_elements(ElementDistributions& distributions, std::size_t parts) {
  distributions.firsts.assign(1, std::vector<std::int64_t>(parts, 1));
  for (const auto& section : distributions.sections) {
    auto next = distributions.firsts.back();
    const auto counts = counts_of(section);
    for (std::size_t part = 0; part < next.size(); ++part) next[part] += counts[part];
    distributions.firsts.push_back(std::move(next));
  }
}

LocalIndices local_indices_of_elements(par::Session& session, const ZoneMesh& mesh,
                                       const ElementDistributions& distributions,
                                       std::span<const std::int64_t> numbers) {
  const auto sections = mesh.sections.size();
  std::vector<Answers> answers(sections + 1);
  const auto implied = mesh.last_element();
  const auto owner_of = [&](std::int64_t number) -> std::int64_t {
    const bool is_implied = mesh.cells_are_implied && number > implied && number <= implied + mesh.zone.cells;
    return is_implied ? static_cast<std::int64_t>(sections) : mesh.section_of(number);
  };
  for (const auto number : numbers) {
    const auto at = owner_of(number);
    if (at < 0) continue;
    const auto s = static_cast<std::size_t>(at);
    answers[s].asked.push_back(number - (s == sections ? implied + 1 : mesh.zone.sections[s].first));
  }
  for (std::size_t s = 0; s <= sections; ++s) {
    if (s == sections && !mesh.cells_are_implied) continue;
    const auto& distribution = s == sections ? distributions.implied : distributions.sections[s];
    if (!distribution.begins.empty())
      answers[s].indices = local_indices_of(session, distribution, answers[s].asked);
  }
  LocalIndices found;
  for (const auto number : numbers) {
    const auto at = owner_of(number);
    if (at >= 0 && answers[static_cast<std::size_t>(at)].indices.starts.size() > 1) {
      auto& answer = answers[static_cast<std::size_t>(at)];
      const auto& firsts = distributions.firsts[static_cast<std::size_t>(at)];
      for (auto local : answer.indices.of(answer.next++)) {
        if (!firsts.empty()) local.index += firsts[static_cast<std::size_t>(local.part)];
        found.all.push_back(local);
      }
    }
    found.starts.push_back(static_cast<std::int64_t>(found.all.size()));
  }
  return found;
}

}  // namespace pcgns::partition
