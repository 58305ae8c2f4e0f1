#include "pcgns/restripe/restripe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/io/derived.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/notes.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/real_path.hpp"
#include "pcgns/restripe/plan/convert.hpp"
#include "pcgns/restripe/plan/copy.hpp"
#include "pcgns/restripe/plan/split.hpp"

namespace pcgns::restripe {

namespace {

constexpr auto planning = "planning";

struct Job {
  std::string input;
  std::string output;
};

std::string numbered(const fileset::NumberPattern& pattern, std::int64_t number) {
  const auto digits = pattern.zeros ? fmt::format("{:0{}}", number, pattern.width)
                                    : fmt::format("{:{}}", number, pattern.width);
  return pattern.before + digits + pattern.after;
}

/// One output may have a name that looks like a pattern; several must have one that is.
std::optional<fileset::NumberPattern> pattern_for(const std::string& output, std::size_t inputs) {
  auto pattern = fileset::number_pattern(output);
  if (pattern || inputs == 1) return pattern;
  throw Error(ErrorKind::usage,
              fmt::format("--output {}: {} inputs need a pattern such as 'new_%04d.cgns'", output, inputs));
}

/// One job for each input, in natural order. `words`: what was asked for.
std::vector<Job> jobs_of(fileset::NumberedSet set, const std::vector<std::string>& words,
                         const std::string& output) {
  const auto pattern = pattern_for(output, set.names.size());
  if (set.names.size() == 1) set.numbers = {fileset::number_of_one(set.names.front(), words.front())};
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < set.names.size(); ++i)
    jobs.push_back({set.names[i], pattern ? numbered(*pattern, set.numbers[i]) : output});
  return jobs;
}

/// Nothing else looks at what redirected links lead to.
void require_hdf5_targets(par::Session& session, const StorageRequest& storage, const std::string& output) {
  par::on_root(session.comm(), planning, [&] {
    for (const auto& [old_name, name] : storage.renamed) {
      const auto target = std::filesystem::path(output).parent_path() / name;
      if (file::is_adf(target.string()))
        throw Error(ErrorKind::usage,
                    fmt::format("--relink {}={}: an HDF5 file cannot link to an ADF file: convert it "
                                "with adf2hdf first",
                                old_name, name));
    }
  });
}

cgns::InputSet read(par::Session& session, const std::string& input, const StorageRequest& storage,
                    file::Guard* guard) {
  auto inputs = file::read_trees(session, {input},
                                 {.follow_links = storage.links != cgns::Links::keep,
                                  .keep_lost_links = !storage.renamed.empty(),
                                  .inline_limit = values_needed_below(storage.layout) - 1,
                                  .find_chunks = true,
                                  .guard = guard});
  // The way from the output to what the input links to is found from absolute paths.
  for (auto* const files : {&inputs.files, &inputs.external}) {
    for (auto& file : *files) file.path = std::filesystem::absolute(file.path).string();
  }
  return inputs;
}

void rewrite_sections(par::Session& session, ElementForm form, double version, Budget memory,
                      cgns::InputSet& inputs) {
  std::vector<cgns::Section> sections;
  par::collectively(session.comm(), planning, [&] { sections = mixed_sections(inputs, form, version); });
  (void)io::begins_of(session, inputs, sections, memory);  // refuses types that would change
  par::collectively(session.comm(), planning, [&] { sections = sections_to_rewrite(inputs, form); });
  const auto begins = io::begins_of(session, inputs, sections, memory);
  par::collectively(session.comm(), planning, [&] { rewrite(inputs, form, sections, begins, version); });
}

void measure_index_width(par::Session& session, IndexWidth width, Budget memory, cgns::InputSet& inputs) {
  const auto arrays = arrays_to_measure(inputs, width);
  const auto extremes = io::extremes_of(session, inputs, arrays, memory);
  par::collectively(session.comm(), planning, [&] { set_index_width(inputs, width, arrays, extremes); });
}

/// Gives `inputs` the requested form, values when they are read. Returns arrays that may lose something.
std::vector<Rounded> convert(par::Session& session, const StorageRequest& storage, Budget memory,
                             cgns::InputSet& inputs) {
  auto form = storage.elements;
  if (!form && storage.cgns_version > 0) form = form_of(storage.cgns_version);
  if (form) rewrite_sections(session, *form, storage.cgns_version, memory, inputs);
  if (storage.index) measure_index_width(session, *storage.index, memory, inputs);
  std::vector<Rounded> rounded;
  par::collectively(session.comm(), planning, [&] {
    if (storage.reals) rounded = set_reals(inputs, *storage.reals);
    if (storage.format.big_endian) reverse_bytes(inputs);
    if (storage.cgns_version > 0) set_version(inputs, storage.cgns_version);
  });
  return rounded;
}

std::string more_like_this(std::size_t all) {
  return all > 1 ? fmt::format(" (and {} more like this)", all - 1) : "";
}

/// About links that are kept, or empty.
std::string left_behind(const Job& job, const StorageRequest& storage, const cgns::InputSet& inputs) {
  const auto links = links_left_behind(inputs, storage);
  if (links.empty()) return {};
  return at(job.input, links.front(), "is a link that is kept, so what it leads to is not converted") +
         more_like_this(links.size()) + ": convert that file, too, or add --links copy";
}

/// Of all ranks, since the last call.
std::vector<kernel::Rounding> united(par::Session& session, const std::vector<Rounded>& rounded) {
  std::vector<kernel::Rounding> all(rounded.size());
  for (std::size_t i = 0; i < rounded.size(); ++i) std::swap(all[i], *rounded[i].rounding);
  for (const auto& theirs : par::gather_all(session.comm(), all)) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(theirs[i]);
  }
  return all;
}

