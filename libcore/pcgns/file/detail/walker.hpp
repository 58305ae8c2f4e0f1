// walker.hpp: builds the trees of files, including the files that their links lead to.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/file/detail/observer.hpp"
#include "pcgns/file/link_target.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/h5/chunk_finder.hpp"
#include "pcgns/h5/links.hpp"

namespace pcgns::file {

/// The file has a known container, but is not CGNS.
class NotCgns : public InputError {
  using InputError::InputError;
};

/// How often links may lead to the same nodes, on the average of all bytes of the files.
inline constexpr std::int64_t most_repeats = 64;

/// Throws h5::Failure if `group` has no such attribute: it is not a CGNS node then.
[[nodiscard]] std::string required_text(hid_t group, const char* attribute);

class Walker {
 public:
  /// `observer` may be null; it decides whether the walk continues past unreadable nodes.
  Walker(const std::vector<std::string>& paths, const ReadOptions& options, Observer* observer = nullptr);

  /// Reads the tree of the next file. Throws Error{input} with file and node.
  void walk_next();

  /// The same without HDF5; false if only HDF5 can read the next file.
  [[nodiscard]] bool walk_plain();

  /// The result of all walks.
  [[nodiscard]] cgns::InputSet take();

 private:
  /// Position of the walk in one file. Following a link starts another stretch, usually in another file.
  struct Stretch {
    std::shared_ptr<const OpenFile> file;
    int index = 0;  ///< Into InputSet::files.
    std::string root;
    std::string path;                      ///< Of the current node.
    std::vector<h5::ObjectId> above = {};  ///< The groups on the path, as targets of hard links.
    std::int64_t nodes = 0;                ///< Nodes read so far.
    std::int64_t bytes = 0;                ///< Of the nodes and values of an ADF file that were read so far.
  };

  /// Properties of a node's group, except its values.
  struct Group {
    hid_t id = -1;
    cgns::DataType type = cgns::DataType::MT;
    std::vector<h5::LinkEntry> links;
  };

  void walk(const std::shared_ptr<const OpenFile>& file, int index);
  [[nodiscard]] cgns::Node root_node();
  [[nodiscard]] cgns::Node node(hid_t group, const std::string& name, cgns::Place place);
  void add_children(cgns::Node& parent, const Group& group, cgns::Place place);
  [[nodiscard]] bool attempt(const std::function<bool()>& step);
  [[nodiscard]] bool add_child(cgns::Node& parent, const Group& group, const h5::LinkEntry& entry,
                               cgns::Place place);
  [[nodiscard]] cgns::Node node_of_link(const Group& group, const std::string& name, cgns::Place place);
  [[nodiscard]] cgns::Node at_end_of(const cgns::Link& link, const std::string& name, cgns::Place place);
  [[nodiscard]] cgns::Node target_node(LinkTarget target, const std::string& name, cgns::Place place);
  [[nodiscard]] cgns::Node kept_link(const LinkTarget& target, const cgns::Link& link,
                                     const std::string& name);
  [[nodiscard]] std::optional<LinkTarget> end_of_child(const LinkTarget& parent, const std::string& name);
  [[nodiscard]] cgns::Node outline_of(const LinkTarget& target, const std::string& name, std::string label);
  void look_for(const LinkTarget& parent, const std::string& path, cgns::Node& outline);
  void require_end_of_outlines(const OpenFile& file);
  void add_values(cgns::Node& node, const Group& group, cgns::Place place);
  void add_array(cgns::Node& node, hid_t dataset, cgns::Place place);
  [[nodiscard]] cgns::Node adf_root();
  [[nodiscard]] cgns::Node adf_node(const adf::Node& node, const std::string& name, cgns::Place place);
  void add_adf_children(cgns::Node& parent, const adf::Node& node, cgns::Place place);
  void add_adf_values(cgns::Node& node, const adf::Node& stored, cgns::Place place);
  void count_bytes(const adf::Node& node);
  void add_bulk(cgns::Node& node, cgns::Array array);
  [[nodiscard]] std::shared_ptr<const cgns::ChunkTable> find_chunks();
  void add_extras(cgns::Node& node, const Group& group);
  void add_attributes(cgns::Node& node, hid_t object, cgns::Extra::Kind kind);
  void lose_extras(const cgns::Node& link);
  void lose(const std::string& path, std::string why);
  void require_depth() const;
  void require_end();
  void require_no_circle(const LinkTarget& target) const;
  void require_no_circle(const h5::ObjectId& object);
  void look_at(const Group& group);
  void fail_or_go_on(const InputError& error);
  [[nodiscard]] int index_of(const OpenFile& file);

  [[nodiscard]] Stretch& here() { return stretches_.back(); }

  ReadOptions options_;
  Observer* observer_;
  std::function<void()> found_part_;  ///< Tells the observer; empty without one.
  OpenFiles files_;
  std::unique_ptr<h5::ChunkFinder> finder_;
  std::string finder_of_;  ///< The file of the chunk finder.
  std::vector<Stretch> stretches_;
  std::map<FileIdentity, int> indices_;  ///< Into InputSet::files.
  std::size_t next_ = 0;
  std::int64_t stored_bytes_ = 0;  ///< Of all files that were entered.
  std::int64_t linked_nodes_ = 0;  ///< Nodes read that links led to, each time.
  std::set<FileIdentity> outlined_;
  std::int64_t outlined_bytes_ = 0;  ///< Of these files.
  std::int64_t outlined_nodes_ = 0;  ///< Nodes looked at behind links that stay, each time.
  cgns::InputSet result_;
};

}  // namespace pcgns::file
