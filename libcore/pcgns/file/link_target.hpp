// link_target.hpp: what links lead to, through other links and other files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "pcgns/base/error.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::file {

/// What is wrong with a link.
enum class LinkFault : std::uint8_t { other, no_file, no_node, circle };

/// Of a link that leads nowhere.
class LinkError : public InputError {
 public:
  LinkError(LinkFault fault, std::string_view file, std::string_view node, std::string_view why)
      : InputError(file, node, why), fault_(fault) {}

  [[nodiscard]] LinkFault fault() const { return fault_; }

 private:
  LinkFault fault_;
};

/// A group that is a node itself, with its own path: no link is on the way to it.
struct LinkTarget {
  std::shared_ptr<const OpenFile> file;
  std::string path;
  h5::Handle group;
  int hops = 1;  ///< Links on the way, the one that was followed among them.
};

/// The characters of the dataset `name` (" path", " file") of a link node, up to the first NUL; empty if it
/// has none. Throws h5::Failure.
[[nodiscard]] std::string link_text(hid_t group, const char* name);

/// What the node of type LK that is `group` says of its target: its " link", or if it has none " path" and "
/// file". The path begins with "/". Throws h5::Failure if it says nothing.
[[nodiscard]] tree::Link link_of_node(hid_t group);

/// What the soft or external link `name` of the group `group`, whose path is `path`, says of its target.
[[nodiscard]] tree::Link link_of_child(hid_t group, const std::string& path, const std::string& name);

/// Follows `link`, which is at the node `node` of the file `from`, to its end.
/// Throws LinkError, which names the link and its target, if a file or node is missing or the way is a
/// circle.
[[nodiscard]] LinkTarget follow(OpenFiles& files, const std::shared_ptr<const OpenFile>& from,
                                const std::string& node, const tree::Link& link);

/// "file.cgns:/Base/Zone", for messages.
[[nodiscard]] std::string describe(const tree::Link& link);

}  // namespace pcgns::file
