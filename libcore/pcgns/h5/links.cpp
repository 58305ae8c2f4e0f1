#include "pcgns/h5/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

namespace {

#if H5_VERSION_GE(1, 12, 0)
using LinkInfo = H5L_info2_t;
ObjectId object_of(const LinkInfo& info) { return info.u.token; }
#else
using LinkInfo = H5L_info_t;
ObjectId object_of(const LinkInfo& info) { return info.u.address; }
#endif

LinkKind kind_of(H5L_type_t type) {
  switch (type) {
    case H5L_TYPE_HARD:
      return LinkKind::hard;
    case H5L_TYPE_SOFT:
      return LinkKind::soft;
    case H5L_TYPE_EXTERNAL:
      return LinkKind::external;
    default:
      return LinkKind::other;
  }
}

LinkEntry entry_of(const char* name, const LinkInfo& info) {
  LinkEntry entry{
      .name = name, .kind = kind_of(info.type), .ordered = info.corder_valid != 0, .order = info.corder};
  if (entry.kind == LinkKind::hard) entry.object = object_of(info);
  return entry;
}

struct Listing {
  std::vector<LinkEntry> links = {};
  const std::function<void()>& found_one;
};

herr_t add_link(hid_t, const char* name, const LinkInfo* info, void* data) {
  auto& listing = *static_cast<Listing*>(data);
  listing.links.push_back(entry_of(name, *info));
  if (listing.found_one) listing.found_one();
  return 0;
}

herr_t iterate(hid_t group, Listing& listing) {
  // Native order needs no sorting in HDF5.
#if H5_VERSION_GE(1, 12, 0)
  return H5Literate2(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_link, &listing);
#else
  return H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_link, &listing);
#endif
}

bool before(const LinkEntry& a, const LinkEntry& b) {
  return a.ordered && b.ordered ? a.order < b.order : a.name < b.name;
}

LinkInfo info_of(hid_t group, const std::string& name) {
  LinkInfo info;
#if H5_VERSION_GE(1, 12, 0)
  check(H5Lget_info2(group, name.c_str(), &info, H5P_DEFAULT), "cannot read a link");
#else
  check(H5Lget_info(group, name.c_str(), &info, H5P_DEFAULT), "cannot read a link");
#endif
  return info;
}

LinkValue unpacked(const std::vector<char>& value) {
  const char* file = nullptr;
  const char* path = nullptr;
  unsigned flags = 0;
  check(H5Lunpack_elink_val(value.data(), value.size(), &flags, &file, &path),
        "cannot read an external link");
  return {file, path};
}

}  // namespace

std::vector<LinkEntry> links_of(hid_t group, const std::function<void()>& found_one) {
  Listing listing{.found_one = found_one};
  check(iterate(group, listing), "cannot list the links of a group");
  std::sort(listing.links.begin(), listing.links.end(), before);
  return std::move(listing.links);
}

Handle open_object(hid_t location, const ObjectId& object) {
#if H5_VERSION_GE(1, 12, 0)
  return own(H5Oopen_by_token(location, object), H5Oclose, "cannot open an object");
#else
  return own(H5Oopen_by_addr(location, object), H5Oclose, "cannot open an object");
#endif
}

ObjectId id_of(hid_t object) {
#if H5_VERSION_GE(1, 12, 0)
  H5O_info2_t info;
  check(H5Oget_info3(object, &info, H5O_INFO_BASIC), "cannot identify an object");
  return info.token;
#else
  H5O_info_t info;
  check(H5Oget_info2(object, &info, H5O_INFO_BASIC), "cannot identify an object");
  return info.addr;
#endif
}

void adopt(hid_t group, const std::string& name, const ObjectId& object) {
  const auto found = open_object(group, object);
  // First down, while it is open, then up: the header of a count of 2 would need space for it.
  check(H5Odecr_refcount(found), "cannot count the links of an object");
  check(H5Olink(found, group, name.c_str(), H5P_DEFAULT, H5P_DEFAULT), "cannot link an object");
}

bool same(const ObjectId& a, const ObjectId& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool ObjectOrder::operator()(const ObjectId& a, const ObjectId& b) const {
  return std::memcmp(&a, &b, sizeof a) < 0;
}

LinkEntry link_of(hid_t group, const std::string& name) {
  return entry_of(name.c_str(), info_of(group, name));
}

LinkValue link_value(hid_t group, const std::string& name) {
  const auto info = info_of(group, name);
  const auto kind = kind_of(info.type);
  if (kind != LinkKind::soft && kind != LinkKind::external) {
    throw Failure(fmt::format("'{}' is not a soft or external link", name));
  }
  std::vector<char> value(info.u.val_size + 1);
  check(H5Lget_val(group, name.c_str(), value.data(), value.size(), H5P_DEFAULT), "cannot read a link");
  return kind == LinkKind::external ? unpacked(value) : LinkValue{"", value.data()};
}

bool has_link(hid_t group, const std::string& name) {
  return check(H5Lexists(group, name.c_str(), H5P_DEFAULT), "cannot look for a link") > 0;
}

}  // namespace pcgns::h5
