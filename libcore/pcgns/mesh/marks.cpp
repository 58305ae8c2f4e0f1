#include "pcgns/mesh/marks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::mesh {

namespace {}

Marks::Marks(par::Session& session, std::int64_t count)
    : session_(session),
      count_(count),
      pages_per_rank_(divide_up(std::max<std::int64_t>(1, divide_up(count, page_bits)), session.size())),
      pages_(static_cast<std::size_t>(divide_up(count, page_bits))) {
  const auto pages = static_cast<std::int64_t>(pages_.size());
  const auto begin = std::min(pages, session.rank() * pages_per_rank_);
  const auto end = std::min(pages, begin + pages_per_rank_);
  owned_.resize(static_cast<std::size_t>((end - begin) * page_words));
}

void Marks::add(Page& page) {
  page = std::make_unique<std::uint64_t[]>(page_words);
  ++used_;
}

void Marks::settle() {
  struct Record {
    std::int64_t page;
    std::uint64_t words[page_words];
  };
  par::Exchange exchange(session_);
  const auto first = session_.rank() * pages_per_rank_;
  std::size_t at = 0;
  for (bool more = true; more;) {
    for (bool room = true; room && at < pages_.size(); ++at) {
      if (pages_[at] == nullptr) continue;
      const auto number = static_cast<std::int64_t>(at);
      auto* to = exchange.add(owner_of(number), sizeof(Record));
      std::memcpy(to, &number, sizeof number);
      std::memcpy(to + sizeof number, pages_[at].get(), page_words * sizeof(std::uint64_t));
      pages_[at].reset();
      room = exchange.waiting_for(owner_of(number)) + std::int64_t{sizeof(Record)} <= exchange.room();
    }
    more = exchange.deliver({.more = at < pages_.size()}).more;
    for (int rank = 0; rank < session_.size(); ++rank) {
      const auto bytes = exchange.from(rank);
      for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(Record)) {
        Record record;
        std::memcpy(&record, bytes.data() + begin, sizeof record);
        auto* words = owned_.data() + (record.page - first) * page_words;
        for (std::int64_t i = 0; i < page_words; ++i) words[i] |= record.words[i];
      }
    }
  }
  used_ = 0;
}

Marks::Unset Marks::unset() const {
  Unset result;
  const auto begin = session_.rank() * pages_per_rank_ * page_bits;
  for (std::size_t i = 0; i < owned_.size(); ++i) {
    const auto number = begin + static_cast<std::int64_t>(64 * i);
    if (number >= count_) break;
    const auto in_word = std::min<std::int64_t>(64, count_ - number);
    const auto wanted = in_word == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << in_word) - 1;
    const auto missing = wanted & ~owned_[i];
    if (missing == 0) continue;
    if (result.count == 0) result.first = number + std::countr_zero(missing);
    result.count += std::popcount(missing);
  }
  return result;
}

}  // namespace pcgns::mesh
