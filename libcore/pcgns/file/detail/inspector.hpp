// inspector.hpp: checks how a file is stored while it is walked.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/file/detail/observer.hpp"
#include "pcgns/file/detail/progress.hpp"

namespace pcgns::file {

/// Findings of one file, at most one per rule and node.
class FileFindings {
 public:
  struct Place {
    std::string file;
    std::string path;

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  void add(std::string_view code, const Place& place, std::string found = {}, std::string expected = {});
  /// Adds the finding only if no other error at that place explains it.
  void explain(std::string_view code, const Place& place, const std::string& found);

  [[nodiscard]] std::vector<cgns::Finding> take() { return std::move(list_); }

 private:
  std::vector<cgns::Finding> list_;
  std::set<std::pair<Place, std::string>> known_;
  std::set<Place> explained_;
};

/// Checks the file rules (F). Continues past nodes that cannot be read.
class Inspector : public Observer {
 public:
  Inspector(std::string path, Progress& progress) : path_(std::move(path)), progress_(progress) {}

  /// Before the walk: checks the file from outside.
  void begin();
  /// After the walk, which gave `inputs`.
  void end(const cgns::InputSet& inputs);

  void enter(const OpenFile& file, const std::string& path) override;
  void at(const GroupView& node) override;
  void at_end_of(const OpenFile& file, const std::string& path, const cgns::Link& link,
                 const LinkTarget& target) override;
  void at_part() override { progress_.tick(); }
  void at_stranger(const OpenFile& file, const std::string& path) override;
  bool at_failure(const InputError& error) override;

  /// False once something could not be read.
  [[nodiscard]] bool whole() const { return failures_ == 0; }
  [[nodiscard]] std::vector<cgns::Finding> findings() { return found_.take(); }

 private:
  void look_at_root(const GroupView& root);
  void look_at_links(const GroupView& node);
  void count_bytes(hid_t object);

  std::string path_;
  Progress& progress_;
  FileFindings found_;
  std::set<std::vector<unsigned char>> objects_;  ///< Hard link targets in the file itself.
  bool root_tracks_ = false;
  bool has_private_ = false;
  std::int64_t failures_ = 0;
  std::int64_t end_ = 0;   ///< End of HDF5's allocation.
  std::int64_t used_ = 0;  ///< Bytes used by nodes and values.
};

/// Throws h5::Failure if other programs may not see the same group members as the walk. A damaged index lists
/// links that cannot be found by name; a damaged group header keeps some programs from listing.
void require_sound_group(const GroupView& node, Progress& progress);

/// The checks of a node.
void look_at_attributes(const GroupView& node, FileFindings& found);
void look_at_values(const GroupView& node, hid_t dataset, std::string_view type, FileFindings& found);
void look_at_link_node(const GroupView& node, FileFindings& found);

}  // namespace pcgns::file
