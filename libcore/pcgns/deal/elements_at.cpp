#include "pcgns/deal/elements_at.hpp"

namespace pcgns::deal {

namespace {

/// What one section answers.
struct Answers {
  std::vector<std::int64_t> asked;
  Places places;
  std::size_t next = 0;
};

}  // namespace

void number_elements(ElementDealings& dealings) {
  dealings.firsts.assign(1, std::vector<std::int64_t>(counts_of(dealings.implied).size(), 1));
  for (const auto& section : dealings.sections) {
    auto next = dealings.firsts.back();
    const auto counts = counts_of(section);
    for (std::size_t part = 0; part < next.size(); ++part) next[part] += counts[part];
    dealings.firsts.push_back(std::move(next));
  }
}

Places places_of_elements(par::Session& session, const ZoneMesh& mesh, const ElementDealings& dealings,
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
    const auto& dealing = s == sections ? dealings.implied : dealings.sections[s];
    if (!dealing.begins.empty()) answers[s].places = places_of(session, dealing, answers[s].asked);
  }
  Places found;
  for (const auto number : numbers) {
    const auto at = owner_of(number);
    if (at >= 0 && answers[static_cast<std::size_t>(at)].places.starts.size() > 1) {
      auto& answer = answers[static_cast<std::size_t>(at)];
      const auto& firsts = dealings.firsts[static_cast<std::size_t>(at)];
      for (auto place : answer.places.of(answer.next++)) {
        if (!firsts.empty()) place.index += firsts[static_cast<std::size_t>(place.part)];
        found.places.push_back(place);
      }
    }
    found.starts.push_back(static_cast<std::int64_t>(found.places.size()));
  }
  return found;
}

}  // namespace pcgns::deal
