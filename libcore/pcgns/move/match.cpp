#include "pcgns/move/match.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/move/match_borders.hpp"
#include "pcgns/move/match_keys.hpp"
#include "pcgns/move/match_numbers.hpp"
#include "pcgns/move/match_owner.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

using assemble::MatchSet;

constexpr auto step_name = "matching parts";

class Match {
 public:
  Match(par::Session& session, const tree::InputSet& inputs, const assemble::PartSet& parts,
        const std::vector<MatchSet>& sets, ScratchFile& scratch, const MatchOptions& options,
        std::int64_t classes)
      : session_(session),
        inputs_(inputs),
        parts_(parts),
        sets_(sets),
        scratch_(scratch),
        options_(options),
        classes_(classes),
        line_(sets),
        reader_(inputs, sets, line_, line_.range_of(session.rank(), session.size()), options.tolerance,
                options.memory / 8, options.chunk),
        owner_(sets, line_, options.tolerance),
        exchange_(session, options.memory / 16) {}

  void run() {
    const auto passes = passes_needed();
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      look({.index = static_cast<std::uint64_t>(pass),
            .passes = static_cast<std::uint64_t>(passes),
            .ranks = session_.size()});
      answer();
    }
    settle();
  }

  [[nodiscard]] std::vector<Twin>& twins() { return owner_.twins; }
  [[nodiscard]] const MatchLine& line() const { return line_; }

 private:
  template <typename Step>
  void attempt(const Step& step) {
    if (!failure_) failure_ = par::failure_of(step, step_name);
  }

  void agree() { par::agree(session_.comm(), step_name, failure_); }

  /// So many that the records of one fit in the memory of the ranks.
  std::int64_t passes_needed() {
    const auto size = static_cast<std::int64_t>(options_.tolerance > 0 ? sizeof(Near) : sizeof(Keyed));
    const auto fits = std::max<std::int64_t>(1024, options_.memory / 4 / size) * session_.size();
    if (options_.tolerance <= 0 && line_.end() <= fits) return 1;
    std::int64_t records = 0;
    attempt([&] { records = reader_.count(); });
    agree();
    return std::max<std::int64_t>(1, divide_up(par::all_sum(session_.comm(), records), fits));
  }

  /// Calls `fill` and `take` until nobody has more to send.
  template <typename Fill, typename Take>
  void exchange(const Fill& fill, const Take& take) {
    Exchange::State all{.more = true};
    while (all.more) {
      bool more = false;
      attempt([&] { more = fill(); });
      if (failure_) exchange_.clear();
      all = exchange_.deliver({.more = more && !failure_, .failed = failure_.has_value()});
      attempt([&] {
        for (int rank = 0; rank < session_.size(); ++rank) take(exchange_.from(rank));
      });
      session_.alive();
    }
    agree();
  }

  void look(const KeyPass& pass) {
    attempt([&] { reader_.begin(pass); });
    exchange([&] { return reader_.fill(exchange_); },
             [&](std::span<const std::byte> message) { owner_.place(message); });
    attempt([&] { owner_.find(options_.finds_vertex_borders); });
  }

  /// Tells those who look at things which class they have.
  void answer() {
    std::size_t sent = 0;
    exchange(
        [&] {
          for (; sent < owner_.classed.size(); ++sent) {
            const auto rank = line_.rank_of(owner_.classed[sent].place, session_.size());
            if (exchange_.waiting_for(rank) + std::int64_t{sizeof(Classed)} > exchange_.room()) return true;
            std::memcpy(exchange_.add(rank, sizeof(Classed)), &owner_.classed[sent], sizeof(Classed));
          }
          return false;
        },
        [&](std::span<const std::byte> message) { write(message); });
  }

  void write(std::span<const std::byte> message) {
    std::vector<Classed> come(message.size() / sizeof(Classed));
    if (come.empty()) return;
    std::memcpy(come.data(), message.data(), message.size());
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

  /// Throws if any rank is in doubt.
  void settle() {
    auto doubt = std::min(reader_.doubt(), owner_.doubt());
    const std::vector<std::int64_t> mine = {doubt.a, doubt.b, doubt.c, static_cast<std::int64_t>(doubt.kind)};
    for (const auto& bytes : par::gather_all(session_.comm(), std::as_bytes(std::span(mine)))) {
      std::vector<std::int64_t> theirs(mine.size());
      std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(theirs)).begin());
      doubt = std::min(doubt, {theirs[0], theirs[1], theirs[2], static_cast<Doubt::Kind>(theirs[3])});
    }
    if (doubt.kind == Doubt::Kind::none) return;
    par::collectively(session_.comm(), step_name, [&] { throw Error(ErrorKind::input, text_of(doubt)); });
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
    const auto& original = parts_.originals[static_cast<std::size_t>(set.original)];
    const auto& part = original.parts[static_cast<std::size_t>(member.part)];
    const auto zone = tree::join(tree::join("/", part.base->name), part.zone->name);
    const auto number = member.first + place - at.begin;
    const auto* kind = set.kind == MatchSet::Kind::vertices ? "vertex" : "element";
    return {inputs_.files[static_cast<std::size_t>(part.file)].path,
            member.node.empty() ? zone : tree::join(zone, member.node),
            fmt::format("{} {}", set.kind == MatchSet::Kind::list ? "point" : kind, number)};
  }

  std::string text_of(const Doubt& doubt) {
    const auto a = named(doubt.a);
    if (doubt.kind == Doubt::Kind::no_number) {
      return at(a.file, a.zone, a.thing + " has a coordinate that is no finite number");
    }
    if (doubt.kind == Doubt::Kind::far_out) {
      return at(
          a.file, a.zone,
          fmt::format("{} lies too far out to tell distances of {} apart", a.thing, options_.tolerance));
    }
    const auto b = named(doubt.b);
    const auto there = fmt::format("{} of {}:{}", b.thing, b.file, b.zone);
    if (doubt.kind == Doubt::Kind::cell) {
      return at(a.file, a.zone,
                fmt::format("{} is a cell with the same vertices as {}: a cell must be in one part only, and "
                            "nothing says which of the two is a ghost",
                            a.thing, there));
    }
    if (doubt.kind == Doubt::Kind::chain) {
      const auto c = named(doubt.c);
      return at(a.file, a.zone,
                fmt::format("ambiguous: {} and {} are farther than {} apart, but both are within it of {} of "
                            "{}:{}",
                            a.thing, there, options_.tolerance, c.thing, c.file, c.zone));
    }
    return at(a.file, a.zone, text_of_twice(doubt, a.thing, b.thing));
  }

  std::string text_of_twice(const Doubt& doubt, const std::string& a, const std::string& b) {
    const auto xyz = reader_.coordinates_at(doubt.a);
    if (xyz.empty()) {
      return fmt::format(
          "ambiguous: {} and {} are the same, and another part has it too: which of them, "
          "nothing says",
          a, b);
    }
    if (options_.tolerance > 0) {
      return fmt::format(
          "ambiguous: {} and {} are not farther than {} apart, near ({}): which of them a "
          "vertex of another part is, coordinates cannot tell",
          a, b, options_.tolerance, fmt::join(xyz, ", "));
    }
    return fmt::format(
        "ambiguous: {} and {} have the same coordinates ({}): which of them a vertex of "
        "another part is, coordinates cannot tell",
        a, b, fmt::join(xyz, ", "));
  }

  par::Session& session_;
  const tree::InputSet& inputs_;
  const assemble::PartSet& parts_;
  const std::vector<MatchSet>& sets_;
  ScratchFile& scratch_;
  const MatchOptions& options_;
  std::int64_t classes_;
  MatchLine line_;
  KeyReader reader_;
  KeyOwner owner_;
  Exchange exchange_;
  std::optional<Error> failure_;
};

}  // namespace

assemble::Matched match(par::Session& session, tree::InputSet& inputs, const assemble::PartSet& parts,
                        const std::vector<MatchSet>& sets, ScratchFile& scratch,
                        const MatchOptions& options) {
  session.enter(step_name);
  const MatchLine line(sets);
  const auto classes = scratch.add_room(8 * line.end());
  scratch.settle();
  std::vector<Twin> twins;
  {
    Match run(session, inputs, parts, sets, scratch, options, classes);
    run.run();
    twins = std::move(run.twins());
  }
  scratch.settle();
  auto matched = numbered(session, sets, line, scratch, classes, options.chunk);
  matched.borders = borders_of(session, sets, line, scratch, std::move(twins), options.memory / 16);
  return matched;
}

}  // namespace pcgns::move
