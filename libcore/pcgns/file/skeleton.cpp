#include "pcgns/file/skeleton.hpp"

#include <fcntl.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/detail/tree_writer.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/plan/batches.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/output_file.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::file {

namespace {

/// Block size of HDF5's metadata allocation. Few blocks, because metadata between arrays costs a seek each.
/// Not a single one, because the rest of a block is lost and the size is an estimate. If chunks are already
/// in the file, all metadata must fit in one block.
std::int64_t metadata_block(const plan::Plan& plan) {
  const auto expected = metadata_bytes(plan);
  if (!plan.has_chunks()) return std::max({2 * kibi, std::min(expected, 64 * kibi), expected / 8});
  return round_up(expected + 8 * kibi, kibi);
}

H5F_libver_t bound_of(plan::Format::Version version) {
  switch (version) {
    case plan::Format::Version::v18:
      return H5F_LIBVER_V18;
    case plan::Format::Version::v110:
      return H5F_LIBVER_V110;
    case plan::Format::Version::latest:
      return H5F_LIBVER_LATEST;
  }
  return H5F_LIBVER_V18;
}

/// Alignment is left to the driver: HDF5 would place small arrays in the gaps.
h5::Handle access_properties(const plan::Plan& plan, std::int64_t block) {
  auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
  const auto bound = bound_of(plan.format.version);
  h5::check(H5Pset_libver_bounds(access, bound, bound), "cannot set the format version");
  h5::check(H5Pset_meta_block_size(access, static_cast<hsize_t>(block)),
            "cannot set the size of metadata blocks");
  return access;
}

/// For a batch. Without blocks, of which HDF5 would use up the rest below the range.
h5::Handle image_properties(const plan::Plan& plan) {
  auto access = access_properties(plan, 0);
  h5::check(H5Pset_small_data_block_size(access, 0), "cannot set the size of data blocks");
  return access;
}

h5::Handle creation_properties(const plan::Format& format) {
  auto creation = h5::own(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
            "cannot enable creation order");
  h5::check(H5Pset_obj_track_times(creation, false), "cannot disable object times");
  if (format.page_size > 0) {
    h5::check(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1),
              "cannot set paged allocation");
    h5::check(H5Pset_file_space_page_size(creation, static_cast<hsize_t>(format.page_size)),
              "cannot set the page size");
  }
  return creation;
}

h5::Handle untimed_groups() {
  auto creation = h5::own(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "cannot create a property list");
  h5::check(H5Pset_obj_track_times(creation, false), "cannot disable object times");
  return creation;
}

/// While it lives, groups with default properties have no times. The superblock extension of a paged file is
/// one. The default list itself cannot be changed in HDF5 2: another list takes its place.
class UntimedGroups {
 public:
  UntimedGroups() { std::swap(H5P_LST_GROUP_CREATE_ID_g, standard_); }
  ~UntimedGroups() { std::swap(H5P_LST_GROUP_CREATE_ID_g, standard_); }
  UntimedGroups(const UntimedGroups&) = delete;
  UntimedGroups& operator=(const UntimedGroups&) = delete;

 private:
  h5::Handle untimed_ = untimed_groups();
  hid_t standard_ = untimed_;
};

/// What is the same for all ways to write a skeleton.
struct Skeleton {
  const std::string& path;
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  std::int64_t alignment;

  /// All nodes; of those `apart`, the links. `block`: size of the blocks of metadata.
  [[nodiscard]] Layout write(std::int64_t block, const ChunksInPlace& chunks, const Congruence& congruence,
                             const Apart& apart = {}) const;
};

Layout Skeleton::write(std::int64_t block, const ChunksInPlace& chunks, const Congruence& congruence,
                       const Apart& apart) const {
  TreeWriter writer(plan, inputs, chunks, congruence);
  try {
    const auto access = access_properties(plan, block);
    const auto creation = creation_properties(plan.format);
    const UntimedGroups untimed;
    h5::OutputFile file(path, creation, access, {chunks.bytes, alignment});
    writer.write(file, apart);
    file.close();
  } catch (const h5::Failure& failure) {
    throw Error(ErrorKind::io, at(path, writer.path(), failure.what()));
  }
  return {writer.take_offsets(), state_of(path).size};
}

void on_joiner(const Ranks& ranks, const std::function<void()>& step) {
  par::collectively(
      ranks.comm, "creating the nodes",
      [&] {
        if (par::rank_in(ranks.comm) == ranks.joiner) step();
      },
      par::Stops::ignore);
}

/// Creates the nodes in batches, those of each by one rank; then one rank links them.
class Batches {
 public:
  Batches(const Skeleton& skeleton, const ChunksInPlace& chunks, Arrangement arrangement, const Ranks& ranks)
      : skeleton_(skeleton),
        ranks_(ranks),
        arrangement_(std::move(arrangement)),
        placed_{chunks.tables, arrangement_.bytes, arrangement_.arrays},
        own_(share_of(arrangement_.batches.size(), ranks.comm)),
        is_missing_(arrangement_.batches.size(), true),
        sizes_(arrangement_.batches.size(), 0),
        objects_(arrangement_.batches.size()) {}

