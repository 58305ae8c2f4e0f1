#include "pcgns/digest/run/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/private_objects.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/links.hpp"
#include "pcgns/h5/values.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::digest {

namespace {

/// Space that HDF5 may need besides the list itself.
constexpr std::int64_t room_for_metadata = 256 * kibi;

struct stat facts_of(const std::string& path) {
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0) throw system_error("cannot find", path, errno);
  return facts;
}

/// Resolves symbolic links, so that they stay valid.
std::string real_path(const std::string& path) { return std::filesystem::canonical(path).string(); }

/// Reserves space: HDF5 does not survive a full disk when it closes a file.
void reserve(const FileDescriptor& file, std::int64_t from, std::int64_t size) {
  const auto allocate = [&] { return ::fallocate(file.get(), FALLOC_FL_KEEP_SIZE, from, size); };
  if (uninterrupted(allocate) == 0 || errno == EOPNOTSUPP) return;
  throw system_error("cannot make room in", file.path(), errno);
}

void give_rights(const FileDescriptor& file, const struct stat& facts) {
  struct stat now = {};
  const bool same_owner =
      ::fstat(file.get(), &now) == 0 && now.st_uid == facts.st_uid && now.st_gid == facts.st_gid;
  if (!same_owner && ::fchown(file.get(), facts.st_uid, facts.st_gid) != 0)
    throw system_error("cannot keep the owner and group in", file.path(), errno);
  if (::fchmod(file.get(), facts.st_mode & 07777) != 0)
    throw system_error("cannot keep the permissions in", file.path(), errno);
}

h5::Handle open_hdf5(const std::string& path, unsigned flags) {
  const auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_fapl_sec2(access), "cannot set the file driver");
  h5::switch_locking_off(access);
  return h5::own(H5Fopen(path.c_str(), flags, access), H5Fclose, "cannot open the file");
}

void put_dataset(const std::string& path, const std::string& text) {
  auto file = open_hdf5(path, H5F_ACC_RDWR);
  if (h5::has_link(file, file::stored_digest_name))
    h5::check(H5Ldelete(file, file::stored_digest_name, H5P_DEFAULT), "cannot remove the old digests");
  {
    const auto properties = h5::own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot create a property list");
    h5::check(H5Pset_obj_track_times(properties, false), "cannot disable object times");
    const auto space = h5::space_of({std::ssize(text)});
    const auto dataset = h5::own(
        H5Dcreate2(file, file::stored_digest_name, H5T_STD_I8LE, space, H5P_DEFAULT, properties, H5P_DEFAULT),
        H5Dclose, "cannot make room for the digests");
    h5::check(H5Dwrite(dataset, H5T_NATIVE_INT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
              "cannot write the digests");
  }
  h5::check(file.close(), "cannot close the file");
}

std::optional<std::string> get_dataset(hid_t file) {
  if (!h5::has_link(file, file::stored_digest_name)) return std::nullopt;
  const auto dataset = h5::own(H5Dopen2(file, file::stored_digest_name, H5P_DEFAULT), H5Dclose,
                               "the stored manifest is not a dataset");
  const auto extents = h5::extents_of(dataset);
  const auto type = h5::own(H5Dget_type(dataset), H5Tclose, "the stored digests have no type");
  if (extents.size() != 1 || H5Tget_class(type) != H5T_INTEGER || H5Tget_size(type) != 1 ||
      extents.front() > gibi) {
    throw h5::Failure("the stored manifest is not text");
  }
  std::string text(static_cast<std::size_t>(extents.front()), ' ');
  h5::read_values(dataset, H5T_NATIVE_INT8, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

std::optional<std::string> stored_digests(const std::string& path) {
  const auto file = file::open_file(path);
  if (file->adf) return std::nullopt;
  const h5::Quiet quiet;
  try {
    return get_dataset(file->id);
  } catch (const h5::Failure& failure) {
    throw input_error(path, "", failure.what());
  }
}

void store_digests(const std::string& path, const file::FileState& seen, const std::string& text) {
  if (file::is_adf(path))
    throw Error(ErrorKind::usage, at(path, "", "is an ADF file: digests can only be stored in HDF5 files"));
  const auto target = real_path(path);
  const auto facts = facts_of(target);
  if (facts.st_nlink > 1) {
    throw Error(ErrorKind::usage,
                at(path, "", "has several hard links, and the others would keep the old file"));
  }
  publish::StagedFile draft(target, 0600);  // no access beyond that of the original file
  copy_bytes(FileDescriptor(target, O_RDONLY), {0, facts.st_size}, draft.file());
  reserve(draft.file(), facts.st_size, std::ssize(text) + room_for_metadata);
  const h5::Quiet quiet;
  try {
    put_dataset(draft.path(), text);
  } catch (const h5::Failure& failure) {
    throw Error(ErrorKind::io, at(path, "", failure.what()));
  }
  if (stored_digests(draft.path()) != text)
    throw Error(ErrorKind::io, at(draft.path(), "", "the values read back differ from those written"));
  give_rights(draft.file(), facts);
  if (!(file::state_of(target) == seen)) throw input_error(path, "", "has changed while it was being read");
  par::fault_point("publish", 0);
  draft.publish(true);
}

std::string read_list(const std::string& path) {
  const FileDescriptor file(path, O_RDONLY | O_NONBLOCK);
  struct stat facts = {};
  if (::fstat(file.get(), &facts) != 0) throw system_error("cannot read", path, errno);
  if (!S_ISREG(facts.st_mode)) throw input_error(path, "", "is not a regular file");
  std::string text(static_cast<std::size_t>(facts.st_size), ' ');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace pcgns::digest
