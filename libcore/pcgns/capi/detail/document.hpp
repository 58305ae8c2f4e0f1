// document.hpp: an open CGNS file: its tree in memory and the locations of its arrays.
//
// The tree is identical on all ranks without communication, because all ranks make the same calls. These
// calls also determine the location of each new array, so ranks write into it independently. One rank writes
// the nodes when the file is closed.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cache/cache.hpp"
#include "pcgns/capi/detail/hints.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/restart/restart.hpp"

namespace pcgns::capi {

enum class Mode { read, write, modify };

/// What becomes of the children of a node that is written again.
enum class Children { go, stay };

/// Whether a new array may have the space, and so the values, of one that was given up, until it is written.
enum class Room { reused, fresh };

/// A node and its path.
struct Spot {
  cgns::Node* node = nullptr;
  std::string path = {};       ///< "" for the root.
  std::string_view file = {};  ///< File name, for messages.
  int number = 0;              ///< Among the siblings of its label, from 1; 0: not known.

  [[nodiscard]] explicit operator bool() const { return node != nullptr; }
  [[nodiscard]] cgns::Node* operator->() const { return node; }
};

/// A box of a node's values in memory. `slab.box` has only begin and count; the rest comes from the node.
struct Transfer {
  const cgns::Node* node = nullptr;
  io::Slab slab = {};
};

/// All values of a node with these extents.
[[nodiscard]] Transfer whole_array(const cgns::Node& node, const std::vector<std::int64_t>& extents,
                                   cgns::DataType memory_type, void* memory);

enum class Direction { write, read };

/// Values of an array by their indices: 1-based positions in the whole array, first index fastest.
struct ListedValues {
  std::span<const std::int64_t> indices = {};
  cgns::DataType type = cgns::DataType::MT;  ///< In memory.
  void* memory = nullptr;                    ///< In the order of `indices`.
};

/// Sorts zones, also those of particles, by name, because the reference library numbers them so when it opens
/// a file.
void sort_zones(cgns::Node& root);

class Document {
 public:
  /// Opens a file on all ranks of `comm`, or on MPI_COMM_NULL for this process alone, without MPI. With
  /// Mode::write, an existing file is replaced on close.
  /// @note Collective.
  Document(MPI_Comm comm, const std::string& path, Mode mode, const Hints& hints);
  /// Opens a file set for reading, as the one file that pcgns-merge would write. `assembly`: an assembly
  /// file, or empty. @note Collective.
  Document(MPI_Comm comm, const std::vector<std::string>& names, const std::string& assembly,
           const Hints& hints);
  /// A tree in memory, for this rank alone: the arrays that some nodes refer to have no values.
  Document(std::string name, cgns::Node tree, const std::vector<plan::Target>& arrays);
  /// Local: leaves an unfinished file under its temporary name.
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  /// Throws on all ranks of the file if `failure` is set on any: the Error of the lowest such rank.
  /// @note Collective.
  void agree(const std::optional<Error>& failure);

  /// Flushes the queue, writes the nodes and publishes the file. On failure throws the same Error on all
  /// ranks and leaves any previous file unchanged.
  /// @note Collective.
  void close();

  /// Ends without a file; `close` fails on ranks that call it instead. @note Collective.
  void discard();

  [[nodiscard]] Mode mode() const;
  [[nodiscard]] const std::string& path() const;
  /// True if `path` is this file, or one of the files of this set.
  [[nodiscard]] bool has_file(const std::string& path) const;
  /// True if links of this file, when it was opened, led to the file `path` or through it.
  [[nodiscard]] bool links_to(const std::string& path) const;
  /// False for a new file, a set of several files and a tree in memory: `path` is then no file.
  [[nodiscard]] bool reads_one_file() const;
  [[nodiscard]] Spot root();
  /// MPI_COMM_SELF if the file was opened without MPI.
  [[nodiscard]] MPI_Comm comm() const;
  /// The file as a file set. Throws Error{usage} unless it was opened for reading. @note Collective.
  [[nodiscard]] restart::FileSet& file_set();
  /// Of the file set. @pre `file_set` was called.
  [[nodiscard]] par::Session& session();

