// Order::rcm: vertices by Cuthill and McKee.

#include <algorithm>
#include <map>

#include "pcgns/deal/ask.hpp"
#include "pcgns/deal/element_slots.hpp"
#include "pcgns/deal/ordering.hpp"
#include "pcgns/kernel/cuthill_mckee.hpp"
#include "pcgns/mesh/post.hpp"

namespace pcgns::deal {

namespace {

/// A vertex of an element, for the rank that looks at the part.
struct Member {
  std::int64_t part = 0;
  std::int64_t element = 0;
  std::int64_t vertex = 0;

  friend auto operator<=>(const Member&, const Member&) = default;
};

/// Every part is looked at by the rank whose turn it is.
int looker_of(const par::Session& session, std::int64_t part) {
  return static_cast<int>(part % session.size());
}

/// For each vertex of a part, from 0, its place.
std::vector<std::int64_t> places_in_part(std::int64_t vertices, std::span<const Member> members) {
  std::vector<std::int64_t> starts;
  std::vector<std::int64_t> of_groups;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i == 0 || members[i].element != members[i - 1].element)
      starts.push_back(static_cast<std::int64_t>(i));
    of_groups.push_back(members[i].vertex);
  }
  starts.push_back(std::ssize(members));
  const auto order = kernel::cuthill_mckee(vertices, starts, of_groups);
  std::vector<std::int64_t> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    places[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return places;
}

/// The elements of all parts that this rank looks at, sorted.
std::vector<Member> members_of(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt) {
  move::Exchange exchange(session, memory_for_messages);
  std::vector<Member> members;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    if (mesh.sections[s].section->type == sids::element_type::nface) continue;
    std::vector<Member> sent;
    for_each_slot(session, mesh, dealt, s,
                  [&](const mesh::Block& block, std::int64_t i, std::int64_t slot, const auto& vertices) {
                    const auto part = dealt.elements.sections[s].part_of(slot);
                    for (const auto vertex : vertices) sent.push_back({part, block.element(i), vertex});
                  });
    mesh::post<Member>(
        session, exchange, sent, [&](const Member& member) { return looker_of(session, member.part); },
        [&](const Member& member) { members.push_back(member); });
  }
  std::sort(members.begin(), members.end());
  return members;
}

}  // namespace

std::vector<std::int64_t> rcm_places(par::Session& session, const ZoneMesh& mesh, const MeshDealing& dealt) {
  const auto members = members_of(session, mesh, dealt);
  const auto counts = counts_of(dealt.vertices);
  std::map<std::int64_t, std::vector<std::int64_t>> places;
  for (std::int64_t part = session.rank(); part < std::ssize(counts); part += session.size()) {
    const auto by_part = [](const Member& member, std::int64_t value) { return member.part < value; };
    const auto begin = std::lower_bound(members.begin(), members.end(), part, by_part);
    const auto end = std::lower_bound(begin, members.end(), part + 1, by_part);
    places[part] = places_in_part(counts[static_cast<std::size_t>(part)], {begin, end});
    session.alive();
  }
  struct Question {
    std::int64_t part = 0;
    std::int64_t vertex = 0;
  };
  std::vector<Question> questions;
  for (std::int64_t slot = 0; slot < std::ssize(dealt.vertices.parts); ++slot) {
    questions.push_back(
        {dealt.vertices.part_of(slot), dealt.vertices.indices[static_cast<std::size_t>(slot)]});
  }
  std::vector<std::int64_t> found;
  ask<std::int64_t>(
      session, std::span<const Question>(questions),
      [&](const Question& question) { return looker_of(session, question.part); },
      [&](const Question& question, std::vector<std::int64_t>& answers) {
        answers.push_back(places.at(question.part)[static_cast<std::size_t>(question.vertex)]);
      },
      [&](std::size_t, std::span<const std::int64_t> answer) { found.push_back(answer.front()); });
  return found;
}

}  // namespace pcgns::deal
