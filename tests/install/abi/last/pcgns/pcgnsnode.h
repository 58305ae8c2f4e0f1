/* pcgnsnode.h: the current node and what is below it, whatever it is: those that write are called by all
 * ranks with the same arguments, those that ask are local. Part of pcgnslib.h. */
#ifndef PCGNS_PCGNSNODE_H
#define PCGNS_PCGNSNODE_H

#include "pcgnsnames.h"
#include "pcgnstypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The current node: cg_goto(fn, B, label or name, index or 0, ..., "end"). */
int cg_goto(int fn, int B, ...);
int cg_gorel(int fn, ...);
int cg_gopath(int fn, const char* path);
/* The same with lists of `depth` labels or names and of numbers; where the current node is. */
int cg_golist(int fn, int B, int depth, char** labels, int* numbers);
int cg_where(int* fn, int* B, int* depth, char** labels, int* numbers);
int cg_delete_node(const char* name);
/* Links: cg_free(*file), cg_free(*path). */
int cg_is_link(int* path_length);
int cg_link_read(char** file, char** path);
int cg_link_write(const char* name, const char* file, const char* path);

/* Arrays, point sets and texts. */
int cg_narrays(int* narrays);
int cg_array_info(int A, char* name, CGNS_ENUMT(DataType_t) * type, int* dimensions, cgsize_t* extents);
int cg_array_read(int A, void* data);
int cg_array_read_as(int A, CGNS_ENUMT(DataType_t) type, void* data);
int cg_array_write(const char* name, CGNS_ENUMT(DataType_t) type, int dimensions, const cgsize_t* extents,
                   const void* data);
int cg_ptset_info(CGNS_ENUMT(PointSetType_t) * type, cgsize_t* npnts);
int cg_ptset_read(cgsize_t* points);
int cg_ptset_write(CGNS_ENUMT(PointSetType_t) type, cgsize_t npnts, const cgsize_t* points);
int cg_ndescriptors(int* ndescriptors);
int cg_descriptor_read(int D, char* name, char** text); /* cg_free(*text) */
int cg_descriptor_write(const char* name, const char* text);
int cg_nuser_data(int* nuser_data);
int cg_user_data_read(int index, char* name);
int cg_user_data_write(const char* name);
int cg_nintegrals(int* nintegrals);
int cg_integral_read(int index, char* name);
int cg_integral_write(const char* name);
int cg_rind_read(int* planes);
int cg_rind_write(const int* planes);
int cg_ordinal_read(int* ordinal);
int cg_ordinal_write(int ordinal);
int cg_dataclass_read(CGNS_ENUMT(DataClass_t) * dataclass);
int cg_dataclass_write(CGNS_ENUMT(DataClass_t) dataclass);
int cg_gridlocation_read(CGNS_ENUMT(GridLocation_t) * location);
int cg_gridlocation_write(CGNS_ENUMT(GridLocation_t) location);

/* Units, exponents (5 numbers, or 8 with `full`), and conversion: a scale and an offset. */
int cg_nunits(int* nunits);
int cg_units_read(CGNS_ENUMT(MassUnits_t) * mass, CGNS_ENUMT(LengthUnits_t) * length,
                  CGNS_ENUMT(TimeUnits_t) * time, CGNS_ENUMT(TemperatureUnits_t) * temperature,
                  CGNS_ENUMT(AngleUnits_t) * angle);
int cg_units_write(CGNS_ENUMT(MassUnits_t) mass, CGNS_ENUMT(LengthUnits_t) length,
                   CGNS_ENUMT(TimeUnits_t) time, CGNS_ENUMT(TemperatureUnits_t) temperature,
                   CGNS_ENUMT(AngleUnits_t) angle);
int cg_unitsfull_read(CGNS_ENUMT(MassUnits_t) * mass, CGNS_ENUMT(LengthUnits_t) * length,
                      CGNS_ENUMT(TimeUnits_t) * time, CGNS_ENUMT(TemperatureUnits_t) * temperature,
                      CGNS_ENUMT(AngleUnits_t) * angle, CGNS_ENUMT(ElectricCurrentUnits_t) * current,
                      CGNS_ENUMT(SubstanceAmountUnits_t) * amount,
                      CGNS_ENUMT(LuminousIntensityUnits_t) * intensity);
