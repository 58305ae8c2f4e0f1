#include "pcgns/fileset/run/prove_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/fileset/run/number_owner.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::fileset {

namespace {

constexpr auto block = plan::Ragged::block;
constexpr auto reading_numbers = "reading global numbers";

bool has_lengths(const NumberSet& set) {
  return std::any_of(set.members.begin(), set.members.end(),
                     [](const auto& member) { return member.offsets >= 0; });
}

/// "part_0.cgns:/Base/Zone.P0.N0": the zone that holds an array.
std::string zone_of(const cgns::InputSet& inputs, int index) {
  const auto& array = inputs.array(index);
  const auto base_end = array.path.find('/', 1);
  const auto zone =
      array.path.substr(0, array.path.find('/', base_end == std::string::npos ? base_end : base_end + 1));
  return array.file < 0 ? zone : inputs.files[static_cast<std::size_t>(array.file)].path + ":" + zone;
}

/// Proves the sets with lengths, or those without.
class Proof {
 public:
  Proof(par::Session& session, const cgns::InputSet& inputs, const std::vector<NumberSet>& sets, bool lengths,
        Budget memory, std::int64_t chunk)
      : session_(session),
        inputs_(inputs),
        sets_(sets),
        has_lengths_(lengths),
        memory_(memory),
        stretches_(lay_out()),
        reader_(session, inputs, sets, stretches_, lengths, memory, chunk),
        exchange_(session, memory.share(8)) {}

  void run(std::vector<NumberFacts>& facts) {
    if (stretches_.empty()) return;
    const auto per_byte = has_lengths_ ? 1 : 32;  // four bytes per place
    const auto fits = std::max(block, round_down(memory_.share(8).bytes() * per_byte, block));
    const auto needed = round_up(divide_up(std::max<std::int64_t>(1, end_), session_.size()), block);
    Pass pass{.per_rank = std::min({fits, needed, round_down(std::int64_t{UINT32_MAX}, block)}), .end = end_};
    sums_.assign(static_cast<std::size_t>(divide_up(end_, block)), 0);
    do {
      run(pass);
      pass.begin += pass.per_rank * session_.size();
    } while (pass.begin < end_);
    settle();
    par::sum_over_ranks(session_.comm(), sums_);
    for (std::size_t s = 0; s < stretches_.size(); ++s) {
      auto& fact = facts[static_cast<std::size_t>(stretches_[s].set)];
      fact.total = totals_[s];
      fact.orders = order_of(s);
      if (has_lengths_) fact.ragged = ragged_of(s);
    }
  }

 private:
  std::vector<Stretch> lay_out() {
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (has_lengths(sets_[i]) != has_lengths_) continue;
      std::int64_t numbers = 0;
      for (const auto& member : sets_[i].members) {
        numbers += numbers_of(inputs_, member);
      }
      // If fewer numbers than expected were read, one of the first numbers + 1 is missing.
      const auto count = sets_[i].total < 0 ? numbers : std::min(sets_[i].total, numbers + 1);
      stretches.push_back({static_cast<int>(i), end_, count});
      end_ += round_up(count, has_lengths_ ? block : 64);
    }
    return stretches;
  }

  void run(const Pass& pass) {
    std::optional<NumberOwner> owner;
    attempt([&] { owner.emplace(sets_, stretches_, has_lengths_, pass.range_of(session_.rank())); });
    reader_.begin(pass);
    par::in_batches(
        exchange_, reading_numbers, failure_, [&] { return reader_.fill(exchange_); },
        [&](int, std::span<const std::byte> message) { owner->place(message); });
    par::agree(session_.comm(), reading_numbers, failure_);
    if (totals_.empty()) find_totals();
    owner->find_missing(totals_);
    offence_ = std::min({offence_, owner->offence(), reader_.offence()});
    if (has_lengths_) owner->add_sums(sums_);
  }

  template <typename Step>
  void attempt(const Step& step) {
    if (!failure_) failure_ = par::failure_of(step, reading_numbers);
  }