  /// The CGNS version that a new file of this tree states.
  [[nodiscard]] double version_of_new() const;

  /// By path of a zone: the name of its ZoneGridConnectivity_t that calls mean, where one was chosen.
  [[nodiscard]] std::map<std::string, std::string>& chosen_interfaces();

  /// Adds a child. In a modified file, it takes the place of one of that name, whose own children go or stay.
  /// Throws Error{usage} if the file is read-only or the name is invalid or taken. The Spot is valid until
  /// the next call. @note All ranks alike.
  Spot put(const Spot& parent, cgns::Node child, Children old_ones = Children::go, Room room = Room::reused);
  /// Throws the Error that put() would throw for a new child of that name.
  void require_can_have(const Spot& parent, const std::string& name) const;
  /// Throws Error if the values of a node cannot be written where they are.
  void require_in_place(const Spot& spot) const;
  /// What a node of this file is to have of `extras`, those of a node of `source`: they are copied when the
  /// file is closed. None unless it is a new file.
  [[nodiscard]] std::vector<cgns::Extra> taken_extras(const restart::FileSet& source,
                                                      std::vector<cgns::Extra> extras);
  /// Replaces the values of an existing node, and nothing else of it. @note All ranks alike.
  void set_value(const Spot& spot, cgns::Node value);
  /// Removes a child. @note All ranks alike.
  void remove(const Spot& parent, const std::string& name);
  /// A node with space for values, for put(). @note All ranks alike.
  [[nodiscard]] cgns::Node with_room(std::string name, std::string label, cgns::DataType type,
                                     std::vector<std::int64_t> dims);

  /// Extents of a node's values in CGNS order, in the tree or in the file.
  [[nodiscard]] const std::vector<std::int64_t>& dims_of(const cgns::Node& node) const;
  [[nodiscard]] cgns::DataType type_of(const cgns::Node& node) const;
  /// All values of a node. Local.
  [[nodiscard]] std::vector<std::byte> values_of(const cgns::Node& node);

  /// Moves values collectively or alone. `failure`: why this rank has nothing to move.
  /// @note Collective.
  void move_together(Direction direction, std::span<const Transfer> transfers,
                     const std::optional<Error>& failure);
  void move_alone(Direction direction, std::span<const Transfer> transfers);
  /// Runs a write in several steps. If one fails other than by an Error{usage}, values are undefined and
  /// `close` fails, too.
  void write(const std::function<void()>& steps);
  /// Writes boxes of one node on this rank alone, also where its values cannot be written in place: those are
  /// replaced when the file is closed, which takes the same call on all ranks.
  void overwrite(const Spot& spot, std::span<const Transfer> transfers);
  /// Stores the transfers for flush(). Local.
  void queue(Direction direction, std::span<const Transfer> transfers);
  /// All values of a node are written again: the next flush() fails if some are queued on any rank.
  void outdate_queued(const Spot& spot);
  /// Writes, then reads, the queued transfers of all ranks. @note Collective.
  void flush();

  /// Keeps blocks of the file in the memory of all ranks, for lists of values. `overwrites`: lists may change
  /// arrays that the file has; a file that is modified is then replaced by a changed copy when it is closed.
  /// Throws Error{usage} if it has a cache. @note Collective.
  void start_cache(cache::Options options, bool overwrites);
  /// Null without start_cache.
  [[nodiscard]] cache::Cache* cache();
  /// Moves listed values of a node on this rank alone. Local.
  void move_list(Direction direction, const Spot& spot, const ListedValues& values);
  /// All values that lists have changed are in the file. @note Collective.
  void flush_cache();

 private:
  struct State;
  /// `discarded`: why this rank ends without the file. @note Collective.
  void end(const std::optional<Error>& discarded);

  std::unique_ptr<State> state_;
};

}  // namespace pcgns::capi
