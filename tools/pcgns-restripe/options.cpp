#include "pcgns-restripe/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/number.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/plan/wisdom.hpp"

namespace pcgns::tool {

namespace {

using Version = plan::Format::Version;
using Kind = restripe::Layout::Kind;

const Words<cgns::Links> kept_links = {
    {"copy", cgns::Links::copy}, {"keep", cgns::Links::keep}, {"split", cgns::Links::split}};
const Words<Version> versions = {{"v18", Version::v18}, {"v110", Version::v110}, {"latest", Version::latest}};

const Words<Kind> layouts = {
    {"keep", Kind::keep}, {"contiguous", Kind::contiguous}, {"chunked", Kind::chunked}};

const Words<bool> byte_orders = {{"little", false}, {"big", true}};
const Words<restripe::IndexWidth> widths = {{"i4", restripe::IndexWidth::i4},
                                            {"i8", restripe::IndexWidth::i8},
                                            {"auto", restripe::IndexWidth::automatic}};
const Words<cgns::DataType> reals = {{"r4", cgns::DataType::R4}, {"r8", cgns::DataType::R8}};
const Words<restripe::ElementForm> forms = {{"old", restripe::ElementForm::old_form},
                                            {"new", restripe::ElementForm::new_form}};

constexpr auto restripe_footer =
    "Exit status: 0 done, 2 nothing was published, 3 stopped (--resume continues),\n"
    "  4 the output is in place, but something after it failed.\n"
    "Examples:\n"
    "  mpirun -n 16 pcgns-restripe -c 64 -S 4M -o fast.cgns out.cgns\n"
    "  mpirun -n 16 pcgns-restripe --shuffle --deflate 1 -o small.cgns out.cgns\n"
    "More: man pcgns-restripe";

void define_input(CLI::App& app, RestripeOptions& options) {
  define_inputs(app, options.inputs);
  auto* const group = add_group(app, "Input");
  group->add_flag("--allow-missing", options.allow_missing, "Accept gaps in a numbered set");
  add_choice(*group, "--links", options.storage.links, kept_links,
             "Links: keep, copy their targets, or split into linked files")
      ->type_name("RULE");
  group->add_option("--relink", options.relinks, "Redirect links from file OLD to NEW; may be repeated")
      ->type_name("OLD=NEW")
      ->allow_extra_args(false);
}

void define_striping(CLI::App& app, RestripeOptions& options) {
  auto* const group = add_group(app, "Striping");
  add_number(*group, "-c,--stripe-count", options.output.striping.count, "Number of storage targets; -1: all",
             {.least = -1, .most = 1'000'000})
      ->type_name("N")
      ->option_text("1 8 64 -1");
  group->add_option("-S,--stripe-size", options.stripe_size, "Stripe size, a multiple of 64K")
      ->type_name("SIZE")
      ->option_text("1M 4M 16M");
  group->add_option("--pool", options.output.striping.pool, "Pool of storage targets")->type_name("NAME");
  group->add_flag("--auto", options.automatic, "Choose missing values from file size and number of ranks");
}

void check_striping(RestripeOptions& options) {
  auto& striping = options.output.striping;
  if (!options.stripe_size.empty()) {
    striping.size = parse_size(options.stripe_size, "--stripe-size");
    if (striping.size <= 0 || striping.size % plan::stripe_unit != 0 ||
        striping.size > plan::most_stripe_size) {
      throw Error(ErrorKind::usage,
                  fmt::format("--stripe-size {}: must be a multiple of 64K below 4G", options.stripe_size));
    }
  }
  if (striping.pool.starts_with('-')) throw Error(ErrorKind::usage, "--pool: a name must not begin with '-'");
}

void define_layout(CLI::App& app, RestripeOptions& options) {
  auto* const group = add_group(app, "Layout");
  add_choice(*group, "--layout", options.layout, layouts, "Layout of arrays: contiguous, chunked, or keep")
      ->type_name("KIND");
  group->add_option("--align", options.align, "Alignment of large arrays")
      ->type_name("SIZE")
      ->option_text("64K 1M 4M 16M");
  group->add_option("--page-size", options.page_size, "Page size for HDF5 file pages; not with --align")
      ->type_name("SIZE");
  group
      ->add_option("--compact-below", options.compact_below,
                   "Store arrays below this size in the object header")
      ->type_name("SIZE")
      ->option_text("0 4K 64K");
  group->add_option("--chunk", options.chunk, "Chunk extents such as 64,64,64, or auto: about 1 MiB")
      ->type_name("DIMS")
      ->option_text("auto");
  add_number(*group, "--deflate", options.deflate, "Compress chunks: 1 (fast) to 9 (small)",
             {.least = 1, .most = 9})
      ->type_name("LEVEL")
      ->option_text("1 6 9");
  group->add_flag("--shuffle", options.shuffle, "Group bytes by significance before compression");
  group->add_option("--filter", options.filters, "HDF5 filter by number: ID[:PARAMETER,...]; may be repeated")
      ->type_name("FILTER")
      ->allow_extra_args(false);
}

void define_format(CLI::App& app, RestripeOptions& options) {
  auto* const group = add_group(app, "Format");
  add_choice(*group, "--libver", options.storage.format.version, versions,
             "Oldest HDF5 that reads the output: v18, v110 or latest")
      ->type_name("VERSION");
  group->add_option("--cgns-version", options.cgns_version, "CGNS version to store in the output")
      ->type_name("X.Y")
      ->option_text("3.4 4.2");
  add_choice(*group, "--byte-order", options.storage.format.big_endian, byte_orders,
             "Byte order of values: little or big")
      ->type_name("ORDER");
  add_choice(*group, "--index", options.storage.index, widths, "Width of mesh integers: i4, i8, or auto")
      ->type_name("WIDTH");
  add_choice(*group, "--reals", options.storage.reals, reals,
             "Width of fields and coordinates: r4 (rounded) or r8")
      ->type_name("WIDTH");
  add_choice(*group, "--ngon", options.storage.elements, forms,
             "NGON_n, NFACE_n, MIXED: new (CGNS 4.0) or old form")
      ->type_name("FORM");
}

double version_of(const std::string& text) {
  double version = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), version);
  const bool is_version = failure == std::errc{} && end == text.data() + text.size() &&
                          text.find_first_not_of("0123456789.") == std::string::npos && version >= 1 &&
                          version < 100;
  constexpr double oldest = 2.0;  // versions before it also name families, and state sizes, otherwise
  if (is_version && version < oldest)
    throw Error(
        ErrorKind::usage,
        fmt::format("--cgns-version {}: the oldest version that can be written is {:.1f}", text, oldest));
  if (is_version && version > cgns::newest_version + 0.001)
    throw Error(ErrorKind::usage,
                fmt::format("--cgns-version {}: the newest known version of the standard is {:.1f}", text,
                            cgns::newest_version));
  if (is_version) return version;
  throw Error(ErrorKind::usage, fmt::format("--cgns-version: '{}' is not a version (for example 4.2)", text));
}

