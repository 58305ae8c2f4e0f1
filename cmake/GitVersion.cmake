# The commit that --version prints; empty in a source package without git.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --short=7 HEAD
                OUTPUT_VARIABLE PCGNS_GIT_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
