/* arguments.c: see pcgns_fortran.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pcgns_fortran.h"

void pcgnsf_refuse(Call* call, const char* argument, const char* why) {
  if (call->is_wrong) return;
  call->is_wrong = 1;
  snprintf(call->why, sizeof call->why, "%s: argument %s %s", call->name, argument, why);
}

static void* kept(Call* call, size_t size) {
  void* memory = call->nkept < PCGNSF_MOST_TEXTS ? malloc(size) : NULL;
  if (memory)
    call->kept[call->nkept++] = memory;
  else
    pcgnsf_refuse(call, "of text", "finds no memory");
  return memory;
}

static size_t trimmed(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return length;
}

char* pcgnsf_string(Call* call, const CFI_cdesc_t* text) {
  if (!text || !text->base_addr) return NULL;
  const size_t length = trimmed(text->base_addr, text->elem_len);
  char* copy = kept(call, length + 1);
  if (!copy) return NULL;
  memcpy(copy, text->base_addr, length);
  copy[length] = '\0';
  return copy;
}

/* Number of values; -1 where the caller has not told it (assumed size). */
static cgsize_t number_of(const CFI_cdesc_t* array) {
  cgsize_t number = 1;
  for (int i = 0; i < array->rank; ++i) {
    if (array->dim[i].extent < 0) return -1;
    number *= array->dim[i].extent;
  }
  return number;
}

char** pcgnsf_strings(Call* call, const char* argument, const CFI_cdesc_t* texts, cgsize_t count) {
  const char* from = pcgnsf_array(call, argument, texts, count);
  if (!from) return NULL;
  const size_t length = texts->elem_len;
  const cgsize_t number = count < 0 ? number_of(texts) : count;
  if (call->is_wrong || number < 0) return NULL;
  char** all = kept(call, (size_t)(number + 1) * sizeof *all);
  char* copies = kept(call, (size_t)(number + 1) * (length + 1));
  if (!all || !copies) return NULL;
  for (cgsize_t i = 0; i < number; ++i) {
    const size_t used = trimmed(from + (size_t)i * length, length);
    all[i] = memcpy(copies + (size_t)i * (length + 1), from + (size_t)i * length, used);
    all[i][used] = '\0';
  }
  return all;
}

void pcgnsf_pad(char* text, size_t room, const char* from) {
  const size_t length = from ? strlen(from) : 0;
  const size_t used = length < room ? length : room;
  if (used > 0) memcpy(text, from, used);
  memset(text + used, ' ', room - used);
}

void pcgnsf_fill(Call* call, const CFI_cdesc_t* text, const char* from) {
  if (call->status != CG_OK || call->is_wrong || !text || !text->base_addr) return;
  pcgnsf_pad(text->base_addr, text->elem_len, from);
}

int pcgnsf_size(Call* call, char* from) {
  if (call->status != CG_OK || call->is_wrong || !from) return 0;
  const int length = (int)strlen(from);
  cg_free(from);
  return length;
}

/* gfortran 12 leaves the width of an element of some arrays that an assignment allocates unset, and strides
 * are multiples of it. Sections have right ones, so that strides which no memory can have are those of a
 * whole array. */
static int is_whole(const CFI_cdesc_t* array) {
  const double address_space = 0x1p47;
  const CFI_index_t stride = array->dim[0].sm, least = array->elem_len < 4 ? 1 : 4;
  const double reach = (double)stride * (double)number_of(array);
  const int is_unset = stride == 0 || stride % least != 0 || reach > address_space || reach < -address_space;
  return is_unset || CFI_is_contiguous(array);
}

void* pcgnsf_array(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least) {
  if (!array || !array->base_addr) return NULL;
  if (array->rank == 0 && array->type == CFI_type_cptr) return *(void**)array->base_addr;
  if (array->rank > 0 && number_of(array) >= 0 && !is_whole(array))
    pcgnsf_refuse(call, argument, "is not contiguous in memory: it would have to be copied");
  if (least >= 0 && number_of(array) >= 0 && number_of(array) < least) {
    char why[96];
    snprintf(why, sizeof why, "has %lld values, needed are %lld", (long long)number_of(array),
             (long long)least);
    if (array->rank > 0) pcgnsf_refuse(call, argument, why);
  }
  return array->base_addr;
}

