#include <numeric>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/patches.hpp"

namespace pcgns::verify {

using check::Index;

std::int64_t place_in(const tree::Node& base, const tree::Node& zone) {
  for (std::size_t i = 0; i < base.children.size(); ++i) {
    if (&base.children[i] == &zone) return static_cast<std::int64_t>(i);
  }
  return 0;
}

std::unordered_map<const tree::Node*, std::vector<Index>> lists_of_zone(par::Session& session,
                                                                        const Subject& subject,
                                                                        const tree::Node& zone, int dimension,
                                                                        int reader) {
  std::unordered_map<const tree::Node*, std::vector<Index>> lists;
  for (const auto* node : check::lists_to_read(zone)) {
    if (node->dims.front() != dimension) continue;
    const auto share = mesh::read_share(session, subject.data, node->array, dimension);
    std::vector<std::int64_t> wanted;
    if (session.rank() == reader) wanted.resize(static_cast<std::size_t>(share.count / dimension));
    std::iota(wanted.begin(), wanted.end(), 0);
    const auto values = mesh::fetch_integers(session, share, wanted, dimension);
    auto& list = lists[node];
    for (std::size_t at = 0; at < values.size(); at += static_cast<std::size_t>(dimension)) {
      Index index = {};
      for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) index[i] = values[at + i] - 1;
      list.push_back(index);
    }
  }
  return lists;
}

void check_structured_boundary(par::Session& session, const Subject& subject, const tree::Node& base,
                               const tree::Node& zone, check::Findings& findings) {
  const auto shape = zone.link ? std::nullopt : check::shape_of(zone);
  if (!shape || !shape->structured || shape->cell_count() == 0) return;
  const auto place = place_in(base, zone);
  const int teller = static_cast<int>(place % session.size());
  const auto lists = lists_of_zone(session, subject, zone, shape->dimension, teller);
  par::collectively(session.comm(), "checking boundaries", [&] {
    if (session.rank() != teller) return;
    const auto read = [&](const tree::Node& node) { return lists.at(&node); };
    const auto patches = check::patches_of(base, zone, *shape, read, subject.file, findings);
    check::check_coverage(base, zone, *shape, patches, place, subject.file, findings);
  });
}

}  // namespace pcgns::verify
