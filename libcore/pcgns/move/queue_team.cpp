#include "pcgns/move/queue_team.hpp"

#include <algorithm>
#include <map>

#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

/// A value that begins in a domain may end behind it.
constexpr std::int64_t overhang = 64;
constexpr std::int64_t most_per_node = 512 * mebi;
constexpr int owners_on_many_nodes = 4;

std::int64_t segment_bytes(const QueueOptions& options) {
  return round_up(options.buffer + overhang, 4 * kibi);
}

}  // namespace

Team::Team(MPI_Comm comm, const QueueOptions& options) : options_(options) {
  MPI_Comm_dup(comm, &comm_);
  MPI_Comm_rank(comm_, &rank_);
  find_nodes();
  choose_owners();
}

void Team::find_nodes() {
  if (options_.ranks_per_node > 0) {
    MPI_Comm_split(comm_, rank_ / options_.ranks_per_node, 0, &node_);
  } else {
    MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_);
  }
  MPI_Comm_set_errhandler(node_, MPI_ERRORS_RETURN);
  int size = 0;
  MPI_Comm_size(comm_, &size);
  node_of_.resize(static_cast<std::size_t>(size));
  const int lowest = static_cast<int>(par::all_min(node_, rank_));
  MPI_Allgather(&lowest, 1, MPI_INT, node_of_.data(), 1, MPI_INT, comm_);
}

void Team::choose_owners() {
  std::map<int, int> taken;
  const bool one_node = std::all_of(node_of_.begin(), node_of_.end(), [](int node) { return node == 0; });
  const int most = options_.owners_per_node > 0 ? options_.owners_per_node
                   : one_node                   ? size()
                                                : owners_on_many_nodes;
  // Round the nodes, so that few writers are on different ones.
  std::vector<std::pair<int, int>> candidates;
  for (int rank = 0; rank < size(); ++rank) {
    const int turn = taken[node_of_[static_cast<std::size_t>(rank)]]++;
    if (turn < most) candidates.emplace_back(turn, rank);
  }
  std::sort(candidates.begin(), candidates.end());
  if (options_.writers > 0)
    candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(options_.writers)));
  for (const auto& [turn, rank] : candidates) owners_.push_back(rank);
  std::sort(owners_.begin(), owners_.end());
  const auto me = std::find(owners_.begin(), owners_.end(), rank_);
  if (me != owners_.end()) turn_ = static_cast<int>(me - owners_.begin());

  std::map<int, std::int64_t> per_node;
  std::int64_t crowd = 1;
  for (const int owner : owners_) {
    crowd = std::max(crowd, ++per_node[node_of_[static_cast<std::size_t>(owner)]]);
  }
  options_.alignment = round_up(std::max<std::int64_t>(options_.alignment, 1), 64);
  const auto share =
      std::clamp(options_.buffer, std::int64_t{1}, std::min(most_per_node / (2 * crowd), gibi));
  options_.buffer = std::max(round_down(share, options_.alignment), options_.alignment);
}

bool Team::reaches(int rank) const {
  return rank == rank_ || (window_ != MPI_WIN_NULL && node_of_[static_cast<std::size_t>(rank)] ==
                                                          node_of_[static_cast<std::size_t>(rank_)]);
}

std::byte* Team::buffer(int owner, std::int64_t round) const {
  return segments_[static_cast<std::size_t>(owner)] + round % 2 * segment_bytes(options_);
}

void Team::share_buffers() {
  if (!segments_.empty()) return;
  segments_.resize(owners_.size());
  const auto mine = turn_ < 0 ? 0 : 2 * segment_bytes(options_);
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");  // each rank's memory is near to it
  void* base = nullptr;
  const int made = MPI_Win_allocate_shared(mine, 1, info, node_, &base, &window_);
  MPI_Info_free(&info);
  if (par::all_max(node_, made == MPI_SUCCESS ? 0 : 1) != 0) {
    window_ = MPI_WIN_NULL;
    own_.resize(static_cast<std::size_t>(mine));
    if (turn_ >= 0) segments_[static_cast<std::size_t>(turn_)] = own_.data();
    return;
  }
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  std::map<int, int> place_in_node;
  for (int rank = 0, next = 0; rank < size(); ++rank) {
    if (reaches(rank)) place_in_node[rank] = next++;
  }
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    if (!reaches(owners_[i])) continue;
    MPI_Aint bytes = 0;
    int unit = 0;
    void* begin = nullptr;
    MPI_Win_shared_query(window_, place_in_node.at(owners_[i]), &bytes, &unit, &begin);
    segments_[i] = static_cast<std::byte*>(begin);
  }
}

void Team::meet() {
  if (window_ == MPI_WIN_NULL) return;
  MPI_Win_sync(window_);
  MPI_Request all_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(node_, &all_here);
  par::wait_all({&all_here, 1});
  MPI_Win_sync(window_);
}

void Team::close() {
  if (window_ != MPI_WIN_NULL) {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  if (node_ != MPI_COMM_NULL) MPI_Comm_free(&node_);
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

}  // namespace pcgns::move