std::optional<FileReport::Rounding> largest_errors(par::Session& session,
                                                   const std::vector<Rounded>& rounded) {
  if (rounded.empty()) return std::nullopt;
  FileReport::Rounding largest;
  const auto add = [](LargestError& to, double error, const std::string& path, std::int64_t value) {
    if (error > to.error) to = {error, path, value};
  };
  const auto all = united(session, rounded);
  for (std::size_t i = 0; i < all.size(); ++i) {
    add(largest.absolute, all[i].absolute, rounded[i].path, all[i].at_absolute);
    add(largest.relative, all[i].relative, rounded[i].path, all[i].at_relative);
  }
  return largest;
}

/// HDF5 allocates small chunks within pages, so their addresses are not known in advance.
void require_pages(const plan::Plan& plan, const Job& job) {
  if (plan.format.page_size == 0 || !plan.has_chunks()) return;
  throw Error(
      ErrorKind::usage,
      at(job.input, "",
         "has chunked arrays, which a paged file cannot hold: add --layout contiguous to --page-size"));
}

/// Checks on every rank that HDF5 has the filters and that a chunk fits in memory; those kept from the input
/// are not known before.
void require_filters(par::Session& session, const plan::Plan& plan, Budget memory) {
  par::collectively(session.comm(), "looking for filters", [&] {
    const h5::Quiet quiet;
    for (const auto& target : plan.targets) {
      if (target.is_chunked())
        memory.require(target.path + ": a chunk", cgns::bytes_of(target.type, target.chunk), 8);
      for (const auto& filter : target.filters) {
        if (h5::can_apply(filter.id)) continue;
        throw Error(ErrorKind::input,
                    fmt::format("{}: HDF5 cannot compress with filter {}; --layout contiguous avoids it",
                                target.path, filter.id));
      }
    }
  });
}

/// The files that an input becomes.
std::vector<Piece> pieces_of(par::Session& session, const Job& job, cgns::Links links,
                             cgns::InputSet& inputs) {
  std::vector<Piece> pieces;
  const bool splits = links == cgns::Links::split;
  const auto output = splits ? publish::real_path(session, job.output) : job.output;
  par::collectively(session.comm(), planning, [&] {
    if (splits) {
      pieces = split(inputs, output);
      // As the user has named the folder.
      const auto folder = std::filesystem::path(job.output).parent_path();
      for (auto& piece : pieces)
        piece.output = (folder / std::filesystem::path(piece.output).filename()).string();
    } else {
      pieces.push_back({output, std::move(inputs.trees.front())});
    }
  });
  return pieces;
}

/// The names in the folder of `output`, ascending.
std::vector<std::string> names_around(const std::string& output) {
  std::vector<std::string> names;
  std::error_code failure;
  const auto folder = std::filesystem::path(output).parent_path();
  for (auto file = std::filesystem::directory_iterator(folder.empty() ? "." : folder, failure);
       !failure && file != std::filesystem::directory_iterator(); file.increment(failure))
    names.push_back(file->path().filename().string());
  std::ranges::sort(names);
  return names;
}

