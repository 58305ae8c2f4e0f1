#include "common/help.hpp"

#include <fmt/format.h>

namespace pcgns::tool {

namespace {

constexpr std::size_t width_of_names = 27;

class HelpPage : public CLI::FormatterBase {
 public:
  explicit HelpPage(std::string usage) : usage_(std::move(usage)) {}

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    auto page = fmt::format("{}\nUsage: {}\n\n", app->get_description(), usage_);
    page += lines_of(app, [](const CLI::Option* option) { return option->get_positional(); });
    for (const auto* group : app->get_subcommands({})) {
      page += fmt::format("{}:\n{}", group->get_group(),
                          lines_of(group, [](const CLI::Option*) { return true; }));
    }
    page += lines_of(app, [](const CLI::Option* option) { return !option->get_positional(); });
    return page + fmt::format("\n{}\n", app->get_footer());
  }

 private:
  template <typename Wanted>
  static std::string lines_of(const CLI::App* app, const Wanted& wanted) {
    std::string lines;
    for (const auto* option : app->get_options()) {
      if (wanted(option)) lines += line_of(*option);
    }
    return lines;
  }

  static std::string line_of(const CLI::Option& option) {
    auto names = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
    for (auto comma = names.find(','); comma != std::string::npos; comma = names.find(',', comma + 2)) {
      names.replace(comma, 1, ", ");
    }
    if (!names.starts_with("-") || names.starts_with("--"))
      names.insert(0, option.get_positional() ? "" : "    ");
    if (option.get_type_size() > 0 && !option.get_type_name().empty()) names += " " + option.get_type_name();
    const auto otherwise = option.get_default_str();
    return fmt::format("  {:{}} {}{}\n", names, width_of_names, option.get_description(),
                       otherwise.empty() ? "" : fmt::format(" [{}]", otherwise));
  }

  std::string usage_;
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_page(const std::string& usage) {
  return std::make_shared<HelpPage>(usage);
}

}  // namespace pcgns::tool