  /// Every pass reads all numbers, so the first one finds the largest.
  void find_totals() {
    totals_ = reader_.largest();
    par::max_over_ranks(session_.comm(), totals_);
    for (std::size_t s = 0; s < stretches_.size(); ++s) {
      const auto known = sets_[static_cast<std::size_t>(stretches_[s].set)].total;
      // The last of all numbers is one more than a total can be; others before it are missing.
      totals_[s] =
          known >= 0 ? known : std::min(totals_[s], std::numeric_limits<std::int64_t>::max() - 1) + 1;
    }
  }

  /// Throws if any rank found an offence.
  void settle() {
    const auto all = par::gather_each(session_.comm(), offence_);
    offence_ = *std::min_element(all.begin(), all.end());
    if (offence_.kind != Offence::Kind::none) tell();
  }

  [[noreturn]] void tell() {
    std::vector<std::int64_t> mine;
    attempt([&] { mine = reader_.who_has(static_cast<int>(offence_.set), offence_.number); });
    par::agree(session_.comm(), reading_numbers, failure_);
    auto members = par::gather_joined(session_.comm(), mine);
    std::sort(members.begin(), members.end());
    throw Error(ErrorKind::input, text_of(members));
  }

  [[nodiscard]] std::string text_of(const std::vector<std::int64_t>& members) const {
    const auto& set = sets_[static_cast<std::size_t>(offence_.set)];
    const auto place = [&](std::size_t i) {
      return zone_of(inputs_, set.members[static_cast<std::size_t>(members[i])].numbers);
    };
    const auto number = fmt::format("{}: number {}", set.what, offence_.number);
    switch (offence_.kind) {
      case Offence::Kind::missing:
        return number + " is in no piece: a piece is missing";
      case Offence::Kind::out_of_range:
        if (set.total < 0) return fmt::format("{} in {} is less than {}", number, place(0), set.first_number);
        return fmt::format("{} in {} is out of range {} to {}", number, place(0), set.first_number,
                           set.first_number + set.total - 1);
      case Offence::Kind::twice:
        if (members[0] == members[1]) return fmt::format("{} is in {} twice", number, place(0));
        return fmt::format("{} is in {} and in {}, but must be in only one", number, place(0), place(1));
      default:
        return fmt::format("{} does not have as many values in {} as in {}", number, place(0),
                           place(members.size() - 1));
    }
  }

  /// @note Collective if the stretch has cells.
  [[nodiscard]] std::vector<OrderSums> order_of(std::size_t s) const {
    auto orders = reader_.orders()[s];
    if (orders.empty()) return orders;
    std::vector<std::int64_t> sums;
    for (const auto& order : orders) sums.insert(sums.end(), {order.numbers, order.weights});
    par::sum_over_ranks(session_.comm(), sums);
    for (std::size_t i = 0; i < orders.size(); ++i) {
      orders[i] = {};
      orders[i].add({.numbers = sums[2 * i], .weights = sums[2 * i + 1]});
    }
    return orders;
  }

  [[nodiscard]] plan::Ragged ragged_of(std::size_t s) const {
    const auto first = sums_.begin() + stretches_[s].begin / block;
    plan::Ragged ragged{.entities = totals_[s], .values = 0, .begins = {}};
    ragged.begins.resize(static_cast<std::size_t>(divide_up(totals_[s], block)));
    std::exclusive_scan(first, first + std::ssize(ragged.begins), ragged.begins.begin(), std::int64_t{0});
    ragged.values = std::accumulate(first, first + std::ssize(ragged.begins), std::int64_t{0});
    return ragged;
  }

  par::Session& session_;
  const cgns::InputSet& inputs_;
  const std::vector<NumberSet>& sets_;
  bool has_lengths_;
  Budget memory_;
  std::int64_t end_ = 0;
  std::vector<Stretch> stretches_;
  NumberReader reader_;
  par::Exchange exchange_;
  std::vector<std::int64_t> totals_;
  std::vector<std::int64_t> sums_;
  Offence offence_;
  std::optional<Error> failure_;
};

}  // namespace

std::vector<NumberFacts> prove_numbers(par::Session& session, const cgns::InputSet& inputs,
                                       const std::vector<NumberSet>& sets, Budget memory,
                                       std::int64_t chunk) {
  session.enter(reading_numbers);
  std::vector<NumberFacts> facts(sets.size());
  for (const bool lengths : {false, true}) Proof(session, inputs, sets, lengths, memory, chunk).run(facts);
  return facts;
}

}  // namespace pcgns::fileset
