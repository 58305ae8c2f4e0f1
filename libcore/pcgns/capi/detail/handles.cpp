#include "pcgns/capi/detail/handles.hpp"

#include <fmt/format.h>

#include <map>

#include "pcgns/par/collective.hpp"

namespace pcgns::capi {

namespace {

struct Table {
  std::map<int, std::unique_ptr<Document>> documents;
  int next = 1;
  Defaults defaults;
  Position position;
  std::string error;
};

/// The only global: state of functions without a file argument.
Table& table() {
  static Table the_table;
  return the_table;
}

/// Runs `step`; an Error without the name of the file gets it.
void naming_file(const std::string& path, const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    if (std::string_view(error.what()).find(path + ":") != std::string_view::npos) throw;
    throw Error(error.kind(), at(path, "", error.what()), error.reason());
  }
}

}  // namespace

int guarded(const std::function<void()>& step) {
  try {
    step();
    return CG_OK;
  } catch (const NotFound& error) {
    table().error = error.what();
    return CG_NODE_NOT_FOUND;
  } catch (const std::bad_alloc&) {
    table().error = "out of memory";
  } catch (const std::exception& error) {
    table().error = error.what();
  }
  return CG_ERROR;
}

int guarded_on(int fn, const std::function<void(Document&)>& step) {
  return guarded([&] {
    auto& document = document_of(fn);
    naming_file(document.path(), [&] { step(document); });
  });
}

const std::string& last_error() { return table().error; }

Document& document_of(int fn) {
  const auto found = table().documents.find(fn);
  if (found == table().documents.end())
    throw Error(ErrorKind::usage, fmt::format("{} is not an open file", fn));
  return *found->second;
}

int keep(std::unique_ptr<Document> document) {
  table().documents.emplace(table().next, std::move(document));
  return table().next++;
}

void close(int fn) {
  static_cast<void>(document_of(fn));
  const auto document = std::move(table().documents.extract(fn).mapped());
  if (table().position.fn == fn) table().position = {};
  naming_file(document->path(), [&] { document->close(); });
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
    if (node == nullptr)
      throw NotFound(ErrorKind::usage, at(document_here().path(), spot.path, "the node does not exist"));
    spot.node = node;
  }
  return spot;
}

}  // namespace pcgns::capi