  /// False if HDF5 does not keep to the ranges of addresses. @note Collective.
  [[nodiscard]] bool create() {
    // The sizes of ranges are estimates: batches that need more get exact ones, at the end.
    for (int attempt = 0; attempt < 2; ++attempt) {
      par::collectively(
          ranks_.comm, "creating the nodes", [&] { create_own(); }, par::Stops::ignore);
      std::vector<std::int64_t> own(sizes_.begin() + own_.begin, sizes_.begin() + own_.end);
      sizes_ = par::gather_joined(ranks_.comm, own);
      if (std::ranges::count(sizes_, 0) > 0) return false;
      if (!move_large()) return true;
    }
    return false;
  }

  /// Returns the layout, complete on the rank that links. @note Collective.
  [[nodiscard]] Layout link() {
    Apart apart;
    std::vector<h5::ObjectId> own;
    for (const auto& batch : arrangement_.batches)
      apart.nodes.insert(apart.nodes.end(), batch.children.begin(), batch.children.end());
    for (const auto& objects : objects_) own.insert(own.end(), objects.begin(), objects.end());
    apart.objects = par::gather_joined(ranks_.comm, own);
    Layout layout;
    on_joiner(ranks_, [&] { layout = skeleton_.write(arrangement_.front, placed_, {}, apart); });
    layout.offsets = std::move(arrangement_.arrays);
    return layout;
  }

 private:
  static Range share_of(std::size_t count, MPI_Comm comm) {
    const auto size = static_cast<std::int64_t>(count);
    const std::int64_t rank = par::rank_in(comm);
    return {size * rank / par::size_of(comm), size * (rank + 1) / par::size_of(comm)};
  }

  void create_own() {
    if (own_.empty()) return;
    const FileDescriptor file(skeleton_.path, O_WRONLY);
    TreeWriter writer(skeleton_.plan, skeleton_.inputs, placed_, any_place_, true);
    try {
      for (auto i = own_.begin; i < own_.end; ++i) {
        if (!is_missing_[static_cast<std::size_t>(i)]) continue;
        par::fault_point("nodes", par::rank_in(ranks_.comm), i);
        create(writer, file, static_cast<std::size_t>(i));
      }
    } catch (const h5::Failure& failure) {
      throw Error(ErrorKind::io, at(skeleton_.path, writer.path(), failure.what()));
    }
  }

  void create(TreeWriter& writer, const FileDescriptor& file, std::size_t index) {
    const auto& batch = arrangement_.batches[index];
    const auto creation = creation_properties(skeleton_.plan.format);
    const auto access = image_properties(skeleton_.plan);
    h5::OutputFile image(batch.bytes.begin, creation, access);
    objects_[index] = writer.write_apart(image, batch);
    const auto bytes = image.take_image();
    sizes_[index] = std::ssize(bytes);
    if (sizes_[index] <= batch.bytes.size()) file.write_at(batch.bytes.begin, bytes);
  }

  /// Gives those that do not fit a range at the end. Returns whether there are any.
  bool move_large() {
    auto& end = arrangement_.bytes.end;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      auto& bytes = arrangement_.batches[i].bytes;
      is_missing_[i] = sizes_[i] > bytes.size();
      if (!is_missing_[i]) continue;
      bytes = {round_up(end, range_unit), round_up(end, range_unit) + sizes_[i]};
      end = bytes.end;
    }
    placed_.bytes.end = end;
    return std::ranges::count(is_missing_, true) > 0;
  }

  const Skeleton& skeleton_;
  const Ranks& ranks_;
  Arrangement arrangement_;
  ChunksInPlace placed_;
  const Congruence any_place_ = {};
  Range own_;                     ///< The batches of this rank.
  std::vector<bool> is_missing_;  ///< By batch.
  std::vector<std::int64_t>
      sizes_;  ///< By batch; of this rank's until all are created. 0: outside its range.
  std::vector<std::vector<h5::ObjectId>> objects_;  ///< By batch, of this rank's.
};

}  // namespace

std::int64_t begin_of_chunks(const plan::Plan& plan, std::int64_t alignment) {
  return round_up(std::max(metadata_block(plan), end_of_batches(plan)),
                  std::max<std::int64_t>(alignment, 16));
}

Layout write_skeleton(const std::string& path, const plan::Plan& plan, const cgns::InputSet& inputs,
                      std::int64_t alignment, const ChunksInPlace& chunks, const Congruence& congruence,
                      const Ranks& ranks) {
  const h5::Quiet quiet;
  Skeleton skeleton{path, plan, inputs, alignment};
  auto arrangement = arrange(plan, {.has_chunks = plan.has_chunks(),
                                    .bytes = chunks.bytes,
                                    .arrays = chunks.arrays,
                                    .alignment = alignment,
                                    .block = congruence.block,
                                    .residues = congruence.residues});
  const bool is_shared = !arrangement.batches.empty();
  if (is_shared) {
    Batches batches(skeleton, chunks, std::move(arrangement), ranks);
    if (batches.create()) return batches.link();
  }
  Layout layout;
  on_joiner(ranks, [&] {
    auto block = metadata_block(plan);
    if (!chunks.arrays.empty() && !chunks.bytes.empty()) block = std::min(block, chunks.bytes.begin);
    layout = skeleton.write(block, chunks, congruence);
  });
  layout.fell_back = is_shared;
  return layout;
}

}  // namespace pcgns::file
