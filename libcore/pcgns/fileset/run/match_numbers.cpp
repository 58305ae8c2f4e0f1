#include "pcgns/fileset/run/match_numbers.hpp"

#include <algorithm>
#include <unordered_map>

#include "pcgns/par/collective.hpp"

namespace pcgns::fileset {

namespace {

constexpr auto numbering_entities = "numbering matched entities";
constexpr std::size_t most_blocks = 256;
constexpr std::int64_t in_block = 4096;

class NumberCounter {
 public:
  NumberCounter(par::Session& session, const MatchLine& line, io::ScratchFile& scratch, std::int64_t classes,
                std::size_t sets, std::int64_t chunk)
      : session_(session),
        line_(line),
        scratch_(scratch),
        classes_(classes),
        numbers_(scratch.add_room(8 * line.end())),
        mine_(line.range_of(session.rank(), session.size())),
        chunk_(chunk),
        totals_(sets, 0),
        shared_(sets, 0),
        in_stretch_(line.stretches().size(), 0) {
    scratch.settle();
  }

  void run() {
    par::collectively(session_.comm(), numbering_entities, [&] { count(); });
    find_first();
    par::collectively(session_.comm(), numbering_entities, [&] { number_new(); });
    scratch_.settle();
    par::collectively(session_.comm(), numbering_entities, [&] { number_others(); });
    scratch_.settle();
  }

  [[nodiscard]] std::int64_t numbers() const { return numbers_; }
  [[nodiscard]] const std::vector<std::int64_t>& totals() const { return totals_; }
  [[nodiscard]] const std::vector<std::int64_t>& shared() const { return shared_; }
  [[nodiscard]] const std::vector<std::int64_t>& in_stretch() const { return in_stretch_; }

 private:
  /// Calls `look` for each chunk of this rank with its places, set and classes.
  template <typename Look>
  void for_each_chunk(const Look& look) {
    std::vector<std::int64_t> classes;
    for (auto begin = mine_.begin; begin < mine_.end;) {
      const auto& stretch = line_.at(begin);
      const auto end = std::min({begin + chunk_, stretch.end, mine_.end});
      classes.resize(static_cast<std::size_t>(end - begin));
      scratch_.read(classes_ + 8 * begin, classes);
      look(Range{begin, end}, static_cast<std::size_t>(stretch.set), classes);
      begin = end;
      session_.alive();
    }
  }

  void count() {
    for_each_chunk([&](Range places, std::size_t set, const std::vector<std::int64_t>& classes) {
      auto& in_stretch = in_stretch_[static_cast<std::size_t>(line_.stretch_at(places.begin))];
      in_stretch += std::ssize(classes) - std::count(classes.begin(), classes.end(), 0);
      for (std::size_t i = 0; i < classes.size(); ++i) {
        const bool stands_for_all = classes[i] == places.begin + static_cast<std::int64_t>(i) + 1;
        totals_[set] += classes[i] == 0 || stands_for_all ? 1 : 0;
        shared_[set] += stands_for_all ? 1 : 0;
      }
    });
  }

  /// Finds this rank's first number of each set: lower ranks have lower places.
  void find_first() {
    next_ = par::sums_before(session_.comm(), totals_);
    par::sum_over_ranks(session_.comm(), shared_);
    par::sum_over_ranks(session_.comm(), in_stretch_);
  }

  void number_new() {
    std::vector<std::int64_t> numbers;
    for_each_chunk([&](Range places, std::size_t set, const std::vector<std::int64_t>& classes) {
      numbers.assign(classes.size(), 0);
      for (std::size_t i = 0; i < classes.size(); ++i) {
        const auto place = places.begin + static_cast<std::int64_t>(i);
        if (classes[i] == 0 || classes[i] == place + 1) numbers[i] = ++next_[set];
      }
      scratch_.write(numbers_ + 8 * places.begin, numbers);
    });
  }

  /// Numbers the others. Their representatives already have final numbers.
  void number_others() {
    std::vector<std::int64_t> numbers;
    for_each_chunk([&](Range places, std::size_t, const std::vector<std::int64_t>& classes) {
      const auto is_other = [&](std::size_t i) {
        return classes[i] != 0 && classes[i] != places.begin + static_cast<std::int64_t>(i) + 1;
      };
      bool any = false;
      for (std::size_t i = 0; i < classes.size(); ++i) any = any || is_other(i);
      if (!any) return;
      numbers.resize(classes.size());
      scratch_.read(numbers_ + 8 * places.begin, numbers);
      for (std::size_t i = 0; i < classes.size(); ++i) {
        if (is_other(i)) numbers[i] = number_at(classes[i] - 1);
      }
      scratch_.write(numbers_ + 8 * places.begin, numbers);
    });
  }

  std::int64_t number_at(std::int64_t place) {
    const auto index = place / in_block;
    const auto found = blocks_.find(index);
    if (found != blocks_.end()) return found->second[static_cast<std::size_t>(place % in_block)];
    if (blocks_.size() == most_blocks) blocks_.clear();
    auto& block = blocks_[index];
    block.resize(static_cast<std::size_t>(std::min(in_block, line_.end() - index * in_block)));
    scratch_.read(numbers_ + 8 * index * in_block, block);
    return block[static_cast<std::size_t>(place % in_block)];
  }

  par::Session& session_;
  const MatchLine& line_;
  io::ScratchFile& scratch_;
  std::int64_t classes_;
  std::int64_t numbers_;
  Range mine_;
  std::int64_t chunk_;
  std::vector<std::int64_t> next_;  ///< Last number given, by set.
  std::vector<std::int64_t> totals_;
  std::vector<std::int64_t> shared_;
  std::vector<std::int64_t> in_stretch_;  ///< Matched entities per stretch.
  std::unordered_map<std::int64_t, std::vector<std::int64_t>> blocks_;
};

}  // namespace

Matched numbered(par::Session& session, const std::vector<MatchSet>& sets, const MatchLine& line,
                 io::ScratchFile& scratch, std::int64_t classes, std::int64_t chunk) {
  NumberCounter numbers(session, line, scratch, classes, sets.size(), chunk);
  numbers.run();
  Matched matched;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    auto& set = matched.sets.emplace_back();
    set.members.resize(sets[s].members.size());
    set.total = numbers.totals()[s];
    set.shared = numbers.shared()[s];
  }
  for (std::size_t i = 0; i < line.stretches().size(); ++i) {
    const auto& stretch = line.stretches()[i];
    const auto& set = sets[static_cast<std::size_t>(stretch.set)];
    auto& member =
        matched.sets[static_cast<std::size_t>(stretch.set)].members[static_cast<std::size_t>(stretch.member)];
    member.shared = numbers.in_stretch()[i];
    const auto count = stretch.end - stretch.begin;
    member.numbers = scratch.add_array(set.what, numbers.numbers() + 8 * stretch.begin, count);
    member.classes = scratch.add_array(set.what, classes + 8 * stretch.begin, count);
  }
  return matched;
}

}  // namespace pcgns::fileset
