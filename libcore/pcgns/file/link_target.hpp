// link_target.hpp: resolves links to their final targets, through other links and files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "pcgns/adf/database.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::file {

/// What is wrong with a link.
enum class LinkFault : std::uint8_t { other, no_file, no_node, circle };

/// A link that cannot be resolved.
class LinkError : public InputError {
 public:
  LinkError(LinkFault fault, std::string_view file, std::string_view node, std::string_view why)
      : InputError(file, node, why), fault_(fault) {}

  [[nodiscard]] LinkFault fault() const { return fault_; }

 private:
  LinkFault fault_;
};

/// The node that a link finally leads to, with its own path, free of links.
struct LinkTarget {
  std::shared_ptr<const OpenFile> file;
  std::string path;
  h5::Handle group;             ///< In an HDF5 file.
  adf::Node adf = {};           ///< In an ADF file.
  int hops = 1;                 ///< Number of links followed, including the first.
  bool is_hidden = false;       ///< A path leads through a link node, where HDF5 itself finds nothing.
  std::string first_file = {};  ///< The file that the first link leads to; empty: it stays in its own file.
};

/// The text in the dataset `name` (" path", " file") of a link node, up to the first NUL; empty if there is
/// no such dataset. Throws h5::Failure.
[[nodiscard]] std::string link_text(hid_t group, const char* name);

/// Target of the LK node `group`: from its " link" or, without one, from " path" and " file". The path begins
/// with "/". Throws h5::Failure if neither exists.
[[nodiscard]] cgns::Link link_of_node(hid_t group);

/// Target of the soft or external link `name` in `group`, whose path is `path`.
[[nodiscard]] cgns::Link link_of_child(hid_t group, const std::string& path, const std::string& name);

/// Follows `link`, found at `node` of the file `from`, to its final target.
/// Throws LinkError, which names the link and its target, if a file or node is missing, the links form a
/// circle, or one leads from HDF5 to ADF or back.
[[nodiscard]] LinkTarget follow(OpenFiles& files, const std::shared_ptr<const OpenFile>& from,
                                const std::string& node, const cgns::Link& link);

/// "file.cgns:/Base/Zone", for messages.
[[nodiscard]] std::string describe(const cgns::Link& link);

}  // namespace pcgns::file
