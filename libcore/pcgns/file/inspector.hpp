// inspector.hpp: looks, while a file is walked, at how it lies in HDF5.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pcgns/check/findings.hpp"
#include "pcgns/file/onlooker.hpp"
#include "pcgns/file/progress.hpp"

namespace pcgns::file {

/// What was found, each rule once a node.
class FileFindings {
 public:
  struct Place {
    std::string file;
    std::string path;

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  void add(std::string_view code, const Place& place, std::string found = {}, std::string expected = {});
  /// Adds this only where nothing else explains it: no other error was found there.
  void explain(std::string_view code, const Place& place, const std::string& found);

  [[nodiscard]] std::vector<check::Finding> take() { return std::move(list_); }

 private:
  std::vector<check::Finding> list_;
  std::set<std::pair<Place, std::string>> known_;
  std::set<Place> explained_;
};

/// Finds what breaks the rules F. Walks on where a node cannot be read.
class Inspector : public Onlooker {
 public:
  Inspector(std::string path, Progress& progress) : path_(std::move(path)), progress_(progress) {}

  /// Before the walk: the file from outside.
  void begin();
  /// After it.
  void end();

  void at(const GroupView& node) override;
  void at_end_of(const OpenFile& file, const std::string& path, const tree::Link& link,
                 const LinkTarget& target) override;
  void at_stranger(const OpenFile& file, const std::string& path) override;
  bool at_failure(const InputError& error) override;

  /// False once something could not be read.
  [[nodiscard]] bool whole() const { return failures_ == 0; }
  [[nodiscard]] std::vector<check::Finding> findings() { return found_.take(); }

 private:
  void look_at_root(const GroupView& root);
  void look_at_links(const GroupView& node);
  void count_bytes(hid_t object);

  std::string path_;
  Progress& progress_;
  FileFindings found_;
  std::set<std::vector<unsigned char>> objects_;  ///< Of the file itself, that hard links lead to.
  bool root_tracks_ = false;
  bool has_private_ = false;
  std::int64_t failures_ = 0;
  std::int64_t end_ = 0;   ///< Of what HDF5 has allocated.
  std::int64_t used_ = 0;  ///< Bytes of that that nodes and values take.
};

/// Throws h5::Failure if others may not see in a group what the walk sees: a damaged index lists links that
/// nobody finds by their names, and what is damaged of the group itself keeps some programs from listing it.
void require_sound_group(const GroupView& node);

/// The parts of a look at a node.
void look_at_attributes(const GroupView& node, FileFindings& found);
void look_at_values(const GroupView& node, hid_t dataset, std::string_view type, FileFindings& found);
void look_at_link_node(const GroupView& node, FileFindings& found);

/// True for values of which so little is in the file that nobody should try to read them all: damaged extents
/// can claim what takes years.
[[nodiscard]] bool claims_too_much(hid_t dataset);

}  // namespace pcgns::file
