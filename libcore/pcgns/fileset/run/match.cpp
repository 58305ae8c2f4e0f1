#include "pcgns/fileset/run/match.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/fileset/run/match_keys.hpp"
#include "pcgns/fileset/run/match_line.hpp"
#include "pcgns/fileset/run/match_numbers.hpp"
#include "pcgns/fileset/run/match_owner.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::fileset {

namespace {

constexpr auto listing = "listing shared entities";

/// Gathers the twins of a piece on one rank.
std::vector<Twin> gathered(par::Session& session, const std::vector<Twin>& twins, Budget memory) {
  par::Exchange exchange(session, memory);
  std::vector<Twin> mine;
  std::optional<Error> failure;
  std::size_t sent = 0;
  const auto owner_of = [&](const Twin& twin) { return twin.a % session.size(); };
  par::in_batches(
      exchange, listing, failure, [&] { return par::put_records(exchange, twins, sent, owner_of); },
      [&](int, std::span<const std::byte> message) { par::append_records(mine, message); });
  par::agree(session.comm(), listing, failure);
  std::sort(mine.begin(), mine.end());
  return mine;
}

/// Twins of the same two pieces, and the start of their lists.
struct Pair {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t count = 0;

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

std::vector<Pair> pairs_in(const std::vector<Twin>& twins) {
  std::vector<Pair> pairs;
  for (const auto& twin : twins) {
    if (pairs.empty() || pairs.back().a != twin.a || pairs.back().b != twin.b)
      pairs.push_back({twin.a, twin.b, 0});
    ++pairs.back().count;
  }
  return pairs;
}

std::vector<Pair> all_pairs(par::Session& session, const std::vector<Pair>& mine) {
  auto all = par::gather_joined(session.comm(), mine);
  std::sort(all.begin(), all.end());
  return all;
}

/// Writes the interface lists from the `twins` of all ranks, and adds them to the arrays of the inputs.
/// @note Collective.
std::vector<Matched::Interface> listed_interfaces(par::Session& session, const std::vector<MatchSet>& sets,
                                                  const MatchLine& line, io::ScratchFile& scratch,
                                                  std::vector<Twin> twins, Budget memory) {
  const auto mine = gathered(session, twins, memory);
  twins = {};
  const auto pairs = all_pairs(session, pairs_in(mine));
  std::vector<Matched::Interface> interfaces;
  std::vector<std::int64_t> offsets;
  for (const auto& pair : pairs) {
    const auto& a = line.stretches()[static_cast<std::size_t>(pair.a)];
    const auto& b = line.stretches()[static_cast<std::size_t>(pair.b)];
    const auto& what = sets[static_cast<std::size_t>(a.set)].what;
    offsets.push_back(scratch.add_room(16 * pair.count));
    interfaces.push_back({.set = a.set,
                          .a = a.member,
                          .b = b.member,
                          .here = scratch.add_array(what, offsets.back(), pair.count),
                          .there = scratch.add_array(what, offsets.back() + 8 * pair.count, pair.count)});
  }
  if (pairs.empty()) return interfaces;
  scratch.settle();
  par::collectively(session.comm(), listing, [&] {
    auto twin = mine.begin();
    for (std::size_t i = 0; i < pairs.size() && twin != mine.end(); ++i) {
      if (twin->a != pairs[i].a || twin->b != pairs[i].b) continue;
      std::vector<std::int64_t> lists(static_cast<std::size_t>(2 * pairs[i].count));
      for (std::int64_t k = 0; k < pairs[i].count; ++k, ++twin) {
        lists[static_cast<std::size_t>(k)] = twin->here;
        lists[static_cast<std::size_t>(k + pairs[i].count)] = twin->there;
      }
      scratch.write(offsets[i], lists);
    }
  });
  scratch.settle();
  return interfaces;
}

constexpr auto matching_pieces = "matching pieces";

class Match {
 public:
  Match(par::Session& session, const cgns::InputSet& inputs, const std::vector<MatchSet>& sets,
        io::ScratchFile& scratch, const MatchOptions& options, std::int64_t classes)
      : session_(session),
        inputs_(inputs),
        sets_(sets),
        scratch_(scratch),
        options_(options),
        classes_(classes),
        line_(sets),
        reader_(inputs, sets, line_, line_.range_of(session.rank(), session.size()), options.tolerance,
                options.memory.share(8), options.chunk),
        owner_(sets, line_, options.tolerance),
        exchange_(session, options.memory.share(16)) {}

  void run() {
    each_pass([&] { answer(); });
    settle();
  }

