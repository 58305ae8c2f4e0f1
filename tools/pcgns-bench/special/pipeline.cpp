#include "pcgns-bench/special/pipeline.hpp"

#include <fcntl.h>

#include <filesystem>
#include <memory>

#include "common/options.hpp"
#include "common/wisdom.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/file_plan.hpp"
#include "pcgns/publish/outputs.hpp"

namespace pcgns::bench {

namespace {

struct Whole {
  cgns::InputSet inputs;
  plan::Plan plan;
  std::unique_ptr<io::ScratchFile> scratch;  ///< Arrays of the inputs may lie there.
};

Whole read_whole(par::Session& session, const std::vector<std::string>& names, const tool::RunOptions& run) {
  Whole whole;
  whole.inputs = file::read_trees(session, names, {});
  for (std::size_t i = 0; i < names.size(); ++i) whole.inputs.files[i].number = static_cast<std::int64_t>(i);
  auto mesh = fileset::whole_mesh(session, whole.inputs, {}, {}, {.memory = run.memory_bytes()});
  whole.plan = std::move(mesh.plan);
  whole.scratch = std::move(mesh.scratch);
  whole.inputs.trees = {};
  return whole;
}

/// A file whose plan is made: its values are written, and it gets its name.
void write(par::Session& session, const Whole& whole, const plan::Plan& plan, const std::string& name,
           const plan::Settings& settings, tool::RunOptions run) {
  tool::OutputOptions output;
  output.output = name;
  output.overwrite = true;
  tool::apply(settings, output, run);
  const auto machine =
      io::suited(publish::machine_for(session, name, tool::machine_request(output, run)), plan);
  publish::Outputs outputs(session, tool::stage_options(output, run));
  publish::WrittenOutput written;
  Timer timer;
  outputs.write({.names = {&name, 1},
                 .plans = {&plan, 1},
                 .inputs = whole.inputs,
                 .machine = machine,
                 .striping = output.striping},
                written, timer);
  outputs.publish();
}

/// Bytes of one file, and where they go.
void copy_range(const FileDescriptor& from, Range bytes, io::Sink& sink, std::int64_t to) {
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(4 * mebi, bytes.size())));
  for (auto at = bytes.begin; at < bytes.end;) {
    const auto size = std::min(std::ssize(buffer) + 0L, bytes.end - at);
    const std::span piece(buffer.data(), static_cast<std::size_t>(size));
    from.read_at(at, piece);
    sink.write(to + (at - bytes.begin), piece);
    at += size;
  }
}

std::int64_t size_of(const std::string& path) {
  return static_cast<std::int64_t>(std::filesystem::file_size(path));
}

void make_empty(const std::string& path) { FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC).close(); }

}  // namespace

void merge_files(par::Session& session, const std::vector<std::string>& inputs, const std::string& output,
                 const plan::Settings& settings, const tool::RunOptions& run) {
  const auto whole = read_whole(session, inputs, run);
  write(session, whole, whole.plan, output, settings, run);
}

void cut_file(par::Session& session, const std::string& input, const std::vector<std::string>& outputs,
              const tool::RunOptions& run) {
  const auto whole = read_whole(session, {input}, run);
  partition::Request request;
  request.partitions = std::ssize(outputs);
  partition::Mesh mesh;
  plan::Notes notes;
  par::collectively(session.comm(), "planning",
                    [&] { mesh = partition::mesh_of(whole.plan, request, notes); });
  for (std::int64_t part = 0; part < std::ssize(outputs); ++part) {
    plan::Plan plan;
    par::collectively(session.comm(), "planning", [&] {
      plan = partition::file_of_ranks(whole.plan, mesh, {part, part + 1}, notes);
    });
    write(session, whole, plan, outputs[static_cast<std::size_t>(part)], {}, run);
  }
}

void copy_files(par::Session& session, const std::vector<std::string>& inputs, const std::string& output) {
  par::on_root(session.comm(), "making the file", [&] { make_empty(output); });
  par::collectively(session.comm(), "copying", [&] {
    const auto sink = io::posix_sink(output);
    std::int64_t to = 0;
    for (const auto& input : inputs) {
      const auto mine = share(size_of(input), session.size(), session.rank());
      copy_range(FileDescriptor(input, O_RDONLY), mine, *sink, to + mine.begin);
      to += size_of(input);
    }
    sink->sync();
    sink->close();
  });
}

void copy_apart(par::Session& session, const std::string& input, const std::vector<std::string>& outputs) {
  par::on_root(session.comm(), "making the files", [&] {
    for (const auto& output : outputs) make_empty(output);
  });
  par::collectively(session.comm(), "copying", [&] {
    const FileDescriptor from(input, O_RDONLY);
    for (std::int64_t i = 0; i < std::ssize(outputs); ++i) {
      const auto part = share(size_of(input), std::ssize(outputs), i);
      const auto mine = share(part.size(), session.size(), session.rank());
      const auto sink = io::posix_sink(outputs[static_cast<std::size_t>(i)]);
      copy_range(from, {part.begin + mine.begin, part.begin + mine.end}, *sink, mine.begin);
      sink->sync();
      sink->close();
    }
  });
}

}  // namespace pcgns::bench