void pcgnsf_narrow(const CFI_cdesc_t* wide, int numbers[3], CFI_cdesc_t* narrow) {
  const cgsize_t* from = wide->base_addr;
  const cgsize_t known = number_of(wide) < 0 || number_of(wide) > 3 ? 3 : number_of(wide);
  const CFI_index_t extents[1] = {(CFI_index_t)known};
  for (cgsize_t i = 0; i < known; ++i) numbers[i] = (int)from[i];
  CFI_establish(narrow, numbers, CFI_attribute_other, CFI_type_int, 0, 1, extents);
}

int pcgnsf_cgns_type(const CFI_cdesc_t* variable) {
  switch (variable->type) {
    case CFI_type_int32_t:
      return CGNS_ENUMV(Integer);
    case CFI_type_int64_t:
      return CGNS_ENUMV(LongInteger);
    case CFI_type_float:
      return CGNS_ENUMV(RealSingle);
    case CFI_type_double:
      return CGNS_ENUMV(RealDouble);
    case CFI_type_float_Complex:
      return CGNS_ENUMV(ComplexSingle);
    case CFI_type_double_Complex:
      return CGNS_ENUMV(ComplexDouble);
    case CFI_type_char:
      return CGNS_ENUMV(Character);
    default:
      return CGNS_ENUMV(DataTypeUserDefined);
  }
}

static void* of_type(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least, int type,
                     const char* who) {
  void* values = pcgnsf_array(call, argument, array, least);
  if (!values || array->type == CFI_type_cptr) return values;
  const int own = pcgnsf_cgns_type(array);
  if (own != type) {
    const char *is = cg_DataTypeName(own), *said = cg_DataTypeName(type);
    char why[96];
    snprintf(why, sizeof why, "is of type %s, the %s %s", is ? is : "?", who, said ? said : "?");
    pcgnsf_refuse(call, argument, why);
  }
  return values;
}

void* pcgnsf_typed(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least, int type) {
  return of_type(call, argument, array, least, type, "call says");
}

void* pcgnsf_stored(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least, int type) {
  const int is_known = type >= CGNS_ENUMV(Integer) && type <= CGNS_ENUMV(ComplexDouble);
  return is_known ? of_type(call, argument, array, least, type, "file has")
                  : pcgnsf_array(call, argument, array, least);
}

int pcgnsf_dimension(int fn, int B, int Z) {
  int dimension = 0;
  return cg_index_dim(fn, B, Z, &dimension) == CG_OK ? dimension : 0;
}

int pcgnsf_zone_dimension(int fn, int B, int type) {
  int dimension = 0;
  if (cg_cell_dim(fn, B, &dimension) != CG_OK) return 0;
  return type == CGNS_ENUMV(Structured) ? dimension : 1;
}

static int look_at_array(int A, int* dimension) {
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
  cgsize_t extents[12];
  char name[1024];
  return cg_array_info(A, name, &type, dimension, extents) == CG_OK ? (int)type : 0;
}

int pcgnsf_array_dimension(int A) {
  int dimension = 0;
  return look_at_array(A, &dimension) ? dimension : 0;
}

int pcgnsf_array_type(int A) {
  int dimension;
  return look_at_array(A, &dimension);
}

int pcgnsf_dimension_of_each(const CFI_cdesc_t* A) {
  const int* numbers = A ? A->base_addr : NULL;
  return numbers && number_of(A) != 0 ? pcgnsf_array_dimension(numbers[0]) : 0;
}

int pcgnsf_element_nodes(int fn, int B, int Z, int S) {
  CGNS_ENUMT(ElementType_t) type = CGNS_ENUMV(ElementTypeNull);
  cgsize_t start, end;
  int boundary, parents, nodes = 0;
  char name[1024];
  if (cg_section_read(fn, B, Z, S, name, &type, &start, &end, &boundary, &parents) != CG_OK) return 0;
  return cg_npe(type, &nodes) == CG_OK && nodes > 0 ? nodes : 0;
}

cgsize_t pcgnsf_box(const Call* call, const cgsize_t* rmin, const cgsize_t* rmax, int dimension) {
  cgsize_t count = dimension > 0 ? 1 : -1;
  if (call->is_wrong || !rmin || !rmax) return -1;
  for (int i = 0; i < dimension; ++i) count *= rmax[i] < rmin[i] ? 0 : rmax[i] - rmin[i] + 1;
  return count;
}

