#include "part_files.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <mpi.h>

#include <algorithm>
#include <optional>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::test {

namespace {

hid_t memory_type(cgns::DataType type) {
  switch (type) {
    case cgns::DataType::I4:
      return H5T_NATIVE_INT32;
    case cgns::DataType::I8:
      return H5T_NATIVE_INT64;
    case cgns::DataType::R4:
      return H5T_NATIVE_FLOAT;
    default:
      return H5T_NATIVE_DOUBLE;
  }
}

/// A chunked dataset, as CGNS has it: "/ data" in a group.
void write_dataset(hid_t file, const cgns::Array& array, const std::vector<std::byte>& bytes) {
  const auto links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  const auto layout = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t count = static_cast<hsize_t>(cgns::count_of(array.dims));
  const hsize_t chunk = std::max<hsize_t>(1, count / 3);
  H5Pset_chunk(layout, 1, &chunk);
  const auto space = H5Screate_simple(1, &count, nullptr);
  const auto type = memory_type(array.type);
  const auto data =
      H5Dcreate2(file, (array.path + "/ data").c_str(), type, space, links, layout, H5P_DEFAULT);
  H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data());
  H5Dclose(data);
  H5Sclose(space);
  H5Pclose(layout);
  H5Pclose(links);
}

}  // namespace

std::vector<std::byte> bytes_as(cgns::DataType type, const std::vector<std::int64_t>& values) {
  if (type == cgns::DataType::I8) return bytes_of(values);
  return bytes_of(std::vector<std::int32_t>(values.begin(), values.end()));
}

int PartFiles::add_file() {
  const auto number = static_cast<int>(inputs.files.size());
  inputs.files.push_back({.path = scratch.path("part_" + std::to_string(number) + ".cgns"),
                          .size = 1 << 26,  // behind what HDF5 writes
                          .reader = number % session().size()});
  return number;
}

int PartFiles::add_array(int file, cgns::DataType type, std::vector<std::byte> values, Storage storage) {
  const auto index = static_cast<int>(inputs.arrays.size());
  auto& array = inputs.arrays.emplace_back();
  array.file = storage == Storage::memory ? -1 : file;
  array.path = "/Base/Zone.P" + std::to_string(file) + "/array" + std::to_string(index);
  array.type = type;
  array.dims = {static_cast<std::int64_t>(values.size()) / cgns::size_of(type)};
  array.swapped = storage == Storage::swapped;
  if (storage == Storage::memory) {
    array.values = std::make_shared<const std::vector<std::byte>>(std::move(values));
    return index;
  }
  if (storage != Storage::hdf5) {
    auto& size = inputs.files[static_cast<std::size_t>(file)].size;
    array.offset = size;
    size += static_cast<std::int64_t>(values.size()) + 3;
  }
  pending.push_back({index, storage, std::move(values)});
  return index;
}

int PartFiles::add_integers(int file, cgns::DataType type, const std::vector<std::int64_t>& values,
                            Storage storage) {
  return add_array(file, type, bytes_as(type, values), storage);
}

int PartFiles::add_target(cgns::DataType type, std::vector<std::byte> values) {
  const auto index = static_cast<int>(plan.targets.size());
  plan.targets.push_back({.path = "/Base/Zone/target" + std::to_string(index),
                          .type = type,
                          .dims = {static_cast<std::int64_t>(values.size()) / cgns::size_of(type)}});
  expected.resize(expected.size() + 13);
  end += 13;
  offsets.push_back(end);
  end += static_cast<std::int64_t>(values.size());
  expected.insert(expected.end(), values.begin(), values.end());
  return index;
}

void PartFiles::write_files() {
  if (session().is_root()) {
    for (std::size_t file = 0; file < inputs.files.size(); ++file) {
      const auto handle = H5Fcreate(inputs.files[file].path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
      for (const auto& [index, storage, bytes] : pending) {
        const auto& array = inputs.arrays[static_cast<std::size_t>(index)];
        if (array.file == static_cast<int>(file) && storage == Storage::hdf5)
          write_dataset(handle, array, bytes);
      }
      H5Fclose(handle);
    }
    for (auto [index, storage, bytes] : pending) {
      const auto& array = inputs.arrays[static_cast<std::size_t>(index)];
      if (storage == Storage::hdf5) continue;
      if (storage == Storage::swapped) kernel::reverse_words(bytes, cgns::word_size(array.type));
      const auto& path = inputs.files[static_cast<std::size_t>(array.file)].path;
      FileDescriptor(path, O_WRONLY).write_at(array.offset, bytes);
    }
  }
  par::collectively(session().comm(), "", [] {});
}

Result scatter(const PartFiles& files, const Run& run) {
  const plan::Machine machine{.ranks = session().size(), .buffer = run.buffer};
  const io::FileBlocks file_blocks(files.end, machine);
  io::Source source(files.inputs, 1 << 20);
  io::Scatter scatter(session(), {.inputs = files.inputs,
                                  .plan = files.plan,
                                  .offsets = files.offsets,
                                  .file_blocks = file_blocks,
                                  .source = source,
                                  .memory = run.memory,
                                  .chunk = run.chunk,
                                  .known = run.known});
  Result result{
      .bytes = std::vector<std::byte>(static_cast<std::size_t>(files.end)), .shared = {}, .differences = {}};
  std::optional<Error> failure;
  for (std::int64_t round = 0; round < file_blocks.rounds(); ++round) {
    if (!scatter.concerns(round)) continue;
    const auto window = file_blocks.bytes_of(file_blocks.file_block_of(session().rank(), round));
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::max<std::int64_t>(0, window.size())));
    try {
      scatter.run(round, buffer);
    } catch (const Error& error) {
      if (!failure) failure = error;
    }
    std::copy(buffer.begin(), buffer.end(), result.bytes.begin() + window.begin);
  }
  par::agree(session().comm(), "scattering", failure);
  MPI_Allreduce(MPI_IN_PLACE, result.bytes.data(), static_cast<int>(result.bytes.size()), MPI_BYTE, MPI_BOR,
                session().comm());
  result.shared = io::summed_up(session().comm(), scatter.differences());
  result.differences = io::summary_of(result.shared, files.plan);
  return result;
}

}  // namespace pcgns::test
