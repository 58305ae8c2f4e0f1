#include "pcgns/capi/detail/handles.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

#include "pcgns/capi/detail/wording.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::capi {

namespace {

struct Table {
  std::map<int, std::unique_ptr<Document>> documents;
  int next = 1;
  std::map<int, OpenPartition> partitions;  ///< After the documents that they refer to.
  int next_partition = 1;
  Defaults defaults;
  Position position;
  std::string error;
  std::string refusal;  ///< Empty: none.
  ErrorHandler handler = nullptr;
  std::string file;  ///< What the running call is about, for its message.
  std::string node;
};

/// The only global: state of functions without a file argument.
Table& table() {
  static Table the_table;
  return the_table;
}

int failed(int code, const std::string& text) {
  table().error = with_place(text);
  tell_handler(1);
  return code;
}

/// Two handles of one file could not see each other's changes.
void require_free(const std::string& path, Mode mode) {
  if (path.empty()) throw Error(ErrorKind::usage, "the name of the file is empty");
  for (const auto* document : open_documents()) {
    const bool is_shared = mode == Mode::read && document->mode() == Mode::read;
    if (!is_shared && document->has_file(path))
      throw Error(ErrorKind::usage, at(path, "", "is already open"));
    // Who changes a file that links to it may change it, too; readers need the file as it was.
    const bool changes = mode == Mode::write || (mode == Mode::modify && document->mode() == Mode::read);
    if (changes && document->links_to(path))
      throw Error(
          ErrorKind::usage,
          at(path, "", fmt::format("{}, which is open, links to it: close that first", document->path())));
  }
}

void require_none_written(const Document& set) {
  for (const auto* document : open_documents()) {
    if (document->mode() != Mode::read && set.has_file(document->path()))
      throw Error(ErrorKind::usage, at(document->path(), "", "is already open"));
  }
}

}  // namespace

int guarded(const std::function<void()>& step) {
  table().file.clear();
  table().node.clear();
  try {
    step();
    return CG_OK;
  } catch (const NotFound& error) {
    return failed(CG_NODE_NOT_FOUND, without_options(error.what()));
  } catch (const std::bad_alloc&) {
    return failed(CG_ERROR, "out of memory");
  } catch (const std::exception& error) {
    return failed(CG_ERROR, without_options(error.what()));
  }
}

int guarded_on(int fn, const std::function<void(Document&)>& step) {
  return guarded([&] { step(document_of(fn)); });
}

void require_mpi() {
  int is_ready = 0;
  MPI_Initialized(&is_ready);
  if (is_ready == 0) throw Error(ErrorKind::usage, "call MPI_Init first: only cg_open works without MPI");
}

const std::string& last_error() { return table().error; }

void refuse_next(std::string_view text) { table().refusal = text; }

void take_refusal() {
  const auto text = std::exchange(table().refusal, {});
  if (!text.empty()) throw Error(ErrorKind::usage, text);
}

std::string with_place(const std::string& text) {
  const auto& [file, node] = std::tie(table().file, table().node);
  const bool is_named = file.empty() || text.find(file + ":") != std::string::npos;
  return is_named ? text : at(file, node, text);
}

void reached(std::string_view path) { table().node = path; }

void set_error_handler(ErrorHandler handler) { table().handler = handler; }

void tell_handler(int is_error) {
  // The handler may change its text, and call functions that fail.
  auto text = table().error;
  if (table().handler != nullptr) table().handler(is_error, text.data());
}

Document& document_of(int fn) {
  const auto found = table().documents.find(fn);
  if (found == table().documents.end())
    throw Error(ErrorKind::usage, fmt::format("{} is not an open file", fn));
  table().file = found->second->path();
  return *found->second;
}

int keep(std::unique_ptr<Document> document) {
  table().documents.emplace(table().next, std::move(document));
  return table().next++;
}

OpenPartition& partition_of(int p) {
  const auto found = table().partitions.find(p);
  if (found == table().partitions.end())
    throw Error(ErrorKind::usage, fmt::format("{} is not a partition", p));
  return found->second;
}

int keep(OpenPartition partition) {
  table().partitions.emplace(table().next_partition, std::move(partition));
  return table().next_partition++;
}

void destroy_partition(int p) {
  static_cast<void>(partition_of(p));
  table().partitions.erase(p);
}

namespace {

void require_no_partition(int fn) {
  for (const auto& [p, partition] : table().partitions) {
    if (partition.fn == fn)
      throw Error(ErrorKind::usage, fmt::format("partition {} of the file is in use: destroy it first", p));
  }
}

/// Out of the table. Throws Error{usage} if it is not open, or a partition of any rank needs it.
/// @note Collective.
std::unique_ptr<Document> taken(int fn) {
  document_of(fn).agree(par::failure_of([&] { require_no_partition(fn); }, "closing the file"));
  auto document = std::move(table().documents.extract(fn).mapped());
  if (table().position.fn == fn) table().position = {};
  return document;
}

}  // namespace

void close(int fn) { taken(fn)->close(); }

void discard(int fn) { taken(fn)->discard(); }

void require_same_everywhere(MPI_Comm comm, const Hasher& hasher, std::string_view what) {
  const auto mine = static_cast<std::int64_t>(hasher.value().low >> 2U);
  std::vector<std::int64_t> ends = {mine, -mine};
  par::max_over_ranks(comm, ends);
  if (ends[0] != -ends[1])
    throw Error(ErrorKind::usage,
                fmt::format("{} differ between ranks: all ranks must give the same ones", what));
}

std::unique_ptr<Document> opened(MPI_Comm comm, const std::string& path, Mode mode) {
  par::collectively(
      comm, "opening the file", [&] { require_free(path, mode); }, par::Stops::ignore);
  auto hints =
      hints_of(comm, defaults().info, std::filesystem::path(path).parent_path().string(), defaults().wisdom);
  if (defaults().alignment > 0) hints.queue.alignment = defaults().alignment;
  return std::make_unique<Document>(comm, path, mode, hints);
}

std::unique_ptr<Document> opened_set(MPI_Comm comm, const std::vector<std::string>& names) {
  const auto assembly = assembly_of(comm, defaults().info);
  const auto hints = hints_of(comm, defaults().info, {}, defaults().wisdom);
  auto set = std::make_unique<Document>(comm, names, assembly, hints);
  // A single rank may write one of them.
  const auto failure = par::failure_of([&] { require_none_written(*set); }, "opening the files");
  try {
    set->agree(failure);
  } catch (const Error&) {
    set->discard();
    throw;
  }
  return set;
}

std::vector<Document*> open_documents() {
  std::vector<Document*> all;
  for (const auto& [fn, document] : table().documents) all.push_back(document.get());
  return all;
}

Defaults& defaults() { return table().defaults; }
Position& position() { return table().position; }

Document& document_here() {
  if (position().fn < 0) throw Error(ErrorKind::usage, "there is no current node: call cg_goto first");
  return document_of(position().fn);
}

Spot here() {
  auto spot = document_here().root();
  for (const auto& name : position().names) {
    auto* node = spot.node->child(name);
    spot.path = cgns::join(spot.path, name);
    reached(spot.path);
    if (node == nullptr)
      throw NotFound(ErrorKind::usage, at(document_here().path(), spot.path, "the node does not exist"));
    spot.node = node;
  }
  return spot;
}

}  // namespace pcgns::capi
