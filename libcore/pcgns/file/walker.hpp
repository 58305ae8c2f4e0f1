// walker.hpp: makes trees of files, one after another, with the files that their links lead to.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/file/link_target.hpp"
#include "pcgns/file/onlooker.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/h5/chunk_finder.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/sids/roles.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

/// Of a file on HDF5 that has no mark of CGNS.
class NotCgns : public InputError {
  using InputError::InputError;
};

class Walker {
 public:
  /// `onlooker` may be null; it decides what becomes of nodes that cannot be read.
  Walker(const std::vector<std::string>& paths, const ReadOptions& options, Onlooker* onlooker = nullptr);

  /// Reads the tree of the next file. Throws Error{input} that names file and node.
  void walk_next();

  /// Everything that was read.
  [[nodiscard]] tree::InputSet take() { return std::move(result_); }

 private:
  /// Where the walk is in one file. A link opens a stretch of its own, mostly in another file.
  struct Stretch {
    std::shared_ptr<const OpenFile> file;
    int index = 0;  ///< Into InputSet::files.
    std::string root;
    std::string path;                      ///< Of the node that is being read.
    std::vector<h5::ObjectId> above = {};  ///< The groups down to it that hard links lead to.
    std::int64_t nodes = 0;                ///< Read so far.
  };

  /// What a group says of its node, besides its values.
  struct Group {
    hid_t id = -1;
    tree::DataType type = tree::DataType::MT;
    std::vector<h5::LinkEntry> links;
  };

  void walk(const std::shared_ptr<const OpenFile>& file, int index);
  [[nodiscard]] tree::Node root_node(hid_t group);
  [[nodiscard]] tree::Node node(hid_t group, const std::string& name, sids::Place place);
  void add_children(tree::Node& parent, const Group& group, sids::Place place);
  [[nodiscard]] bool try_child(tree::Node& parent, const Group& group, const h5::LinkEntry& entry,
                               sids::Place place);
  [[nodiscard]] bool add_child(tree::Node& parent, const Group& group, const h5::LinkEntry& entry,
                               sids::Place place);
  [[nodiscard]] tree::Node node_of_link(const Group& group, const std::string& name, sids::Place place);
  [[nodiscard]] tree::Node at_end_of(const tree::Link& link, const std::string& name, sids::Place place);
  [[nodiscard]] tree::Node target_node(LinkTarget target, const std::string& name, sids::Place place);
  [[nodiscard]] tree::Node kept_link(const LinkTarget& target, const tree::Link& link,
                                     const std::string& name);
  void add_values(tree::Node& node, const Group& group, sids::Place place);
  void add_array(tree::Node& node, hid_t dataset, sids::Place place);
  [[nodiscard]] std::shared_ptr<const tree::ChunkTable> find_chunks();
  void add_extras(tree::Node& node, const Group& group);
  void add_attributes(tree::Node& node, hid_t object, tree::Extra::Kind kind);
  void lose_extras(const tree::Node& link);
  void lose(const std::string& path, std::string why);
  void require_no_circle(const LinkTarget& target) const;
  void require_no_circle(const h5::ObjectId& object);
  void look_at(const Group& group);
  void fail_or_go_on(const InputError& error);
  [[nodiscard]] int index_of(const OpenFile& file);

  [[nodiscard]] Stretch& here() { return stretches_.back(); }

  ReadOptions options_;
  Onlooker* onlooker_;
  OpenFiles files_;
  std::unique_ptr<h5::ChunkFinder> finder_;
  std::string finder_of_;  ///< The file that it looks into.
  std::vector<Stretch> stretches_;
  std::map<FileIdentity, int> indices_;  ///< Into InputSet::files.
  std::size_t next_ = 0;
  tree::InputSet result_;
};

}  // namespace pcgns::file
