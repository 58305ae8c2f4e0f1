#include "common/wisdom.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

using plan::Setting;

/// The hint that a program has for a setting.
std::string hint_of(Setting setting) {
  if (setting == Setting::stripe_count || setting == Setting::stripe_size) return "";
  return fmt::format("pcgns_{}", plan::name_of(setting));
}

/// Only what is taken stays.
void drop_given(plan::Settings& settings, const Hints& hints) {
  std::erase_if(settings, [&](const auto& one) {
    const auto hint = hint_of(one.first);
    return !hint.empty() && hints.contains(hint);
  });
}

void broadcast(MPI_Comm comm, publish::FoundWisdom& found) {
  par::broadcast(comm, found.file);
  par::broadcast(comm, found.warning);
  std::vector<std::int64_t> numbers;
  for (const auto& [setting, value] : found.settings) {
    numbers.push_back(static_cast<std::int64_t>(setting));
    numbers.push_back(value);
  }
  par::broadcast(comm, numbers);
  for (std::size_t i = 0; i < numbers.size(); i += 2)
    found.settings[static_cast<Setting>(numbers[i])] = numbers[i + 1];
}

}  // namespace

publish::FoundWisdom take_wisdom(par::Session& session, const OutputOptions& output, RunOptions& run,
                                 const Listener& listener) {
  publish::FoundWisdom found;
  par::on_root(session.comm(), "reading the wisdom", [&] {
    const auto folder = std::filesystem::absolute(output.output).parent_path();
    if (!std::filesystem::exists(folder)) return;  // what checks the output says so
    found = publish::find_wisdom({.file = output.wisdom, .layout = output.wisdom_layout}, folder.string(),
                                 session.size());
    drop_given(found.settings, run.hints());
    if (output.clone == publish::Clone::always) found.settings.erase(Setting::io);  // MPI-IO shares no blocks
  });
  broadcast(session.comm(), found);
  if (!found.warning.empty()) listener.warn(found.warning);
  if (found.file.empty()) return found;
  for (const auto& [setting, value] : found.settings) {
    const auto hint = hint_of(setting);
    if (!hint.empty()) run.hint_words.push_back(fmt::format("{}={}", hint, plan::text_of(setting, value)));
  }
  listener.detail(fmt::format("wisdom of {}: {}", found.file, plan::text_of(found.settings)));
  return found;
}

void describe(const publish::FoundWisdom& wisdom, Report& report) {
  if (wisdom.file.empty()) return;
  report.put("wisdom/file", wisdom.file);
  for (const auto& [setting, value] : wisdom.settings) {
    const auto name = fmt::format("wisdom/settings/{}", plan::name_of(setting));
    if (setting == Setting::io) {
      report.put(name, plan::text_of(setting, value));
    } else {
      report.put(name, value);
    }
  }
}

}  // namespace pcgns::tool
