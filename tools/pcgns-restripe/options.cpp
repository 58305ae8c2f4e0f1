#include "pcgns-restripe/options.hpp"

#include <fmt/format.h>

#include <charconv>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "pcgns-restripe/chunk_options.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::restripe {

namespace {

using Version = plan::Format::Version;
using Kind = plan::Layout::Kind;

const tool::Words<plan::Links> links = {
    {"copy", plan::Links::copy}, {"keep", plan::Links::keep}, {"split", plan::Links::split}};
const tool::Words<Version> versions = {
    {"v18", Version::v18}, {"v110", Version::v110}, {"latest", Version::latest}};

const tool::Words<Kind> layouts = {
    {"keep", Kind::keep}, {"contiguous", Kind::contiguous}, {"chunked", Kind::chunked}};

const tool::Words<bool> byte_orders = {{"little", false}, {"big", true}};
const tool::Words<plan::IndexWidth> widths = {
    {"i4", plan::IndexWidth::i4}, {"i8", plan::IndexWidth::i8}, {"auto", plan::IndexWidth::automatic}};
const tool::Words<tree::DataType> reals = {{"r4", tree::DataType::R4}, {"r8", tree::DataType::R8}};
const tool::Words<plan::ElementForm> forms = {{"old", plan::ElementForm::old_form},
                                              {"new", plan::ElementForm::new_form}};

constexpr auto footer =
    "Exit status: 0 done, 2 could not do it (nothing was published), 3 stopped (--resume goes on).\n"
    "Examples:\n"
    "  mpirun -n 16 pcgns-restripe -c 64 -S 4M -o fast.cgns out.cgns\n"
    "  mpirun -n 16 pcgns-restripe --shuffle --deflate 1 -o small.cgns out.cgns\n"
    "More: man pcgns-restripe";

void define_input(CLI::App& app, Options& options) {
  app.add_option("INPUT", options.inputs,
                 "Files, @LIST (one name a line), or a pattern such as 'out_%04d.cgns'")
      ->type_name("")
      ->required();
  auto* const group = tool::add_group(app, "Input");
  group->add_flag("--allow-missing", options.allow_missing, "A numbered set may have gaps");
  tool::add_choice(*group, "--links", options.request.links, links,
                   "keep them, copy what they lead to, or split into linked files")
      ->type_name("RULE");
  group
      ->add_option("--relink", options.relinks,
                   "Links to file OLD lead to NEW in the output; may be repeated")
      ->type_name("OLD=NEW")
      ->allow_extra_args(false);
}

void define_striping(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Striping");
  group->add_option("-c,--stripe-count", options.stripe_count, "Stripes of the output; -1: over all targets")
      ->type_name("N")
      ->check(CLI::Range(-1, 1'000'000).description(""));
  group->add_option("-S,--stripe-size", options.stripe_size, "Size of a stripe, in units of 64K")
      ->type_name("SIZE");
  group->add_option("--pool", options.pool, "Pool of targets")->type_name("NAME");
  group->add_flag("--auto", options.automatic, "Choose what is not given from the size and the ranks");
}

void check_striping(const Options& options) {
  const auto striping = options.striping();
  if (!options.stripe_size.empty() &&
      (striping.size <= 0 || striping.size % (64 * kibi) != 0 || striping.size >= 4 * gibi)) {
    throw Error(ErrorKind::usage,
                fmt::format("--stripe-size {}: a multiple of 64K below 4G", options.stripe_size));
  }
  if (options.pool.starts_with('-')) throw Error(ErrorKind::usage, "--pool: no name begins with '-'");
}

void define_layout(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Layout");
  tool::add_choice(*group, "--layout", options.layout, layouts,
                   "How arrays lie: contiguous, chunked, or keep; else what others imply")
      ->type_name("KIND");
  group->add_option("--align", options.align, "Arrays begin at multiples of this size")->type_name("SIZE");
  group
      ->add_option("--page-size", options.page_size, "Nodes in pages of this size, for few reads; no --align")
      ->type_name("SIZE");
  group->add_option("--compact-below", options.compact_below, "Smaller arrays lie in the object header")
      ->type_name("SIZE");
  group->add_option("--chunk", options.chunk, "Extents of chunks such as 64,64,64, or auto: about 1 MiB")
      ->type_name("DIMS");
  group->add_option("--deflate", options.deflate, "Compress the chunks: 1, fast, to 9, small")
      ->type_name("LEVEL")
      ->check(CLI::Range(1, 9).description(""));
  group->add_flag("--shuffle", options.shuffle, "Bytes of like weight together, before compression");
  group->add_option("--filter", options.filters, "A filter of HDF5 by its number: ID[:PARAMETER,...]")
      ->type_name("FILTER")
      ->allow_extra_args(false);
}

void define_format(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Format");
  tool::add_choice(*group, "--libver", options.request.format.version, versions,
                   "Oldest HDF5 that reads the output: v18, v110 or latest")
      ->type_name("VERSION");
  group
      ->add_option("--cgns-version", options.cgns_version_text,
                   "Version of the standard that the output names")
      ->type_name("X.Y");
  tool::add_choice(*group, "--byte-order", options.request.format.big_endian, byte_orders, "little or big")
      ->type_name("ORDER");
  tool::add_choice(*group, "--index", options.index, widths, "Integers that number the mesh: i4, i8, or auto")
      ->type_name("WIDTH");
  tool::add_choice(*group, "--reals", options.reals, reals, "Fields and coordinates: r4, rounded, or r8")
      ->type_name("WIDTH");
  tool::add_choice(*group, "--ngon", options.ngon, forms,
                   "Polygons and mixed elements as since 4.0, or before: new, old")
      ->type_name("FORM");
}

/// A form and a version that has it not are no file that anybody could read.
void check_version(Options& options) {
  const auto& text = options.cgns_version_text;
  if (text.empty()) return;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), options.cgns_version);
  const bool is_version = failure == std::errc{} && end == text.data() + text.size() &&
                          text.find_first_not_of("0123456789.") == std::string::npos &&
                          options.cgns_version >= 1 && options.cgns_version < 100;
  if (!is_version)
    throw Error(ErrorKind::usage, fmt::format("--cgns-version: '{}' is no version such as 4.2", text));
  if (options.ngon && (*options.ngon == plan::ElementForm::new_form) != (options.cgns_version >= 4)) {
    throw Error(
        ErrorKind::usage,
        fmt::format("--cgns-version {}: ElementStartOffset came with version 4.0, so --ngon {} is not for it",
                    text, options.cgns_version >= 4 ? "old" : "new"));
  }
}