/// Nobody could read a form in a version that does not have it.
void check_version(RestripeOptions& options) {
  if (options.cgns_version.empty()) return;
  const auto version = options.storage.cgns_version = version_of(options.cgns_version);
  const auto& asked = options.storage.elements;
  const auto expected = restripe::form_of(version);
  if (!asked || *asked == expected) return;
  const bool is_new = expected == restripe::ElementForm::new_form;
  throw Error(
      ErrorKind::usage,
      fmt::format("--cgns-version {}: sections of this version have the {} form, which contradicts --ngon {}",
                  options.cgns_version, is_new ? "new" : "old", is_new ? "old" : "new"));
}

void check_relinks(RestripeOptions& options) {
  if (options.relinks.empty()) return;
  if (options.storage.links != cgns::Links::keep)
    throw Error(ErrorKind::usage, "--relink: requires --links keep");
  for (const auto& word : options.relinks) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
      throw Error(ErrorKind::usage, fmt::format("--relink: '{}' is not of the form OLD=NEW", word));
    const auto old_name = word.substr(0, equals);
    if (!options.storage.renamed.try_emplace(old_name, word.substr(equals + 1)).second)
      throw Error(ErrorKind::usage, fmt::format("--relink: '{}' is given twice", old_name));
  }
}

/// HDF5 takes sizes from 512 bytes to 1 GiB.
void check_pages(RestripeOptions& options) {
  if (options.page_size.empty()) return;
  const auto size = parse_size(options.page_size, "--page-size");
  if (size < 512 || size > gibi || size % 512 != 0)
    throw Error(ErrorKind::usage,
                fmt::format("--page-size {}: must be a multiple of 512 from 512 to 1G", options.page_size));
  if (options.storage.format.version == Version::v18)
    throw Error(ErrorKind::usage, "--page-size: requires --libver v110 or newer");
  if (!options.align.empty()) throw Error(ErrorKind::usage, "--page-size and --align cannot be combined");
  if (options.storage.layout.kind == Kind::chunked)
    throw Error(ErrorKind::usage, "--page-size: requires contiguous arrays; use --layout contiguous");
  options.storage.format.page_size = size;
}

