#include "pcgns/fileset/run/ranged_lists.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/fileset/run/number_owner.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::fileset {

namespace {

constexpr auto comparing = "comparing point lists with their ranges";

class RangedListReader {
 public:
  RangedListReader(const cgns::InputSet& inputs, Budget memory, std::int64_t chunk)
      : inputs_(inputs),
        source_(inputs, memory.buffer(32, 8 * mebi)),
        table_(inputs, source_, memory.share(4)),
        chunk_(chunk) {}

  void check(const RangedList& list) {
    table_.use(list.numbering);
    for (std::int64_t begin = 0; begin < list.count; begin += chunk_) {
      const auto count = std::min(chunk_, list.count - begin);
      io::read_integers(source_, inputs_, list.list, begin, count, scratch_, points_);
      io::read_integers(source_, inputs_, list.index, begin, count, scratch_, positions_);
      for (std::size_t i = 0; i < points_.size(); ++i)
        require(list, begin + static_cast<std::int64_t>(i), points_[i], positions_[i]);
    }
  }

 private:
  void require(const RangedList& list, std::int64_t entry, std::int64_t point, std::int64_t position) {
    const auto expected = list.first + position - list.first_index;
    const auto found = table_.find(point);
    if (found == expected) return;
    const auto what = found == io::NumberTable::none ? std::string("no point of the zone")
                                                     : fmt::format("point {} of the zone", found);
    throw fault_of(
        inputs_, list.list,
        fmt::format("entry {} is {}, but the recorded range has point {} there", entry + 1, what, expected));
  }

  const cgns::InputSet& inputs_;
  io::Source source_;
  io::NumberTable table_;
  std::int64_t chunk_;
  std::vector<std::byte> scratch_;
  std::vector<std::int64_t> points_;
  std::vector<std::int64_t> positions_;
};

}  // namespace

void check_ranged_lists(par::Session& session, const cgns::InputSet& inputs,
                        const std::vector<RangedList>& lists, Budget memory, std::int64_t chunk) {
  if (lists.empty()) return;
  session.enter(comparing);
  par::collectively(session.comm(), comparing, [&] {
    RangedListReader reader(inputs, memory, chunk);
    const auto ranks = static_cast<std::size_t>(session.size());
    for (auto i = static_cast<std::size_t>(session.rank()); i < lists.size(); i += ranks) {
      reader.check(lists[i]);
      session.alive();
    }
  });
}

}  // namespace pcgns::fileset
