#!/usr/bin/env bats
# A type has one definition: of two that have one name in one namespace, the linker takes either.

load ../bats

type_names() { "$PCGNS_PYTHON" "$PCGNS_SOURCE_DIR/tests/headers/type_names.py" "$@"; }

@test "no two files define types of one name in one namespace" {
  cd "$PCGNS_SOURCE_DIR"
  type_names libcore tools
}

@test "two definitions are found, those in unnamed namespaces are not" {
  printf 'namespace a {\n\nstruct Piece {};\n\n}  // namespace a\n' >"$BATS_TEST_TMPDIR/one.cpp"
  printf 'namespace a {\n\nclass Piece final {};\n\n}  // namespace a\n' >"$BATS_TEST_TMPDIR/two.cpp"
  printf 'namespace a {\nnamespace {\nstruct Piece {};\n}  // namespace\n}  // namespace a\n' >"$BATS_TEST_TMPDIR/c.cpp"
  run type_names "$BATS_TEST_TMPDIR"
  [[ $status == 1 && $output == "a::Piece: $BATS_TEST_TMPDIR/one.cpp, $BATS_TEST_TMPDIR/two.cpp" ]]
}
