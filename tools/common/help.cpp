#include "common/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace pcgns::tool {

std::string value_name(const CLI::Option& option) {
  return option.get_type_size() > 0 ? option.get_type_name() : "";
}

bool is_offered(const CLI::Option& option) { return !option.get_group().empty(); }

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + std::string(word);
  }
  return lines;
}

namespace {

constexpr std::size_t width_of_names = 27;

class HelpPage : public CLI::FormatterBase {
 public:
  HelpPage(std::string usage, std::vector<std::string> common)
      : usage_(std::move(usage)), common_(std::move(common)) {}

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode mode) const override {
    auto page = fmt::format("{}\nUsage: {}\n\n", app->get_description(),
                            fmt::join(wrapped(usage_, width_of_page - 8), "\n         "));
    page += lines_of(app, [](const CLI::Option* option) { return option->get_positional(); });
    page += mode == CLI::AppFormatMode::All || common_.empty() ? all_lines(app) : common_lines(app);
    return page + fmt::format("\n{}\n", app->get_footer());
  }

 private:
  static std::string all_lines(const CLI::App* app) {
    std::string lines;
    for (const auto* group : app->get_subcommands({})) {
      lines += fmt::format("{}:\n{}", group->get_group(),
                           lines_of(group, [](const CLI::Option*) { return true; }));
    }
    return lines + lines_of(app, [](const CLI::Option* option) { return !option->get_positional(); });
  }

  std::string common_lines(const CLI::App* app) const {
    std::string lines;
    for (const auto& name : common_) lines += line_of(*app->get_option(name));
    return lines + line_of(*app->get_help_all_ptr());
  }

  template <typename Wanted>
  static std::string lines_of(const CLI::App* app, const Wanted& wanted) {
    std::string lines;
    for (const auto* option : app->get_options()) {
      if (wanted(option) && is_offered(*option)) lines += line_of(*option);
    }
    return lines;
  }

  static std::string names_of(const CLI::Option& option) {
    auto names = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
    for (auto comma = names.find(','); comma != std::string::npos; comma = names.find(',', comma + 2)) {
      names.replace(comma, 1, ", ");
    }
    if (names.starts_with("--")) names.insert(0, "    ");
    if (const auto value = value_name(option); !value.empty()) names += " " + value;
    return names;
  }

  static std::string line_of(const CLI::Option& option) {
    const auto otherwise = option.get_default_str();
    const auto text = option.get_description() + (otherwise.empty() ? "" : fmt::format(" [{}]", otherwise));
    const auto indent = fmt::format("\n{:{}}", "", width_of_names + 3);
    const auto lines = wrapped(text, width_of_page - width_of_names - 3);
    const auto names = names_of(option);
    const auto head =
        names.size() > width_of_names ? names + indent : fmt::format("{:{}} ", names, width_of_names);
    return fmt::format("  {}{}\n", head, fmt::join(lines, indent));
  }

  std::string usage_;
  std::vector<std::string> common_;
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_page(const std::string& usage, std::vector<std::string> common) {
  return std::make_shared<HelpPage>(usage, std::move(common));
}

}  // namespace pcgns::tool
