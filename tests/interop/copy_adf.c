/* copy_adf: IN FORMAT OUT. Copies an ADF file with the reference library into a file of another format: IEEE_BIG_32,
 * IEEE_LITTLE_32, IEEE_BIG_64, IEEE_LITTLE_64, or LEGACY. With --grown as a fourth argument, every array of 8 values or
 * more is written in three steps, so that its values are in several chunks of the file. With --linked FILE, zones
 * become links to those of FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgnstypes.h"
#include "ADF.h"

static int grown;
static const char* linked;

static void check(int error, const char* what) {
  char text[ADF_MAX_ERROR_STR_LENGTH + 1];
  if (error == NO_ERROR) return;
  ADF_Error_Message(error, text);
  fprintf(stderr, "copy_adf: %s: %s\n", what, text);
  exit(2);
}

static size_t bytes_of(const char* type) {
  if (strcmp(type, "X8") == 0) return 16;
  if (type[0] == 'X') return 8;
  if (strcmp(type, "C1") == 0 || strcmp(type, "B1") == 0) return 1;
  return type[1] == '8' ? 8 : 4;
}

static void copy_values(double from, double to) {
  char type[ADF_DATA_TYPE_LENGTH + 1];
  cgsize_t dims[ADF_MAX_DIMENSIONS];
  cgsize_t last;
  size_t count = 1;
  int error, rank, i;
  char* values;
  ADF_Get_Data_Type(from, type, &error);
  check(error, "type");
  ADF_Get_Number_of_Dimensions(from, &rank, &error);
  check(error, "rank");
  if (strcmp(type, "MT") == 0 || rank == 0) return;
  ADF_Get_Dimension_Values(from, dims, &error);
  check(error, "extents");
  for (i = 0; i < rank; ++i) count *= (size_t)dims[i];
  values = malloc(count * bytes_of(type) + 1);
  ADF_Read_All_Data(from, values, &error);
  check(error, "values");
  last = dims[rank - 1];
  if (grown && count >= 8 && last >= 3) {
    dims[rank - 1] = last / 3;
    ADF_Put_Dimension_Information(to, type, rank, dims, &error);
    check(error, "extents of the first part");
    ADF_Write_All_Data(to, values, &error);
    check(error, "the first part");
    dims[rank - 1] = last / 3 * 2;
    ADF_Put_Dimension_Information(to, type, rank, dims, &error);
    check(error, "extents of the second part");
    ADF_Write_All_Data(to, values, &error);
    check(error, "the second part");
    dims[rank - 1] = last;
  }
  ADF_Put_Dimension_Information(to, type, rank, dims, &error);
  check(error, "new extents");
  ADF_Write_All_Data(to, values, &error);
  check(error, "new values");
  free(values);
}

static void copy_children(double from, double to, const char* parent) {
  int count, i, found, error;
  char name[ADF_NAME_LENGTH + 1], label[ADF_LABEL_LENGTH + 1];
  char path[1024];
  double child, made;
  ADF_Number_of_Children(from, &count, &error);
  check(error, "children");
  for (i = 1; i <= count; ++i) {
    ADF_Children_IDs(from, i, 1, &found, &child, &error);
    check(error, "child");
    ADF_Get_Name(child, name, &error);
    check(error, "name");
    ADF_Get_Label(child, label, &error);
    check(error, name);
    snprintf(path, sizeof path, "%s/%s", parent, name);
    if (linked != NULL && strcmp(label, "Zone_t") == 0) {
      ADF_Link(to, name, linked, path, &made, &error);
      check(error, name);
      continue;
    }
    ADF_Create(to, name, &made, &error);
    check(error, name);
    ADF_Set_Label(made, label, &error);
    check(error, name);
    copy_values(child, made);
    copy_children(child, made, path);
  }
}

int main(int argc, char** argv) {
  double from, to;
  int error;
  if (argc < 4) {
    fprintf(stderr, "usage: copy_adf IN FORMAT OUT [--grown | --linked FILE]\n");
    return 2;
  }
  grown = argc == 5;
  linked = argc == 6 ? argv[5] : NULL;
  ADF_Database_Open(argv[1], "READ_ONLY", "NATIVE", &from, &error);
  check(error, argv[1]);
  ADF_Database_Open(argv[3], "NEW", argv[2], &to, &error);
  check(error, argv[3]);
  copy_children(from, to, "");
  ADF_Database_Close(from, &error);
  check(error, argv[1]);
  ADF_Database_Close(to, &error);
  check(error, argv[3]);
  return 0;
}