/// Files beside the pieces of a split that look like further time steps of it: an earlier run with more of
/// them has left these. `around`: what is in their folder.
std::vector<std::string> further_steps(const std::vector<Piece>& pieces,
                                       const std::vector<std::string>& around) {
  std::set<std::string> names;
  for (const auto& piece : pieces) names.insert(std::filesystem::path(piece.output).filename().string());
  const std::filesystem::path output = pieces.front().output;
  auto left = step_names_among(around, output.string());
  std::erase_if(left, [&](const std::string& name) { return names.contains(name); });
  for (auto& name : left) name = (output.parent_path() / name).string();
  return left;
}

/// What to say of them, on every rank, or empty. They may be somebody else's, and are not removed. All
/// outputs are in one folder, which is listed once, into `around` on the root.
std::string about_further_steps(par::Session& session, const std::vector<Piece>& pieces,
                                std::optional<std::vector<std::string>>& around) {
  std::string text;
  par::on_root(session.comm(), planning, [&] {
    if (!around) around = names_around(pieces.front().output);
    const auto left = further_steps(pieces, *around);
    if (left.empty()) return;
    text = at(left.front(), "", "is named like a time step of the output, which has no such step") +
           more_like_this(left.size()) + ": if an earlier run left it, remove it";
  });
  par::broadcast(session.comm(), text);
  return text;
}

plan::Plan plan_of(par::Session& session, const Job& job, const Request& request,
                   const cgns::InputSet& inputs, const Listener& listener) {
  auto storage = request.storage;
  storage.output = publish::real_path(session, job.output);
  storage.strict = request.strict;
  storage.input = job.input;
  plan::Plan plan;
  par::collectively(session.comm(), planning, [&] {
    plan = plan_copy(inputs, storage);
    require_pages(plan, job);
    plan::tell_notes(plan, request.strict, listener);
  });
  return plan;
}

/// What the user says, or what suits the output.
publish::Striping striping_for(const plan::Plan& plan, const Request& request, int ranks,
                               const Listener& listener) {
  auto striping = request.machine.striping;
  if (!request.choose_stripes) return striping;
  const auto chosen = publish::striping_for(plan.bytes(), ranks);
  if (striping.count == 0) striping.count = chosen.count;
  if (striping.size == 0) striping.size = chosen.size;
  listener.info(fmt::format("{} of {}: chosen for {} on {}", plural(striping.count, "stripe"),
                            format_size(striping.size), format_size(plan.bytes()), plural(ranks, "rank")));
  return striping;
}

plan::Machine machine_for(par::Session& session, const std::string& output, const Request& request,
                          const publish::Striping& striping) {
  auto asked = request.machine;
  asked.striping = striping;
  if (request.storage.format.page_size > 0) asked.alignment = request.storage.format.page_size;
  return publish::machine_for(session, output, asked);
}

class Restriper {
 public:
  Restriper(par::Session& session, const Request& request, publish::StageOptions stage,
            std::vector<std::string> names, const Listener& listener)
      : session_(session),
        request_(request),
        stage_(std::move(stage)),
        read_(std::move(names)),
        listener_(listener),
        outputs_(session, stage_, listener) {
    const auto lists = fileset::files_named({.names = request.inputs});
    read_.insert(read_.end(), lists.begin(), lists.end());
  }

  void preflight(std::span<const std::string> outputs) {
    if (stage_.is_examined) publish::preflight(session_, stage_, outputs, read_);
  }

  /// Writes and checks the files that an input becomes.
  void add(const Job& job) {
    Timer timer;
    listener_.info("reading " + job.input);
    auto inputs = read(session_, job.input, request_.storage, request_.guard);
    par::collectively(session_.comm(), planning,
                      [&] { file::require_chunks_fit(inputs, request_.machine.memory); });
    FileReport report{.input = job.input, .output = {}, .before = storage_of(inputs)};
    report.seconds.reading = timer.lap();
    std::vector<plan::Note> notes;
    warn(left_behind(job, request_.storage, inputs), notes);
    const auto rounded = convert(session_, request_.storage, request_.machine.memory, inputs);
    auto pieces = pieces_of(session_, job, request_.storage.links, inputs);
    if (request_.storage.links == cgns::Links::split)
      warn(about_further_steps(session_, pieces, around_), notes);
    for (auto& piece : pieces) {
      inputs.trees = {};
      inputs.trees.push_back(std::move(piece.tree));
      report.output = std::move(piece.output);
      files_.push_back(report);
      add(files_.back(), inputs, rounded, timer);
      auto& told = files_.back().summary.notes;
      told.insert(told.end(), notes.begin(), notes.end());
      notes.clear();
    }
  }