void check_align(const RestripeOptions& options) {
  if (options.align.empty() || parse_size(options.align, "--align") > 0) return;
  throw Error(ErrorKind::usage, "--align: must be greater than 0 (for example 4M)");
}

void check_compact(RestripeOptions& options) {
  if (options.compact_below.empty()) return;
  const auto size = parse_size(options.compact_below, "--compact-below");
  if (size > 64 * kibi) {
    throw Error(ErrorKind::usage,
                fmt::format("--compact-below {}: must be at most 64 KiB", options.compact_below));
  }
  options.storage.layout.compact_below = std::min(size, plan::Format::most_compact);
  options.storage.format.compact_below = options.storage.layout.compact_below;
}

constexpr int filter_deflate = 1;
constexpr int filter_shuffle = 2;

/// "1,2,3" or "1x2x3". Throws Error{usage} unless all are at least `least`.
template <typename Number>
std::vector<Number> numbers_of(std::string_view text, Number least, const std::string& option) {
  std::vector<Number> numbers;
  const auto* at = text.data();
  const auto* const end = at + text.size();
  while (true) {
    Number number = 0;
    const auto [next, failure] = std::from_chars(at, end, number);
    if (failure != std::errc{} || number < least || (next != end && *next != ',' && *next != 'x')) {
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not a list of {}numbers", option, text,
                                                least > 0 ? "positive " : ""));
    }
    numbers.push_back(number);
    if (next == end) return numbers;
    at = next + 1;
  }
}

cgns::Filter filter_of(const std::string& word) {
  const auto colon = std::min(word.find(':'), word.size());
  cgns::Filter filter;
  const auto [next, failure] = std::from_chars(word.data(), word.data() + colon, filter.id);
  if (failure != std::errc{} || next != word.data() + colon || filter.id < 1)
    throw Error(ErrorKind::usage, fmt::format("--filter: '{}' is not of the form ID[:PARAMETERS]", word));
  if (colon < word.size())
    filter.parameters = numbers_of<std::uint32_t>(std::string_view(word).substr(colon + 1), 0, "--filter");
  // HDF5 leaves out this filter without a word where its parameter is wrong.
  constexpr std::uint32_t most_deflate = 9;
  if (filter.id == filter_deflate &&
      (filter.parameters.size() != 1 || filter.parameters.front() > most_deflate))
    throw Error(
        ErrorKind::usage,
        fmt::format("--filter {}: filter 1 (deflate) has one parameter, from 0 to 9; or use --deflate",
                    word));
  return filter;
}