void check_relinks(Options& options) {
  if (options.relinks.empty()) return;
  if (options.request.links != plan::Links::keep)
    throw Error(ErrorKind::usage, "--relink: only links that are kept have names to change (--links keep)");
  for (const auto& word : options.relinks) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
      throw Error(ErrorKind::usage, fmt::format("--relink: '{}' is not of the form OLD=NEW", word));
    options.request.renamed[word.substr(0, equals)] = word.substr(equals + 1);
  }
}

/// HDF5 takes sizes from 512 bytes to 1 GiB.
void check_pages(Options& options) {
  if (options.page_size.empty()) return;
  const auto size = parse_size(options.page_size);
  if (size < 512 || size > gibi || size % 512 != 0)
    throw Error(ErrorKind::usage,
                fmt::format("--page-size {}: a multiple of 512 from 512 to 1G", options.page_size));
  if (options.request.format.version == Version::v18)
    throw Error(ErrorKind::usage, "--page-size: HDF5 has pages since 1.10: --libver v110 is needed");
  if (!options.align.empty())
    throw Error(ErrorKind::usage,
                "--page-size and --align exclude each other: HDF5 aligns to pages, or as asked");
  if (options.request.layout.kind == Kind::chunked)
    throw Error(ErrorKind::usage,
                "--page-size: chunks cannot be in a file of pages; --layout contiguous can");
  options.request.format.page_size = size;
}

void check_align(const Options& options) {
  if (options.align.empty() || options.alignment() > 0) return;
  throw Error(ErrorKind::usage, "--align: a size above 0, such as 4M");
}

void check_compact(Options& options) {
  if (options.compact_below.empty()) return;
  const auto size = parse_size(options.compact_below);
  if (size > 64 * kibi) {
    throw Error(ErrorKind::usage,
                fmt::format("--compact-below {}: HDF5 allows 64 KiB at most", options.compact_below));
  }
  options.request.layout.compact_below = std::min(size, plan::Format::most_compact);
  options.request.format.compact_below = options.request.layout.compact_below;
}

}  // namespace

storage::Striping Options::striping() const {
  return {.count = stripe_count, .size = stripe_size.empty() ? 0 : parse_size(stripe_size), .pool = pool};
}

std::int64_t Options::alignment() const { return align.empty() ? 0 : parse_size(align); }

void define(CLI::App& app, Options& options) {
  app.description("Write the same data in another storage layout.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-restripe [OPTIONS] -o OUT INPUT..."));
  app.footer(footer);
  define_input(app, options);
  define_striping(app, options);
  define_layout(app, options);
  define_format(app, options);
  tool::define(app, options.output);
  tool::define(app, options.run);
}

void check(Options& options) {
  tool::require_sound(options.output);
  check_align(options);
  check_striping(options);
  options.request.layout = chunked_layout(options);
  check_compact(options);
  check_version(options);
  check_relinks(options);
  check_pages(options);
}

}  // namespace pcgns::restripe
