// tree_writer.hpp: writes the nodes of a plan, or some of them, in the order of the tree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/detail/node_writer.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/plan/batches.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/output_file.hpp"

namespace pcgns::file {

/// Copies extras from input files, a few of which stay open.
class ExtraCopier {
 public:
  explicit ExtraCopier(const cgns::InputSet& inputs);

  /// Copies the extra to `group`, or to its dataset `data` if the extra belongs there. Throws h5::Failure if
  /// it cannot be copied.
  void copy(const cgns::Extra& extra, hid_t group, const h5::Handle& data);

 private:
  const cgns::InputSet& inputs_;
  OpenFiles files_;
};

/// Nodes that are already in the file, without a parent, in the order of the tree.
struct Apart {
  std::vector<const cgns::Node*> nodes = {};
  std::vector<h5::ObjectId> objects = {};
};

/// All functions throw h5::Failure; `path` is then that of the node.
class TreeWriter {
 public:
  /// All arguments must live as long as this.
  TreeWriter(const plan::Plan& plan, const cgns::InputSet& inputs, const ChunksInPlace& chunks,
             const Congruence& congruence, bool tight = false);

  /// Writes the whole tree; of `apart`, only the links.
  void write(h5::OutputFile& file, const Apart& apart = {});
  /// Writes the children of a batch, without a parent; returns what they are.
  [[nodiscard]] std::vector<h5::ObjectId> write_apart(h5::OutputFile& file, const Batch& batch);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<std::int64_t> take_offsets() { return std::move(offsets_); }

 private:
  void write(hid_t parent, const cgns::Node& node);
  void write_contents(const cgns::Node& node, hid_t group, const PlannedValues& values);
  void finish(const cgns::Node& node, hid_t group, const h5::Handle& data);
  void write_link(hid_t parent, const cgns::Node& node);
  [[nodiscard]] h5::Handle write_values(hid_t group, const cgns::Node& node);
  [[nodiscard]] h5::Handle write_chunks(hid_t group, const plan::Target& target,
                                        const cgns::ChunkTable& table);
  [[nodiscard]] bool adopted(hid_t parent, const cgns::Node& node);

  const plan::Plan& plan_;
  const ChunksInPlace& chunks_;
  const Congruence& congruence_;
  NodeWriter writer_;
  ExtraCopier extras_;
  h5::OutputFile* file_ = nullptr;
  const Apart* apart_ = nullptr;
  std::size_t next_apart_ = 0;
  std::string path_;  ///< Of the current node.
  std::vector<std::int64_t> offsets_;
};

}  // namespace pcgns::file
