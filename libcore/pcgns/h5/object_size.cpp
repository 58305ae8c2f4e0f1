#include "pcgns/h5/object_size.hpp"

#include "pcgns/h5/error.hpp"

namespace pcgns::h5 {

std::int64_t bytes_of_object(hid_t object) {
  hsize_t bytes = 0;
#if H5_VERSION_GE(1, 12, 0)
  H5O_native_info_t info;
  check(H5Oget_native_info(object, &info, H5O_NATIVE_INFO_HDR | H5O_NATIVE_INFO_META_SIZE),
        "cannot read an object");
#else
  H5O_info_t info;
  check(H5Oget_info2(object, &info, H5O_INFO_HDR | H5O_INFO_META_SIZE), "cannot read an object");
#endif
  bytes += info.hdr.space.total;
  for (const auto& part : {info.meta_size.obj, info.meta_size.attr})
    bytes += part.index_size + part.heap_size;
  if (H5Iget_type(object) == H5I_DATASET) bytes += H5Dget_storage_size(object);
  return static_cast<std::int64_t>(bytes);
}

}  // namespace pcgns::h5
