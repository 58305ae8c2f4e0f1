/* pcgns_fortran.h: arguments of Fortran, as descriptors, become those of pcgnslib.h. */
#ifndef PCGNS_FORTRAN_H
#define PCGNS_FORTRAN_H

#include <ISO_Fortran_binding.h>
#include <pcgns/pcgnslib.h>

/* Strings that a call fills may be longer than the manual says: a text of the reference library once was. */
#define PCGNSF_ROOM(characters) ((characters) < 1024 ? 1024 : (characters))

enum { PCGNSF_MOST_TEXTS = 8 };

/* One call, from its arguments to its end. */
typedef struct {
  const char* name;
  int moves_values; /* other ranks may be in the same call: it is made although an argument is wrong */
  int status;
  int is_wrong;
  char why[256];
  void* kept[PCGNSF_MOST_TEXTS];
  int nkept;
} Call;

/* The string without blanks at its end, for C; lives until pcgnsf_end. NULL for an absent one. */
char* pcgnsf_string(Call* call, const CFI_cdesc_t* text);
/* `count` strings, or as many as there are if it is negative. */
char** pcgnsf_strings(Call* call, const char* argument, const CFI_cdesc_t* texts, cgsize_t count);
/* Copies a string of C to `room` characters, the rest of which become blanks. */
void pcgnsf_pad(char* text, size_t room, const char* from);
/* Fills `text` with a string of C and blanks, unless the call has failed. */
void pcgnsf_fill(Call* call, const CFI_cdesc_t* text, const char* from);
/* The length of a text of the library, which is freed. */
int pcgnsf_size(Call* call, char* from);

/* Where the values of an array lie, of which there must be `least` or more. A scalar of type(c_ptr) is that
 * place itself. NULL if there is no array. */
void* pcgnsf_array(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least);
/* The same for values that must have a type. */
void* pcgnsf_typed(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least,
                   int /* DataType_t */ type);
/* The same for values that are moved as the file has them. */
void* pcgnsf_stored(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least,
                    int /* DataType_t */ type);

/* Numbers of indices, of a zone, of one that is made, and of an array at the current node; 0 if there is
 * none, which the call then says. */
int pcgnsf_dimension(int fn, int B, int Z);
int pcgnsf_zone_dimension(int fn, int B, int type);
int pcgnsf_array_dimension(int A);
/* The same of the first of several arrays. */
int pcgnsf_dimension_of_each(const CFI_cdesc_t* A);
/* The nodes of each element of a section; 0 if they differ. */
int pcgnsf_element_nodes(int fn, int B, int Z, int S);
/* Numbers of values of a range and of an array in memory; -1 if that is unknown. */
cgsize_t pcgnsf_box(const Call* call, const cgsize_t* rmin, const cgsize_t* rmax, int dimension);
cgsize_t pcgnsf_product(const Call* call, const cgsize_t* extents, int dimension);
/* The types of arrays of the file; DataTypeNull if there is none. */
int pcgnsf_coord_type(int fn, int B, int Z, int C);
int pcgnsf_field_type(int fn, int B, int Z, int S, int F);
int pcgnsf_particle_coord_type(int fn, int B, int P, int C);
int pcgnsf_particle_field_type(int fn, int B, int P, int S, int F);
int pcgnsf_array_type(int A);
/* The type of what a request of the queue is about, as its memory has it. */
int pcgnsf_slice_type(int type, int fn, int B, int Z, const void* SN);

/* `narrow`: the numbers of `wide`, at most three, as integers of the default kind. */
void pcgnsf_narrow(const CFI_cdesc_t* wide, int numbers[3], CFI_cdesc_t* narrow);
/* What a request of the queue is about: numbers, or a name. `type`: its SliceType_t. */
void* pcgnsf_identifier(Call* call, const char* argument, const CFI_cdesc_t* array, int type);

/* From the current node to its descendants; stops at "end" and at what is absent. */
void pcgnsf_descend(Call* call, int fn, const CFI_cdesc_t* const* labels, const int* const* indices);

/* The call is not made, because of this argument; the first reason counts. */
void pcgnsf_refuse(Call* call, const char* argument, const char* why);
/* Whether the call is to be made. */
int pcgnsf_goes_on(Call* call);
/* Gives the status to the caller; where it does not ask, a failure ends all ranks. */
void pcgnsf_end(Call* call, int* ierr);

/* The DataType_t of a variable. */
int pcgnsf_cgns_type(const CFI_cdesc_t* variable);

#endif
