#include "pcgns-bench/tune/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::bench {

namespace {

/// Changes below this are not worth a sentence of their own.
constexpr double notable = 1.15;
/// What changes the time by less is not worth choosing.
constexpr double little = 1.25;
/// The least that an interval must begin with: of many values, the best and the worst are flattered.
constexpr double least_sure = 1.05;

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

/// Seconds expected with the largest value of a setting, and with the next smaller one; equal if there is no
/// such setting.
struct LastStep {
  double half = 1;
  double all = 1;
  bool is_known = false;
};
LastStep last_step(const TuneVerdict& verdict, plan::Setting setting) {
  for (const auto& effect : verdict.effects) {
    if (effect.setting != setting || effect.seconds.size() < 2) continue;
    return {*(effect.seconds.end() - 2), effect.seconds.back(), true};
  }
  return {};
}

/// Merges tell no parts of their time: only a copy is there to compare with.
std::string what_limits_merges(const TimeParts& parts) {
  return fmt::format("{}: copying the same bytes takes {} of the time",
                     2 * parts.device > parts.total ? "the device limits" : "the device does not limit",
                     percent(parts.device / parts.total));
}

std::string what_limits(const TuneJob& job, const TimeParts& parts) {
  if (job.use == plan::WisdomUse::programs) return what_limits_merges(parts);
  const double device = std::min(parts.device, parts.total - parts.metadata);
  const double exchange = std::max(0.0, parts.total - parts.metadata - device);
  const auto shares = fmt::format("device {}, exchange {}, metadata {}", percent(device / parts.total),
                                  percent(exchange / parts.total), percent(parts.metadata / parts.total));
  if (parts.metadata > device && parts.metadata > exchange)
    return fmt::format("metadata limits: opening and closing take the largest part ({})", shares);
  if (exchange > device)
    return fmt::format("the way of the data between ranks limits, not the device ({})", shares);
  return fmt::format("the device limits ({})", shares);
}

std::string of_more_ranks(const TuneJob& job, const TuneVerdict& verdict, const TimeParts& parts) {
  if (parts.metadata > parts.total / 2) return "more ranks would not help: one rank makes the metadata";
  const auto step = last_step(verdict, plan::Setting::writers);
  if (!step.is_known) return "what more ranks would change is not known: nothing compares numbers of writers";
  if (step.half > notable * step.all)
    return fmt::format(
        "more ranks or nodes would help: with fewer writers than {} it takes {:.2f} times as long", job.ranks,
        step.half / step.all);
  if (step.all > notable * step.half)
    return fmt::format("fewer writers than {} would be faster ({:.2f} times): they hinder each other",
                       plural(job.ranks, "rank"), step.all / step.half);
  return fmt::format("more ranks{} would change little: fewer writers are as fast",
                     job.nodes > 1 ? " or nodes" : "");
}

std::string readable(plan::Setting setting, std::int64_t value) {
  using plan::Setting;
  if (value == 0 && plan::is_layout(setting)) return "the default";
  if (setting == Setting::direct && value == plan::never_direct) return "never";
  const bool is_size = setting == Setting::buffer || setting == Setting::direct ||
                       setting == Setting::alignment || setting == Setting::stripe_size;
  return is_size ? format_size(value) : plan::text_of(setting, value);
}

std::string why_it_matters(const Axis& axis, const Effect& effect) {
  const auto [least, most] = std::minmax_element(effect.seconds.begin(), effect.seconds.end());
  const auto value = [&](auto at) {
    return readable(axis.setting, axis.values[static_cast<std::size_t>(at - effect.seconds.begin())]);
  };
  return fmt::format("{} matters: {} takes {:.2f} times as long as {} ({:.2f} to {:.2f})",
                     plan::name_of(axis.setting), value(most), effect.range.value, value(least),
                     effect.range.low, effect.range.high);
}

}  // namespace

Matters matters(const Effect& effect) {
  if (effect.range.value >= notable && effect.range.low > least_sure) return Matters::yes;
  return effect.range.high < little ? Matters::little : Matters::unknown;
}

std::string readable(const plan::Settings& settings) {
  std::vector<std::string> words;
  for (const auto& [setting, value] : settings)
    words.push_back(fmt::format("{} {}", plan::name_of(setting), readable(setting, value)));
  return words.empty() ? "the defaults" : fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> explained(const TuneJob& job, const Space& space, const TuneVerdict& verdict,
                                   const TimeParts& parts) {
  std::vector<std::string> sentences = {what_limits(job, parts), of_more_ranks(job, verdict, parts)};
  std::array<std::vector<std::string>, 3> names;
  for (std::size_t a = 0; a < verdict.effects.size(); ++a) {
    const auto verdict_on = matters(verdict.effects[a]);
    names.at(static_cast<std::size_t>(verdict_on)).emplace_back(plan::name_of(space.axes[a].setting));
    if (verdict_on == Matters::yes) sentences.push_back(why_it_matters(space.axes[a], verdict.effects[a]));
  }
  const auto of = [&](Matters one) {
    return fmt::format("{}", fmt::join(names.at(static_cast<std::size_t>(one)), ", "));
  };
  if (const auto found = of(Matters::little); !found.empty())
    sentences.push_back(fmt::format("of little importance: {}", found));
  if (const auto found = of(Matters::unknown); !found.empty())
    sentences.push_back(fmt::format("not clear from these trials whether they matter: {}", found));
  return sentences;
}

}  // namespace pcgns::bench
