// Catch2 2 brings its main function in the header; 3 has it in the library Catch2WithMain.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include "catch.hpp"
