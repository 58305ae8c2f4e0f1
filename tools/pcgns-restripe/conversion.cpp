#include "pcgns-restripe/conversion.hpp"

#include <fmt/format.h>

#include <utility>

#include "pcgns/io/derived.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::restripe {

namespace {

constexpr auto step = "planning";

void rewrite_sections(par::Session& session, restripe::ElementForm form, std::int64_t memory,
                      cgns::InputSet& inputs) {
  std::vector<cgns::Section> sections;
  par::collectively(session.comm(), step, [&] { sections = restripe::sections_to_rewrite(inputs, form); });
  const auto begins = io::begins_of(session, inputs, sections, memory);
  par::collectively(session.comm(), step, [&] { restripe::rewrite(inputs, sections, begins); });
}

void set_index_width(par::Session& session, restripe::IndexWidth width, std::int64_t memory,
                     cgns::InputSet& inputs) {
  const auto arrays = restripe::arrays_to_measure(inputs, width);
  const auto extremes = io::extremes_of(session, inputs, arrays, memory);
  par::collectively(session.comm(), step,
                    [&] { restripe::set_index_width(inputs, width, arrays, extremes); });
}

/// The largest error of all arrays, and where it is.
struct Largest {
  double error = 0;
  std::string at = {};

  void add(double other, const std::string& path, std::int64_t value) {
    if (other <= error) return;
    error = other;
    at = fmt::format("{}, value {}", path, value + 1);
  }
  void put(const std::string& name, tool::Report& report) const {
    report.put(name + "/error", error);
    report.put(name + "/at", at);
  }
};

/// Of all ranks, since the last call.
std::vector<kernel::Rounding> united(par::Session& session, const std::vector<restripe::Rounded>& rounded) {
  std::vector<kernel::Rounding> all(rounded.size());
  for (std::size_t i = 0; i < rounded.size(); ++i) std::swap(all[i], *rounded[i].rounding);
  for (const auto& theirs : par::gather_all(session.comm(), all)) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(theirs[i]);
  }
  return all;
}

}  // namespace

std::vector<restripe::Rounded> convert(par::Session& session, const Options& options,
                                       cgns::InputSet& inputs) {
  const auto memory = options.run.memory_bytes();
  if (options.ngon) rewrite_sections(session, *options.ngon, memory, inputs);
  if (options.index) set_index_width(session, *options.index, memory, inputs);
  std::vector<restripe::Rounded> rounded;
  par::collectively(session.comm(), step, [&] {
    if (options.reals) rounded = restripe::set_reals(inputs, *options.reals);
    if (options.request.format.big_endian) restripe::reverse_bytes(inputs);
    if (options.cgns_version > 0) restripe::set_version(inputs, options.cgns_version);
  });
  return rounded;
}

void tell_rounding(par::Session& session, const std::vector<restripe::Rounded>& rounded,
                   tool::Report& report) {
  if (rounded.empty()) return;
  const auto all = united(session, rounded);
  Largest absolute;
  Largest relative;
  for (std::size_t i = 0; i < all.size(); ++i) {
    absolute.add(all[i].absolute, rounded[i].path, all[i].at_absolute);
    relative.add(all[i].relative, rounded[i].path, all[i].at_relative);
  }
  absolute.put("rounding/absolute", report);
  relative.put("rounding/relative", report);
  const auto text = [](const Largest& largest) {
    return largest.error == 0 ? "0" : fmt::format("{:.3g} ({})", largest.error, largest.at);
  };
  report.text += fmt::format("rounding: at most {} absolute, {} relative\n", text(absolute), text(relative));
}

}  // namespace pcgns::restripe
