#include "pcgns/mesh/marks.hpp"

#include <algorithm>
#include <bit>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::mesh {

Marks::Marks(par::Session& session, std::int64_t count)
    : session_(session),
      count_(count),
      most_pages_(session.memory().buffer(16, 16 * mebi) / (8 * page_words)),
      pages_per_rank_(divide_up(std::max<std::int64_t>(1, divide_up(count, page_bits)), session.size())),
      pages_(static_cast<std::size_t>(divide_up(count, page_bits))) {
  const auto pages = static_cast<std::int64_t>(pages_.size());
  const auto begin = std::min(pages, session.rank() * pages_per_rank_);
  const auto end = std::min(pages, begin + pages_per_rank_);
  owned_.resize(static_cast<std::size_t>((end - begin) * page_words));
}

std::unique_ptr<Marks::Page> Marks::added(std::int64_t number) {
  ++used_;
  return std::make_unique<Page>(Page{.number = number, .words = {}});
}

void Marks::settle() {
  par::Exchange exchange(session_);
  const auto first = session_.rank() * pages_per_rank_;
  std::size_t at = 0;
  const auto send = [&] {
    for (bool room = true; room && at < pages_.size(); ++at) {
      if (pages_[at] == nullptr) continue;
      room = exchange.put(owner_of(pages_[at]->number), *pages_[at]);
      pages_[at].reset();
    }
    return at < pages_.size();
  };
  par::in_batches(exchange, send, [&](int, std::span<const std::byte> message) {
    par::for_each_record<Page>(message, [&](const Page& page) {
      auto* words = owned_.data() + (page.number - first) * page_words;
      for (std::int64_t i = 0; i < page_words; ++i) words[i] |= page.words[i];
    });
  });
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