  /// Without classes. Entities that one piece has twice are left to who proves its numbers.
  void find_twins() {
    each_pass([] {});
    agree();
  }

  [[nodiscard]] std::vector<Twin>& twins() { return owner_.twins; }
  [[nodiscard]] const MatchLine& line() const { return line_; }
  /// Of this rank, by the indices of two sets.
  [[nodiscard]] const std::map<std::pair<int, int>, std::int64_t>& common() const { return owner_.common; }

 private:
  template <typename Step>
  void attempt(const Step& step) {
    if (!failure_) failure_ = par::failure_of(step, matching_pieces);
  }

  void agree() { par::agree(session_.comm(), matching_pieces, failure_); }

  /// Enough passes for the records of one pass to fit in the memory of the ranks.
  std::int64_t passes_needed() {
    const auto size = static_cast<std::int64_t>(options_.tolerance > 0 ? sizeof(Near) : sizeof(Keyed));
    const auto fits = std::max<std::int64_t>(1024, options_.memory.share(4).bytes() / size) * session_.size();
    return std::max<std::int64_t>(1, divide_up(options_.tolerance > 0 ? near_records() : line_.end(), fits));
  }

  /// A vertex near others is sent several times: only reading all tells how often.
  std::int64_t near_records() {
    std::int64_t records = 0;
    attempt([&] { records = reader_.count(); });
    agree();
    return par::all_sum(session_.comm(), records);
  }

  /// Calls `fill` and `take` until no rank has anything left to send.
  template <typename Fill, typename Take>
  void exchange(const Fill& fill, const Take& take) {
    par::in_batches(exchange_, matching_pieces, failure_, fill,
                    [&](int, std::span<const std::byte> message) { take(message); });
    agree();
  }

  template <typename Use>
  void each_pass(const Use& use) {
    const auto passes = passes_needed();
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      look({.index = static_cast<std::uint64_t>(pass),
            .passes = static_cast<std::uint64_t>(passes),
            .ranks = session_.size()});
      use();
    }
  }

  void look(const KeyPass& pass) {
    attempt([&] { reader_.begin(pass); });
    exchange([&] { return reader_.fill(exchange_); },
             [&](std::span<const std::byte> message) { owner_.place(message); });
    attempt([&] { owner_.find(options_.finds_vertex_interfaces); });
  }

  /// Sends classes back to the ranks that read the entities.
  void answer() {
    std::size_t sent = 0;
    const auto owner_of = [&](const Classed& classed) {
      return line_.rank_of(classed.place, session_.size());
    };
    exchange([&] { return par::put_records(exchange_, owner_.classed, sent, owner_of); },
             [&](std::span<const std::byte> message) { write(message); });
  }

  void write(std::span<const std::byte> message) {
    std::vector<Classed> come;
    par::append_records(come, message);
    std::sort(come.begin(), come.end(), [](const Classed& a, const Classed& b) { return a.place < b.place; });
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < come.size(); ++i) {
      values.push_back(come[i].of);
      if (i + 1 < come.size() && come[i + 1].place == come[i].place + 1) continue;
      const auto first = come[i].place + 1 - std::ssize(values);
      scratch_.write(classes_ + 8 * first, values);
      values.clear();
    }
  }

  /// Throws if any rank found an ambiguity.
  void settle() {
    const auto all = par::gather_each(session_.comm(), std::min(reader_.ambiguity(), owner_.ambiguity()));
    const auto ambiguity = *std::min_element(all.begin(), all.end());
    if (ambiguity.kind == Ambiguity::Kind::none) return;
    par::collectively(session_.comm(), matching_pieces,
                      [&] { throw Error(ErrorKind::input, text_of(ambiguity)); });
  }

  struct Named {
    std::string file;
    std::string zone;
    std::string thing;
  };
  [[nodiscard]] Named named(std::int64_t place) const {
    const auto& at = line_.at(place);
    const auto& set = sets_[static_cast<std::size_t>(at.set)];
    const auto& member = set.members[static_cast<std::size_t>(at.member)];
    const auto zone = path_of(member.zone);
    const auto number = member.first + place - at.begin;
    const auto* kind = set.kind == MatchSet::Kind::vertices ? "vertex" : "element";
    return {file_of(inputs_, member.zone), member.node.empty() ? zone : cgns::join(zone, member.node),
            fmt::format("{} {}", set.kind == MatchSet::Kind::list ? "point" : kind, number)};
  }

