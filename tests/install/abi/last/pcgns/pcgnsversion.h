/* pcgnsversion.h: the version of pcgns, when a program is compiled and when it runs. */
#ifndef PCGNS_PCGNSVERSION_H
#define PCGNS_PCGNSVERSION_H

/* The build reads the version here. PCGNS_ABI_VERSION is the number in the name of the shared library: a
 * program built with one release runs with every later one that has the same number. */
#define PCGNS_VERSION_MAJOR 0
#define PCGNS_VERSION_MINOR 1
#define PCGNS_VERSION_PATCH 0
#define PCGNS_ABI_VERSION 1

/* 10000 major + 100 minor + patch, for #if. */
#define PCGNS_VERSION_NUMBER (10000 * PCGNS_VERSION_MAJOR + 100 * PCGNS_VERSION_MINOR + PCGNS_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that the program runs with, such as "0.1.0"; local, never fails. */
const char* pcgns_version(void);

#ifdef __cplusplus
}
#endif

#endif