std::vector<cgns::Filter> filters_of(const RestripeOptions& options) {
  std::vector<cgns::Filter> filters;
  if (options.shuffle) filters.push_back({.id = filter_shuffle});
  for (const auto& word : options.filters) filters.push_back(filter_of(word));
  if (options.deflate > 0)
    filters.push_back({.id = filter_deflate, .parameters = {static_cast<std::uint32_t>(options.deflate)}});
  return filters;
}

void require_available(const std::vector<cgns::Filter>& filters) {
  const h5::Quiet quiet;
  for (const auto& filter : filters) {
    if (h5::can_apply(filter.id)) continue;
    throw Error(ErrorKind::usage,
                fmt::format("HDF5 cannot find filter {}; set HDF5_PLUGIN_PATH to the directory of its plugin",
                            filter.id));
  }
}

/// The layout that --layout, --chunk, --deflate, --shuffle and --filter ask for. Throws Error{usage} where
/// they contradict each other, or HDF5 does not have a filter.
restripe::Layout chunked_layout(const RestripeOptions& options) {
  restripe::Layout layout;
  layout.filters = filters_of(options);
  if (!options.chunk.empty() && options.chunk != "auto")
    layout.chunk = numbers_of<std::int64_t>(options.chunk, 1, "--chunk");
  const bool wants_chunks = !layout.filters.empty() || !options.chunk.empty();
  layout.kind =
      options.layout.value_or(wants_chunks ? restripe::Layout::Kind::chunked : restripe::Layout::Kind::keep);
  if (wants_chunks && layout.kind != restripe::Layout::Kind::chunked) {
    throw Error(ErrorKind::usage, "--chunk, --deflate, --shuffle and --filter require --layout chunked");
  }
  require_available(layout.filters);
  return layout;
}

}  // namespace

void define(CLI::App& app, RestripeOptions& options) {
  app.description("Rewrite a CGNS file in another storage layout.");
  app.formatter(
      help_page("[mpirun -n N] pcgns-restripe [OPTIONS] -o OUT INPUT...",
                {"--output", "--overwrite", "--stripe-count", "--stripe-size", "--auto",  "--layout",
                 "--align",  "--chunk",     "--deflate",      "--shuffle",     "--index", "--reals",
                 "--libver", "--links",     "--dry-run",      "--resume",      "--check", "--memory",
                 "--json",   "--quiet",     "--verbose",      "--version",     "--help"}));
  app.footer(restripe_footer);
  define_input(app, options);
  define_striping(app, options);
  define_layout(app, options);
  define_format(app, options);
  define(app, options.output);
  define(app, options.run);
}

void check(RestripeOptions& options) {
  if (options.output.output.empty() && !options.output.dry_run)
    throw Error(ErrorKind::usage,
                "--output is required: the name of the file to write, for example -o new.cgns, or of several "
                "inputs a pattern such as 'new_%04d.cgns'");
  require_sound(options.output, false, "out_%04d.cgns");
  check_align(options);
  check_striping(options);
  options.storage.layout = chunked_layout(options);
  check_compact(options);
  check_version(options);
  check_relinks(options);
  check_pages(options);
}

restripe::Request request_of(const RestripeOptions& options) {
  auto stage = stage_options(options.output, options.run);
  auto machine = machine_request(options.output, options.run);
  if (!options.align.empty()) {
    machine.alignment = parse_size(options.align);
    stage.keep_alignment = true;
  }
  return {.inputs = options.inputs,
          .allow_missing = options.allow_missing,
          .storage = options.storage,
          .output = stage,
          .machine = machine,
          .choose_stripes = options.automatic,
          .dry_run = options.output.dry_run,
          .strict = options.output.strict,
          .guard = options.run.guard.get()};
}

}  // namespace pcgns::tool
