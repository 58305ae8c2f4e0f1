#include "common/wisdom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

using plan::Setting;

/// The hint that all programs have for a setting; empty: they have none.
std::string hint_of(Setting setting) {
  const bool is_hint = setting == Setting::buffer || setting == Setting::io || setting == Setting::alignment;
  return is_hint ? fmt::format("pcgns_{}", plan::name_of(setting)) : "";
}

/// Only what is taken stays. The user may have set --memory, into which buffers fit.
void drop_others(plan::Settings& settings, const std::set<Setting>& fixed, const RunOptions& run) {
  std::erase_if(settings, [&, hints = run.hints()](const auto& one) {
    const bool is_stripe = one.first == Setting::stripe_count || one.first == Setting::stripe_size;
    const auto hint = hint_of(one.first);
    return fixed.contains(one.first) || (hint.empty() ? !is_stripe : hints.contains(hint));
  });
  if (const auto buffer = settings.find(Setting::buffer); buffer != settings.end())
    buffer->second = std::min(buffer->second, largest_buffer(run));
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

void apply(const plan::Settings& settings, OutputOptions& output, RunOptions& run) {
  for (const auto& [setting, value] : settings) {
    const auto hint = hint_of(setting);
    if (!hint.empty()) run.hint_words.push_back(fmt::format("{}={}", hint, plan::text_of(setting, value)));
    if (setting == Setting::stripe_count) output.striping.count = static_cast<int>(value);
    if (setting == Setting::stripe_size) output.striping.size = value;
  }
}

publish::FoundWisdom find_wisdom(par::Session& session, const publish::WisdomRequest& request,
                                 const std::string& folder) {
  publish::FoundWisdom found;
  par::on_root(session.comm(), "reading the wisdom",
               [&] { found = publish::find_wisdom(request, folder, session.size()); });
  broadcast(session.comm(), found);
  return found;
}

publish::FoundWisdom take_wisdom(par::Session& session, OutputOptions& output, RunOptions& run,
                                 const Listener& listener, const std::set<Setting>& fixed) {
  warn_of_large_buffer(run, listener);
  publish::FoundWisdom found;
  par::on_root(session.comm(), "starting", [&] {
    const auto folder = std::filesystem::absolute(output.output).parent_path();
    std::error_code failure;
    if (!std::filesystem::exists(folder, failure)) return;  // what checks the output says so
    found = publish::find_wisdom({.file = output.wisdom, .layout = output.wisdom_layout}, folder.string(),
                                 session.size());
    drop_others(found.settings, fixed, run);
    if (output.clone == publish::Clone::always) found.settings.erase(Setting::io);  // MPI-IO shares no blocks
  });
  broadcast(session.comm(), found);
  // Those that have nothing for this run, too: they may have for the next one.
  if (output.wisdom != "none") output.wisdom_files = {output.wisdom, publish::users_wisdom(), found.file};
  if (!found.warning.empty()) listener.warn(found.warning);
  if (!found.file.empty()) {
    apply(found.settings, output, run);
    listener.detail(fmt::format("wisdom of {}: {}", found.file, plan::text_of(found.settings)));
  }
  warn_of_idle_hints(run, listener);
  return found;
}

nlohmann::ordered_json json_of(const plan::Settings& settings) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [setting, value] : settings) {
    if (setting == Setting::io) {
      json[plan::name_of(setting)] = plan::text_of(setting, value);
    } else {
      json[plan::name_of(setting)] = value;
    }
  }
  return json;
}

void describe(const publish::FoundWisdom& wisdom, Report& report) {
  if (!wisdom.file.empty())
    report.json()["wisdom"] = {{"file", wisdom.file}, {"settings", json_of(wisdom.settings)}};
}

}  // namespace pcgns::tool
