// help.hpp: the pages of --help and --help-all.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class FormatterBase;
class Option;
}  // namespace CLI

namespace pcgns::tool {

/// --help and --help-all; `usage`: what follows "Usage: ". `common`: names of the options that --help has, in
/// its order; the others are in --help-all alone. Empty: --help has all.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_page(const std::string& usage,
                                                            std::vector<std::string> common = {});

constexpr std::size_t width_of_page = 80;

/// `text` in lines of at most `width` columns, if its words are that short.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// "FILE"; empty for a flag.
[[nodiscard]] std::string value_name(const CLI::Option& option);

/// False for former names of options: they are accepted, and stand in no group.
[[nodiscard]] bool is_offered(const CLI::Option& option);

}  // namespace pcgns::tool
