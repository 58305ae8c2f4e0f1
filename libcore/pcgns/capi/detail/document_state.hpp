// document_state.hpp: state of an open file; only for the sources of Document.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/capi/detail/arrays.hpp"
#include "pcgns/capi/detail/document.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/queue/queue.hpp"
#include "pcgns/restart/restart.hpp"

namespace pcgns::capi {

class ArrayBacking;

/// The children of nodes that have many, by name and by label. Follows the children that are added at the
/// end; any other change needs `forget`.
class ManyChildren {
 public:
  /// Null if there is none of that name.
  [[nodiscard]] cgns::Node* find(const Spot& parent, const std::string& name);
  /// How many children have the label of the last one; 0 if `parent` has few.
  [[nodiscard]] int number_of_last(const Spot& parent);
  /// The node at `path` and all below it.
  void forget(const std::string& path);

 private:
  struct Known {
    std::size_t count = 0;
    std::unordered_map<std::string, std::size_t> places = {};  ///< Of the first child of a name.
    std::unordered_map<std::string, int> labels = {};
  };
  Known& known(const Spot& parent);

  std::unordered_map<std::string, Known> nodes_;  ///< By path.
};

struct Document::State {
  State();
  ~State();

  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  Mode mode = Mode::read;
  std::string path;
  std::string target;      ///< Of a symbolic link `path`, otherwise `path`.
  std::string part;        ///< The file being written: the file itself if it is modified in place.
  bool is_staged = false;  ///< `part` gets the name of the file when it is closed.
  Hints hints;
  cgns::Node root;
  ManyChildren many_children;
  cgns::Node before;                                      ///< Tree of the modified file before the changes.
  bool has_links = false;                                 ///< Of a file that is written or modified.
  cgns::InputSet extras;                                  ///< The files that have the extras of a new file.
  std::unordered_map<std::string, int> places_of_extras;  ///< In `extras`, by path.
  std::unique_ptr<Arrays> arrays;
  std::unordered_map<std::string, int> given_up;  ///< Arrays without a node, by its path.
  std::unique_ptr<par::Session> session;          ///< Of `files`.
  std::unique_ptr<restart::FileSet> files;
  std::map<std::string, std::string> chosen_interfaces;
  bool is_set = false;  ///< `files` has the values of `arrays`.
  Hasher calls;         ///< Hash of all calls that changed the tree.
  std::unique_ptr<queue::Queue> engine;
  std::unique_ptr<ArrayBacking> backing;  ///< Of `cache`.
  std::unique_ptr<cache::Cache> cache;
  struct Queued {
    int file = 0;
    io::Slab slab;
    int array = -1;  ///< In `arrays`; in a file set, the same index in `files`.
  };
  std::vector<Queued> queued[2];          ///< By Direction.
  std::unordered_set<int> queued_arrays;  ///< Of the queued writes.
  std::optional<Error>
      outdated;                 ///< Set if a later write outdated queued values: the error of the next flush.
  std::optional<Error> damage;  ///< Why values of this file may be wrong.

  void make_part();
  /// The staged file, new and empty, unless one is left.
  void create_part();
  /// From here on, changes go to a copy of the file. @note Collective.
  void stage_copy();
  void open_files(const std::vector<std::string>& names, const std::string& assembly);
  void take_tree(const cgns::Node& tree, const std::vector<plan::Target>& arrays_of_tree);
  void write_nodes();
  void publish();
  void require_same_calls();
  /// Throws Error{input} if the node at the path is a link, or below one.
  void require_own(std::string_view node_path) const;
  /// Throws Error{input} if the values of a node cannot be written where they are. `place` gives its path.
  void require_in_place(const cgns::Node& node, const std::function<std::string()>& place) const;
  /// Throws Error{input} if `child` cannot take the place of `old` below the node at `parent`.
  void require_replaceable(const cgns::Node& old, const cgns::Node& child, const std::string& parent) const;
  queue::Queue& queue();
  [[nodiscard]] std::vector<Queued> located(Direction direction, std::span<const Transfer> transfers);
  void move(Direction direction, const std::vector<Queued>& work, const std::optional<Error>& failure);
  void move_alone(Direction direction, const Queued& work);
  void move_list(Direction direction, const cgns::Node& node, const ListedValues& values);
  void move_cached(Direction direction, const Queued& work);
  void require_writable(const Spot& spot) const;
  void end_cache();
  [[nodiscard]] plan::Plan plan() const;
  void write(const std::function<void()>& step);
  /// Large values of a new node, and of those below it, are written: a process alone has no calls of other
  /// ranks to compare them with.
  void write_large_values(cgns::Node& node);
  /// The arrays of a node and of those below it, which is at `path`, are not needed any more.
  void give_up(const cgns::Node& node, const std::string& path);
  /// Values that are queued for an array whose node gets others would be lost, or replace these.
  void outdate_queued(int array, const std::string& path_of_node);
  /// Takes arrays of the same kind that were given up at the same places, so that the file does not grow with
  /// every time step.
  void reuse_room(cgns::Node& node, const std::string& path);
  void note(std::string_view what, const std::string& path_of_node, const cgns::Node& node);
};

}  // namespace pcgns::capi