  std::string text_of(const Ambiguity& ambiguity) {
    const auto a = named(ambiguity.a);
    if (ambiguity.kind == Ambiguity::Kind::no_number) {
      return at(a.file, a.zone, a.thing + " has a coordinate that is not finite");
    }
    if (ambiguity.kind == Ambiguity::Kind::far_out) {
      return at(a.file, a.zone,
                fmt::format("{} is too far from the origin to resolve distances of {}", a.thing,
                            options_.tolerance));
    }
    const auto b = named(ambiguity.b);
    const auto there = fmt::format("{} of {}:{}", b.thing, b.file, b.zone);
    if (ambiguity.kind == Ambiguity::Kind::cell) {
      return at(a.file, a.zone,
                fmt::format("{} is a cell with the same vertices as {}: a cell must be in one piece only, "
                            "and it is unknown which of them is a ghost cell",
                            a.thing, there));
    }
    if (ambiguity.kind == Ambiguity::Kind::section) {
      return at(
          a.file, a.zone,
          fmt::format("{} has the same vertices as {}: faces that two pieces have must be in sections "
                      "of one name, because they become one face; --keep-zones keeps the pieces as zones",
                      a.thing, there));
    }
    if (ambiguity.kind == Ambiguity::Kind::chain) {
      const auto c = named(ambiguity.c);
      return at(a.file, a.zone,
                fmt::format("ambiguous: {} and {} are farther than {} apart, but both are within it of {} of "
                            "{}:{}",
                            a.thing, there, options_.tolerance, c.thing, c.file, c.zone));
    }
    return at(a.file, a.zone, text_of_twice(ambiguity, a.thing, b.thing));
  }

  std::string text_of_twice(const Ambiguity& ambiguity, const std::string& a, const std::string& b) {
    const auto xyz = reader_.coordinates_at(ambiguity.a);
    if (xyz.empty()) {
      return fmt::format("ambiguous: {} and {} are the same, and another piece has this element, too", a, b);
    }
    if (options_.tolerance > 0) {
      return fmt::format(
          "ambiguous: {} and {} are at most {} apart, near ({}): a vertex of another piece matches both", a,
          b, options_.tolerance, fmt::join(xyz, ", "));
    }
    return fmt::format(
        "ambiguous: {} and {} have the same coordinates ({}): a vertex of another piece matches both", a, b,
        fmt::join(xyz, ", "));
  }

  par::Session& session_;
  const cgns::InputSet& inputs_;
  const std::vector<MatchSet>& sets_;
  io::ScratchFile& scratch_;
  const MatchOptions& options_;
  std::int64_t classes_;
  MatchLine line_;
  KeyReader reader_;
  KeyOwner owner_;
  par::Exchange exchange_;
  std::optional<Error> failure_;
};

}  // namespace

Matched match(par::Session& session, cgns::InputSet& inputs, const std::vector<MatchSet>& sets,
              io::ScratchFile& scratch, const MatchOptions& options) {
  session.enter(matching_pieces);
  const MatchLine line(sets);
  const auto classes = scratch.add_room(8 * line.end());
  scratch.settle();
  std::vector<Twin> twins;
  {
    Match run(session, inputs, sets, scratch, options, classes);
    run.run();
    twins = std::move(run.twins());
  }
  scratch.settle();
  auto matched = numbered(session, sets, line, scratch, classes, options.chunk);
  matched.interfaces =
      listed_interfaces(session, sets, line, scratch, std::move(twins), options.memory.share(16));
  return matched;
}

std::vector<std::int64_t> count_common(par::Session& session, const cgns::InputSet& inputs,
                                       const CommonNeeds& needs, io::ScratchFile& scratch,
                                       const MatchOptions& options) {
  session.enter(matching_pieces);
  Match run(session, inputs, needs.sets, scratch, options, 0);
  run.find_twins();
  std::vector<std::int64_t> counts;
  for (const auto& pair : needs.pairs) {
    const auto found = run.common().find(pair);
    counts.push_back(found == run.common().end() ? 0 : found->second);
  }
  par::sum_over_ranks(session.comm(), counts);
  return counts;
}

std::vector<Matched::Interface> match_surfaces(par::Session& session, const cgns::InputSet& inputs,
                                               const std::vector<MatchSet>& sets, io::ScratchFile& scratch,
                                               const MatchOptions& options) {
  session.enter(matching_pieces);
  const MatchLine line(sets);
  std::vector<Twin> twins;
  {
    Match run(session, inputs, sets, scratch, options, 0);
    run.find_twins();
    twins = std::move(run.twins());
  }
  return listed_interfaces(session, sets, line, scratch, std::move(twins), options.memory.share(16));
}

}  // namespace pcgns::fileset
