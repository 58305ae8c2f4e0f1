#include "pcgns/par/detail/node_claim.hpp"

#include "catch.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

using namespace pcgns;

TEST_CASE("one of the ranks of a node may report, and only once") {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(test::session().comm(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  par::NodeClaim claim;
  claim.open(node);
  CHECK(par::all_sum(node, claim.make() ? 1 : 0) == 1);
  CHECK_FALSE(claim.make());
  claim.close();
  MPI_Comm_free(&node);
}