cgsize_t pcgnsf_product(const Call* call, const cgsize_t* extents, int dimension) {
  cgsize_t count = 1;
  if (call->is_wrong || !extents) return -1;
  for (int i = 0; i < dimension; ++i) count *= extents[i];
  return count;
}

int pcgnsf_coord_type(int fn, int B, int Z, int C) {
  CGNS_ENUMT(DataType_t) type;
  char name[1024];
  return cg_coord_info(fn, B, Z, C, &type, name) == CG_OK ? (int)type : 0;
}

int pcgnsf_field_type(int fn, int B, int Z, int S, int F) {
  CGNS_ENUMT(DataType_t) type;
  char name[1024];
  return cg_field_info(fn, B, Z, S, F, &type, name) == CG_OK ? (int)type : 0;
}

int pcgnsf_particle_coord_type(int fn, int B, int P, int C) {
  CGNS_ENUMT(DataType_t) type;
  char name[1024];
  return cg_particle_coord_info(fn, B, P, C, &type, name) == CG_OK ? (int)type : 0;
}

int pcgnsf_particle_field_type(int fn, int B, int P, int S, int F) {
  CGNS_ENUMT(DataType_t) type;
  char name[1024];
  return cg_particle_field_info(fn, B, P, S, F, &type, name) == CG_OK ? (int)type : 0;
}

static int type_of_named(const char* wanted) {
  int count = 0;
  if (!wanted || cg_narrays(&count) != CG_OK) return 0;
  for (int A = 1; A <= count; ++A) {
    CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
    cgsize_t extents[12];
    char name[1024];
    int dimension;
    const int is_known = cg_array_info(A, name, &type, &dimension, extents) == CG_OK;
    if (is_known && strcmp(name, wanted) == 0) return (int)type;
  }
  return 0;
}

int pcgnsf_slice_type(int type, int fn, int B, int Z, const void* SN) {
  const int* numbers = SN;
  if (!SN) return 0;
  switch (type) {
    case CGP_SLICE_COORDS:
      return pcgnsf_coord_type(fn, B, Z, numbers[0]);
    case CGP_SLICE_ELEMENTS:
      return CGNS_ENUMV(LongInteger); /* cgsize_t, whatever the file has */
    case CGP_SLICE_SOLUTION:
      return pcgnsf_field_type(fn, B, Z, numbers[0], 1);
    case CGP_SLICE_FIELD:
      return pcgnsf_field_type(fn, B, Z, numbers[0], numbers[1]);
    default:
      return type == CGP_SLICE_ARRAY ? type_of_named(SN) : 0;
  }
}

void* pcgnsf_identifier(Call* call, const char* argument, const CFI_cdesc_t* array, int type) {
  const int is_name = array && array->type == CFI_type_char;
  if (array && type != CGP_SLICE_EMPTY && is_name != (type == CGP_SLICE_ARRAY))
    pcgnsf_refuse(call, argument, is_name ? "is a name, needed are numbers" : "is not the name of an array");
  void* at = is_name ? (void*)pcgnsf_string(call, array)
                     : pcgnsf_array(call, argument, array, type == CGP_SLICE_FIELD ? 2 : 1);
  return call->is_wrong ? NULL : at;
}

void pcgnsf_descend(Call* call, int fn, const CFI_cdesc_t* const* labels, const int* const* indices) {
  for (int i = 0; call->status == CG_OK && labels[i]; ++i) {
    Call level = {.name = call->name};
    const char* label = pcgnsf_string(&level, labels[i]);
    if (!label && !pcgnsf_goes_on(&level)) call->status = level.status;
    const int is_end = !label || strcmp(label, "end") == 0;
    if (!is_end) call->status = cg_gorel(fn, label, indices[i] ? *indices[i] : 0, "end");
    free((void*)label);
    if (is_end) return;
  }
}

int pcgnsf_goes_on(Call* call) {
  if (!call->is_wrong) return 1;
  call->status = cgp_wrong_argument(call->why, call->moves_values);
  return call->moves_values;
}

void pcgnsf_end(Call* call, int* ierr) {
  for (int i = 0; i < call->nkept; ++i) free(call->kept[i]);
  if (call->is_wrong && call->moves_values) cgp_wrong_argument(NULL, 1); /* if the call did not get as far */
  if (ierr)
    *ierr = call->status;
  else if (call->status != CG_OK)
    cgp_error_exit();
}
