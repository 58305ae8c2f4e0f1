#include "pcgns/file/link_target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/link_search.hpp"
#include "pcgns/h5/attributes.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/types.hpp"
#include "pcgns/h5/values.hpp"

namespace pcgns::file {

namespace {

/// Circles with growing names ("/a" leads to "/a/b") never repeat a path, so the number of hops is limited.
constexpr std::size_t most_hops = 64;
/// As in the trees themselves. In a damaged file, a longer path may lead through the same node again and
/// again.
constexpr int most_levels = 100;

/// A Failure with the fault of the link.
class BadLink : public h5::Failure {
 public:
  BadLink(LinkFault fault, const std::string& text) : h5::Failure(text), fault_(fault) {}

  [[nodiscard]] LinkFault fault() const { return fault_; }

 private:
  LinkFault fault_;
};

std::string rooted(const std::string& path) { return path.starts_with('/') ? path : "/" + path; }

/// Where following a path ends: at a node, or at the next link.
struct End {
  std::optional<cgns::Link> next = {};
  std::string path = "/";
  h5::Handle group = {};
  adf::Node adf = {};
  bool is_hidden = false;  ///< LinkTarget::is_hidden.
};

/// The components of `path` from `position` on, with the leading slash.
std::string rest_of(const std::string& path, std::size_t position) {
  return position < path.size() ? path.substr(position) : std::string();
}

cgns::Link continued(cgns::Link link, const std::string& rest) {
  link.path += rest;
  return link;
}

bool is_link_node(hid_t group) { return h5::text_attribute(group, "type") == "LK"; }

[[noreturn]] void fail_without(const std::string& path) {
  throw BadLink(LinkFault::no_node, fmt::format("it has no {}", path));
}

/// Opens child `name` of `parent`, whose path is `path`: the group, or the link found there.
End step_in_hdf5(hid_t parent, const std::string& path, const std::string& name) {
  End end{.path = cgns::join(path, name)};
  if (!h5::has_link(parent, name)) fail_without(end.path);
  const auto entry = h5::link_of(parent, name);
  if (entry.kind != h5::LinkKind::hard) {
    end.next = link_of_child(parent, path, name);
    return end;
  }
  end.group = h5::open_object(parent, entry.object);
  if (H5Iget_type(end.group) != H5I_GROUP) {
    throw BadLink(LinkFault::no_node, fmt::format("{} is not a node", end.path));
  }
  if (is_link_node(end.group)) end.next = link_of_node(end.group);
  return end;
}

End step_in_adf(adf::Database& database, const End& parent, const std::string& name) {
  End end{.path = cgns::join(parent.path, name)};
  auto child = database.child(parent.adf, name);
  if (!child) fail_without(end.path);
  end.adf = std::move(*child);
  if (end.adf.type == cgns::DataType::LK) end.next = database.link_of(end.adf);
  return end;
}

End root_of(const OpenFile& file) {
  if (file.adf) return {.adf = file.adf->root()};
  return {.group = h5::own(H5Gopen2(file.id, "/", H5P_DEFAULT), H5Gclose, "cannot open the root")};
}

End step(const OpenFile& file, const End& parent, const std::string& name) {
  return file.adf ? step_in_adf(*file.adf, parent, name) : step_in_hdf5(parent.group, parent.path, name);
}

/// Follows `path` until it ends or reaches a link.
End go_down(const OpenFile& file, const std::string& path) {
  auto at = root_of(file);
  int levels = 0;
  for (std::size_t begin = 0; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    const auto name = path.substr(begin, end - begin);
    begin = end + 1;
    if (name.empty() || name == ".") continue;
    if (++levels > most_levels) throw BadLink(LinkFault::other, "its path is too deep");
    at = step(file, at, name);
    if (at.next) {
      const auto rest = rest_of(path, end);
      at.is_hidden = at.group && rest.find_first_not_of('/') != std::string::npos;
      at.next = continued(*at.next, rest);
      break;
    }
  }
  return at;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// The reference library writes links between containers, but cannot follow them either.
[[noreturn]] void refuse_other_container(const OpenFile& from, const std::string& target) {
  const auto* const here = from.adf ? "ADF" : "HDF5";
  const auto* const there = from.adf ? "HDF5" : "ADF";
  throw BadLink(
      LinkFault::other,
      fmt::format("{} is an {} file, {} an {} file, and a link cannot lead from one to the other: convert "
                  "one of them with adf2hdf or hdf2adf",
                  from.path, here, target, there));
}

std::shared_ptr<const OpenFile> find_file(OpenFiles& files, const std::shared_ptr<const OpenFile>& from,
                                          const std::string& target) {
  if (target.empty()) return from;
  const auto candidates = link_candidates(target, from->path, from->adf ? Container::adf : Container::hdf5);
  const auto found = std::find_if(candidates.begin(), candidates.end(), exists);
  if (found == candidates.end()) {
    throw BadLink(LinkFault::no_file,
                  fmt::format("the file is missing; searched in {}", fmt::join(candidates, ", ")));
  }
  // HDF5 may crash on an untrusted file, so it does not open one on behalf of ADF.
  if (from->adf && container_of(*found) == Container::hdf5) refuse_other_container(*from, *found);
  auto file = files.get(*found);
  if (!from->adf && file->adf) refuse_other_container(*from, *found);
  return file;
}

/// The links followed so far.
class Trail {
 public:
  void add(const OpenFile& from, const cgns::Link& link) {
    auto mark = fmt::format("{}\n{}\n{}", from.path, link.file, link.path);
    const bool again = std::find(marks_.begin(), marks_.end(), mark) != marks_.end();
    if (again || marks_.size() == most_hops) {
      throw BadLink(LinkFault::circle, "the link is part of a cycle");
    }
    marks_.push_back(std::move(mark));
  }
  [[nodiscard]] int length() const { return static_cast<int>(marks_.size()); }

 private:
  std::vector<std::string> marks_;
};

LinkTarget followed(OpenFiles& files, std::shared_ptr<const OpenFile> from, cgns::Link link) {
  std::string first_file;
  bool is_hidden = false;
  for (Trail trail;;) {
    trail.add(*from, link);
    auto file = find_file(files, from, link.file);
    if (trail.length() == 1 && !link.file.empty()) first_file = file->path;
    auto end = go_down(*file, link.path);
    is_hidden |= end.is_hidden;
    if (!end.next)
      return {std::move(file), std::move(end.path), std::move(end.group), std::move(end.adf),
              trail.length(),  is_hidden,           std::move(first_file)};
    from = std::move(file);
    link = std::move(*end.next);
  }
}

}  // namespace

std::string link_text(hid_t group, const char* name) {
  if (!h5::has_link(group, name)) return {};
  const auto dataset = h5::own(H5Dopen2(group, name, H5P_DEFAULT), H5Dclose, "cannot read a link");
  const auto space = h5::own(H5Dget_space(dataset), H5Sclose, "cannot read a link");
  const auto size = h5::check(H5Sget_simple_extent_npoints(space), "cannot read a link");
  if (size > 1 << 16) throw h5::Failure("the path of a link is too long");
  std::string text(static_cast<std::size_t>(size), '\0');
  h5::read_values(dataset, h5::memory_type(cgns::DataType::C1), std::as_writable_bytes(std::span(text)));
  return text.c_str();
}

cgns::Link link_of_node(hid_t group) {
  if (h5::has_link(group, " link") && h5::link_of(group, " link").kind != h5::LinkKind::hard) {
    const auto value = h5::link_value(group, " link");
    return {value.file, rooted(value.path)};
  }
  const auto path = link_text(group, " path");
  if (path.empty()) throw h5::Failure("a link without a target");
  return {link_text(group, " file"), rooted(path)};
}

cgns::Link link_of_child(hid_t group, const std::string& path, const std::string& name) {
  const auto value = h5::link_value(group, name);
  const bool relative = value.file.empty() && !value.path.starts_with('/');
  return {value.file, relative ? cgns::join(path, value.path) : rooted(value.path)};
}

LinkTarget follow(OpenFiles& files, const std::shared_ptr<const OpenFile>& from, const std::string& node,
                  const cgns::Link& link) {
  const auto fail = [&](LinkFault fault, const char* why) {
    throw LinkError(fault, from->path, node, fmt::format("link to {}: {}", describe(link), why));
  };
  try {
    return followed(files, from, link);
  } catch (const BadLink& error) {
    fail(error.fault(), error.what());
  } catch (const Error& error) {
    fail(LinkFault::other, error.what());
  }
  return {};
}

std::string describe(const cgns::Link& link) {
  return link.file.empty() ? link.path : fmt::format("{}:{}", link.file, link.path);
}

}  // namespace pcgns::file