int cg_unitsfull_write(CGNS_ENUMT(MassUnits_t) mass, CGNS_ENUMT(LengthUnits_t) length,
                       CGNS_ENUMT(TimeUnits_t) time, CGNS_ENUMT(TemperatureUnits_t) temperature,
                       CGNS_ENUMT(AngleUnits_t) angle, CGNS_ENUMT(ElectricCurrentUnits_t) current,
                       CGNS_ENUMT(SubstanceAmountUnits_t) amount,
                       CGNS_ENUMT(LuminousIntensityUnits_t) intensity);
int cg_exponents_info(CGNS_ENUMT(DataType_t) * type);
int cg_nexponents(int* nexponents);
int cg_exponents_read(void* exponents);
int cg_exponents_write(CGNS_ENUMT(DataType_t) type, const void* exponents);
int cg_expfull_read(void* exponents);
int cg_expfull_write(CGNS_ENUMT(DataType_t) type, const void* exponents);
int cg_conversion_info(CGNS_ENUMT(DataType_t) * type);
int cg_conversion_read(void* factors);
int cg_conversion_write(CGNS_ENUMT(DataType_t) type, const void* factors);

/* States, equations and models: cg_free(*text). A flag is 1 if the node exists. */
int cg_state_read(char** text);
int cg_state_write(const char* text);
int cg_convergence_read(int* iterations, char** text);
int cg_convergence_write(int iterations, const char* text);
int cg_equationset_read(int* dimension, int* governing, int* gas, int* viscosity, int* conductivity,
                        int* turbulence_closure, int* turbulence);
int cg_equationset_chemistry_read(int* relaxation, int* kinetics);
int cg_equationset_elecmagn_read(int* electric_field, int* magnetic_field, int* conductivity);
int cg_equationset_write(int dimension);
int cg_governing_read(CGNS_ENUMT(GoverningEquationsType_t) * type);
int cg_governing_write(CGNS_ENUMT(GoverningEquationsType_t) type);
/* 1, 3 or 6 numbers in 1, 2 or 3 dimensions. */
int cg_diffusion_read(int* diffusion);
int cg_diffusion_write(const int* diffusion);
/* `label`: that of the model: "GasModel_t". */
int cg_model_read(const char* label, CGNS_ENUMT(ModelType_t) * type);
int cg_model_write(const char* label, CGNS_ENUMT(ModelType_t) type);
int cg_rotating_read(float* rate, float* center);
int cg_rotating_write(const float* rate, const float* center);

/* Data of boundary conditions at a FamilyBC_t. */
int cg_bcdataset_info(int* ndatasets);
int cg_bcdataset_read(int D, char* name, CGNS_ENUMT(BCType_t) * type, int* dirichlet_flag, int* neumann_flag);
int cg_bcdataset_write(const char* name, CGNS_ENUMT(BCType_t) type, CGNS_ENUMT(BCDataType_t) data_type);

/* Families: of the node, below the node (a base or a family), and what is below a family. */
int cg_famname_read(char* name);
int cg_famname_write(const char* name);
int cg_nmultifam(int* nfamilies);
int cg_multifam_read(int N, char* name, char* family);
int cg_multifam_write(const char* name, const char* family);
int cg_node_nfamilies(int* nfamilies);
int cg_node_family_read(int F, char* name, int* nboco, int* ngeos);
int cg_node_family_write(const char* name, int* F);
int cg_node_nfamily_names(int* nnames);
int cg_node_family_name_read(int N, char* name, char* family);
int cg_node_family_name_write(const char* name, const char* family);
int cg_node_fambc_read(int BC, char* name, CGNS_ENUMT(BCType_t) * type);
int cg_node_fambc_write(const char* name, CGNS_ENUMT(BCType_t) type, int* BC);
int cg_node_geo_read(int G, char* name, char** file, char* cad_name, int* nparts);
int cg_node_geo_write(const char* name, const char* file, const char* cad_name, int* G);
int cg_node_part_read(int G, int P, char* name);
int cg_node_part_write(int G, const char* name, int* P);

#ifdef __cplusplus
}
#endif

#endif
