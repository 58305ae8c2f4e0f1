// links.hpp: the links of a group, and their targets.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

/// Identifies an object of a file without its name.
#if H5_VERSION_GE(1, 12, 0)
using ObjectId = H5O_token_t;
#else
using ObjectId = haddr_t;
#endif

enum class LinkKind : std::uint8_t { hard, soft, external, other };

struct LinkEntry {
  std::string name;
  LinkKind kind = LinkKind::hard;
  bool ordered = false;    ///< The group tracks creation order.
  std::int64_t order = 0;  ///< Creation order.
  ObjectId object{};       ///< Target of a hard link.
};

/// All links of `group`: by creation order if the group tracks it, otherwise by name. `found_one` is called
/// for each: HDF5 may list only about ten thousand links per second. It must not throw.
[[nodiscard]] std::vector<LinkEntry> links_of(hid_t group, const std::function<void()>& found_one = {});

[[nodiscard]] bool same(const ObjectId& a, const ObjectId& b);

/// Any order of the objects of a file.
struct ObjectOrder {
  bool operator()(const ObjectId& a, const ObjectId& b) const;
};

/// Opens the target of a hard link; `location` is any object of the same file.
[[nodiscard]] Handle open_object(hid_t location, const ObjectId& object);

/// The identity of an open object.
[[nodiscard]] ObjectId id_of(hid_t object);

/// Links `object`, which no group links to although its reference count is 1, as `name` to `group`.
void adopt(hid_t group, const std::string& name, const ObjectId& object);

/// The value of a soft link (`file` empty) or an external link.
struct LinkValue {
  std::string file;
  std::string path;
};

/// The value of the soft or external link `name` of `group`.
[[nodiscard]] LinkValue link_value(hid_t group, const std::string& name);

/// True if `group` has a link of that name, even a dangling one.
[[nodiscard]] bool has_link(hid_t group, const std::string& name);

/// The link `name` of `group`. @pre has_link(group, name).
[[nodiscard]] LinkEntry link_of(hid_t group, const std::string& name);

}  // namespace pcgns::h5
