// attributes.hpp: reading, hashing and copying the attributes of groups and datasets.
#pragma once

#include <hdf5.h>

#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/fingerprint.hpp"

namespace pcgns::h5 {

[[nodiscard]] int count_attributes(hid_t object);

[[nodiscard]] bool has_attribute(hid_t object, const char* name);

/// Sorted.
[[nodiscard]] std::vector<std::string> attribute_names(hid_t object);

/// The text of a string attribute of fixed or variable length, without padding; empty if `object` has no such
/// attribute. Throws Failure if it is not a string.
[[nodiscard]] std::optional<std::string> text_attribute(hid_t object, const char* name);

/// A hash of type, extents and values; zero for values whose content is not looked at (references, and lists
/// of variable length other than strings).
[[nodiscard]] Fingerprint attribute_content(hid_t object, const std::string& name);

/// Why an object with references is not copied, and what can be done.
inline constexpr auto why_no_references =
    "holds references, which mean nothing in another file; remove it from a copy of the input (with h5py, "
    "for example)";

/// Copies the attribute `name` of `from` to `to`, in another file; variable-length strings included. Throws
/// Failure if that is not possible: references mean nothing in another file.
void copy_attribute(hid_t from, const std::string& name, hid_t to);

}  // namespace pcgns::h5
