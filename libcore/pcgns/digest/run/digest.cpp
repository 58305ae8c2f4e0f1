#include "pcgns/digest/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/digest/run/mesh_digest.hpp"
#include "pcgns/digest/run/store.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::digest {

namespace {

void require_one_file(const Request& request, const fileset::FileList& list) {
  if (list.names.size() == 1) return;
  throw Error(ErrorKind::usage,
              request.store
                  ? "--store stores the manifest in a single file; for several files use --manifest or --each"
                  : "--check-stored takes the manifest from a single file; for several files use "
                    "--check-manifest or --each");
}

Manifest parsed(const std::string& where, const std::string& text) {
  try {
    return parse_manifest(text);
  } catch (const Error& error) {
    throw input_error(where, "", error.what());
  }
}

/// What the mesh is to be compared with.
Manifest known_digests(const Request& request, const std::string& file) {
  if (!request.known_is_stored) {
    if (!file::identity_of(request.known))
      throw input_error(request.known, "", "there is no such manifest; --manifest writes one");
    return parsed(request.known, read_list(request.known));
  }
  const auto text = stored_digests(file);
  if (!text) throw input_error(file, "", "has no stored manifest; --store adds one");
  return parsed(file, *text);
}

std::vector<NodeDigest> hashed(par::Session& session, const mesh::Dataset& dataset,
                               const Listener& listener) {
  const auto total = dataset.plan.bytes();
  listener.info("hashing " + format_size(total));
  const Move move(listener, total);
  return digest(session, dataset, [&](std::int64_t bytes) { move.moved(std::min(bytes, total)); });
}

void compare(const Request& request, const Manifest& known, Report& report) {
  report.changes = changes_of(known.nodes, report.manifest.nodes);
  for (auto& change : report.changes) {
    change.counts = !(request.ignore_missing && change.kind == NodeChange::Kind::missing);
    report.changed += change.counts ? 1 + change.below : 0;
  }
}

/// The manifest must not replace anything that is read.
void require_possible(const Request& request, std::vector<std::string> read) {
  if (request.manifest.empty()) return;
  for (auto& name : fileset::files_named(request.inputs.files)) read.push_back(std::move(name));
  if (!request.known.empty()) read.push_back(request.known);
  publish::require_possible({.overwrite = request.overwrite}, {&request.manifest, 1}, read);
}

void write(const Request& request, const cgns::InputSet& inputs, const Manifest& manifest) {
  if (!request.manifest.empty()) {
    require_possible(request, cgns::paths_of(inputs));
    publish::write_text(request.manifest, manifest_text(manifest), request.overwrite);
  }
  if (!request.store) return;
  const auto& file = inputs.files.front();
  after_publishing(request.manifest,
                   [&] { store_digests(file.path, file::state_of(file), manifest_text(manifest)); });
}

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  Report report;
  auto files = fileset::open(session, request.inputs, fileset::OnDamage::error, listener);
  Manifest known;
  par::on_root(session.comm(), "reading the manifest", [&] {
    require_possible(request, files.list.names);
    if (request.store || request.known_is_stored) require_one_file(request, files.list);
    if (request.compares()) known = known_digests(request, files.list.names.front());
  });
  const auto mesh = fileset::required(fileset::whole_zones(session, files, request.inputs, listener));
  report.manifest = {
      .name = files.list.name(),
      .nodes = hashed(session, {.plan = mesh.plan, .inputs = files.inputs, .memory = request.inputs.memory},
                      listener)};
  file::require_unchanged(session, files.inputs);
  par::on_root(session.comm(), "writing the manifest", [&] {
    const par::Unwatched writing(session);
    if (request.compares()) compare(request, known, report);
    write(request, files.inputs, report.manifest);
  });
  report.changed = par::all_max(session.comm(), report.changed);
  report.inputs = std::move(files.list);
  return report;
}

}  // namespace pcgns::digest