  /// Reads how all files are stored, and publishes them.
  [[nodiscard]] std::vector<FileReport> finish() {
    if (request_.dry_run) return std::move(files_);
    require_unread();
    const auto paths = outputs_.paths();
    for (std::size_t i = 0; i < files_.size(); ++i) {
      files_[i].after = storage_of(file::read_trees(
          session_, {paths[i]}, {.follow_links = false, .look_at_links = false, .find_chunks = true}));
    }
    outputs_.publish();
    return std::move(files_);
  }

 private:
  /// Nothing if the text is empty.
  void warn(const std::string& text, std::vector<plan::Note>& notes) const {
    if (text.empty()) return;
    listener_.warn(text);
    notes.push_back({plan::Note::Kind::warning, text});
  }

  /// Links of a later input may lead to an earlier output.
  void require_unread() const {
    std::vector<std::string> outputs;
    for (const auto& file : files_) outputs.push_back(file.output);
    auto stage = stage_;
    stage.resume = true;  // the staged files are there
    publish::preflight(session_, stage, outputs, read_);
  }

  void add(FileReport& report, cgns::InputSet& inputs, const std::vector<Rounded>& rounded, Timer& timer) {
    const auto plan = plan_of(session_, {report.input, report.output}, request_, inputs, listener_);
    report.seconds.planning = timer.lap();
    const auto striping = striping_for(plan, request_, session_.size(), listener_);
    const auto machine = machine_for(session_, report.output, request_, striping);
    report.summary = publish::summary_of(plan, inputs, machine);
    require_filters(session_, plan, request_.machine.memory);
    if (!request_.dry_run || stage_.is_examined)
      publish::preflight(session_, stage_, {&report.output, 1}, cgns::paths_of(inputs));
    if (request_.dry_run) {
      report.planned = storage_of(plan);
      report.estimated_ratio =
          io::sampled_ratio(session_, {.plan = plan, .inputs = inputs, .machine = machine});
      return;
    }
    // The plan has what it needs of them, and memory is for the data.
    inputs.trees = {};
    write({.names = {&report.output, 1},
           .plans = {&plan, 1},
           .inputs = inputs,
           .machine = machine,
           .striping = striping,
           .check_content =
               [&](const std::string& path) {
                 return digest::check_content(session_,
                                              {.plan = plan,
                                               .inputs = inputs,
                                               .output = report.output,
                                               .memory = request_.machine.memory},
                                              path);
               }},
          timer, report);
    report.rounding = largest_errors(session_, rounded);
  }

  void write(const publish::PlannedOutputs& planned, Timer& timer, FileReport& report) {
    const auto read = cgns::paths_of(planned.inputs);
    read_.insert(read_.end(), read.begin(), read.end());
    outputs_.write(planned, report.written.emplace(), timer, listener_);
    outputs_.require_checked();
    file::require_unchanged(session_, planned.inputs);
  }

  par::Session& session_;
  const Request& request_;
  const publish::StageOptions stage_;
  std::vector<std::string> read_;  ///< All inputs, lists, and what links have led to so far.
  const Listener& listener_;
  publish::Outputs outputs_;
  std::vector<FileReport> files_;
  std::optional<std::vector<std::string>> around_;  ///< See about_further_steps.
};

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  Timer timer;
  const auto set = fileset::input_files(
      session, request.inputs, {.allow_missing = request.allow_missing, .takes_one = true}, listener);
  const auto jobs = jobs_of(set, request.inputs, request.output.output);
  auto stage = request.output;
  stage.one_of_many = jobs.size() > 1 || request.storage.links == cgns::Links::split;
  stage.keep_alignment |= request.choose_stripes;
  Restriper restriper(session, request, std::move(stage), set.names, listener);
  std::vector<std::string> outputs;
  for (const auto& job : jobs) {
    require_hdf5_targets(session, request.storage, job.output);
    outputs.push_back(job.output);
  }
  restriper.preflight(outputs);
  for (const auto& job : jobs) restriper.add(job);
  auto files = restriper.finish();
  return {.files = std::move(files), .seconds = timer.total()};
}

}  // namespace pcgns::restripe
