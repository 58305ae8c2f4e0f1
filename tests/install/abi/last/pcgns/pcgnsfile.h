/* pcgnsfile.h: files, settings, errors and the names of enumerators, without MPI. Part of pcgnslib.h. */
#ifndef PCGNS_PCGNSFILE_H
#define PCGNS_PCGNSFILE_H

#include "pcgnsnames.h"
#include "pcgnstypes.h"

/* Fails to compile if something has made cgsize_t another type since. */
typedef char pcgns_cgsize_t_has_64_bits[8 * sizeof(cgsize_t) == CG_SIZEOF_SIZE ? 1 : -1];

#ifdef __cplusplus
extern "C" {
#endif

/* Files for the calling process alone, also before MPI_Init. */
int cg_open(const char* filename, int mode, int* fn);
int cg_close(int fn);
int cg_version(int fn, float* version);
int cg_precision(int fn, int* precision);
int cg_is_cgns(const char* filename, int* file_type);
int cg_get_file_type(int fn, int* file_type);

/* Settings of all files that are opened later. `what`: CG_CONFIG_*; a number is passed as (void*)number. */
int cg_configure(int what, void* value);
int cg_set_file_type(int file_type);
int cg_set_compress(int compress);
int cg_get_compress(int* compress);
int cg_set_path(const char* path);
int cg_add_path(const char* path);

/* Errors. `handler` is called with each error: 1 (it is an error) or -1 (before the program ends), and its
 * text. */
int cg_error_handler(void (*handler)(int is_error, char* text));
const char* cgp_get_error(void);
const char* cg_get_error(void);
void cg_error_print(void);
void cg_error_exit(void);
void cgp_error_exit(void);
int cg_free(void* data);

/* Names of enumerators: `names[type]`, or "<invalid>" for a number that is none. */
const char* cg_get_name(int nnames, const char** names, int type);
const char* cg_MassUnitsName(CGNS_ENUMT(MassUnits_t) type);
const char* cg_LengthUnitsName(CGNS_ENUMT(LengthUnits_t) type);
const char* cg_TimeUnitsName(CGNS_ENUMT(TimeUnits_t) type);
const char* cg_TemperatureUnitsName(CGNS_ENUMT(TemperatureUnits_t) type);
const char* cg_AngleUnitsName(CGNS_ENUMT(AngleUnits_t) type);
const char* cg_ElectricCurrentUnitsName(CGNS_ENUMT(ElectricCurrentUnits_t) type);
const char* cg_SubstanceAmountUnitsName(CGNS_ENUMT(SubstanceAmountUnits_t) type);
const char* cg_LuminousIntensityUnitsName(CGNS_ENUMT(LuminousIntensityUnits_t) type);
const char* cg_DataClassName(CGNS_ENUMT(DataClass_t) type);
const char* cg_GridLocationName(CGNS_ENUMT(GridLocation_t) type);
const char* cg_BCDataTypeName(CGNS_ENUMT(BCDataType_t) type);
const char* cg_GridConnectivityTypeName(CGNS_ENUMT(GridConnectivityType_t) type);
const char* cg_PointSetTypeName(CGNS_ENUMT(PointSetType_t) type);
const char* cg_GoverningEquationsTypeName(CGNS_ENUMT(GoverningEquationsType_t) type);
const char* cg_ModelTypeName(CGNS_ENUMT(ModelType_t) type);
const char* cg_BCTypeName(CGNS_ENUMT(BCType_t) type);
const char* cg_DataTypeName(CGNS_ENUMT(DataType_t) type);
const char* cg_ElementTypeName(CGNS_ENUMT(ElementType_t) type);
const char* cg_ZoneTypeName(CGNS_ENUMT(ZoneType_t) type);
const char* cg_RigidGridMotionTypeName(CGNS_ENUMT(RigidGridMotionType_t) type);
const char* cg_ArbitraryGridMotionTypeName(CGNS_ENUMT(ArbitraryGridMotionType_t) type);
const char* cg_SimulationTypeName(CGNS_ENUMT(SimulationType_t) type);
const char* cg_WallFunctionTypeName(CGNS_ENUMT(WallFunctionType_t) type);
const char* cg_AreaTypeName(CGNS_ENUMT(AreaType_t) type);
const char* cg_AverageInterfaceTypeName(CGNS_ENUMT(AverageInterfaceType_t) type);
const char* cg_ParticleGoverningEquationsTypeName(CGNS_ENUMT(ParticleGoverningEquationsType_t) type);
const char* cg_ParticleModelTypeName(CGNS_ENUMT(ParticleModelType_t) type);

/* The same names as tables. */
extern const char* MassUnitsName[NofValidMassUnits];
extern const char* LengthUnitsName[NofValidLengthUnits];
extern const char* TimeUnitsName[NofValidTimeUnits];
extern const char* TemperatureUnitsName[NofValidTemperatureUnits];
extern const char* AngleUnitsName[NofValidAngleUnits];
extern const char* ElectricCurrentUnitsName[NofValidElectricCurrentUnits];
extern const char* SubstanceAmountUnitsName[NofValidSubstanceAmountUnits];
extern const char* LuminousIntensityUnitsName[NofValidLuminousIntensityUnits];
extern const char* DataClassName[NofValidDataClass];
extern const char* GridLocationName[NofValidGridLocation];
extern const char* BCDataTypeName[NofValidBCDataTypes];
extern const char* GridConnectivityTypeName[NofValidGridConnectivityTypes];
extern const char* PointSetTypeName[NofValidPointSetTypes];
extern const char* GoverningEquationsTypeName[NofValidGoverningEquationsTypes];
extern const char* ModelTypeName[NofValidModelTypes];
extern const char* ParticleGoverningEquationsTypeName[NofValidParticleGoverningEquationsTypes];
extern const char* ParticleModelTypeName[NofValidParticleModelTypes];
extern const char* BCTypeName[NofValidBCTypes];
extern const char* DataTypeName[NofValidDataTypes];
extern const char* ElementTypeName[NofValidElementTypes];
extern const char* ZoneTypeName[NofValidZoneTypes];
extern const char* RigidGridMotionTypeName[NofValidRigidGridMotionTypes];
extern const char* ArbitraryGridMotionTypeName[NofValidArbitraryGridMotionTypes];
extern const char* SimulationTypeName[NofValidSimulationTypes];
extern const char* WallFunctionTypeName[NofValidWallFunctionTypes];
extern const char* AreaTypeName[NofValidAreaTypes];
extern const char* AverageInterfaceTypeName[NofValidAverageInterfaceTypes];

#ifdef __cplusplus
}
#endif

#endif
