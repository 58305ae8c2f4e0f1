/* pcgnstypes.h: the enumerations of CGNS, with the numbers that the reference library gives them.
 *
 * Each is a list of entries, numbered from 0, so that names and numbers stand in one place. */
#ifndef PCGNS_PCGNSTYPES_H
#define PCGNS_PCGNSTYPES_H

#if defined(CGNSTYPES_H) || defined(CGNSLIB_H)
#error "cgnslib.h and pcgns/pcgnslib.h declare the same names: include one of them"
#endif
/* As in the reference library: what includes its headers later gets nothing more from them. */
#define CGNSTYPES_H

#include <stdint.h>

#ifdef cgsize_t
#error "cgsize_t is a macro: it must be the 64-bit type of pcgns/pcgnstypes.h"
#endif
typedef int64_t cgsize_t;
#define CG_BUILD_64BIT 1
#define CG_SIZEOF_SIZE 64

/* With CG_BUILD_SCOPE all names begin with CG_, as in the reference library. */
#if defined(CG_BUILD_SCOPE) && CG_BUILD_SCOPE
#define CGNS_ENUMV(e) CG_##e
#define CGNS_ENUMT(e) CG_##e
#else
#define CGNS_ENUMV(e) e
#define CGNS_ENUMT(e) e
#endif
#define CGNS_ENUMD(e) CGNS_ENUMT(e)

/* clang-format off */
#define PCGNS_MassUnits(X) \
  X(MassUnitsNull) X(MassUnitsUserDefined) X(Kilogram) X(Gram) X(Slug) X(PoundMass)
#define PCGNS_LengthUnits(X) \
  X(LengthUnitsNull) X(LengthUnitsUserDefined) X(Meter) X(Centimeter) X(Millimeter) X(Foot) X(Inch)
#define PCGNS_TimeUnits(X) \
  X(TimeUnitsNull) X(TimeUnitsUserDefined) X(Second)
#define PCGNS_TemperatureUnits(X) \
  X(TemperatureUnitsNull) X(TemperatureUnitsUserDefined) X(Kelvin) X(Celsius) X(Rankine) X(Fahrenheit)
#define PCGNS_AngleUnits(X) \
  X(AngleUnitsNull) X(AngleUnitsUserDefined) X(Degree) X(Radian)
#define PCGNS_DataClass(X) \
  X(DataClassNull) X(DataClassUserDefined) X(Dimensional) X(NormalizedByDimensional) \
  X(NormalizedByUnknownDimensional) X(NondimensionalParameter) X(DimensionlessConstant)
#define PCGNS_GridLocation(X) \
  X(GridLocationNull) X(GridLocationUserDefined) X(Vertex) X(CellCenter) X(FaceCenter) X(IFaceCenter) \
  X(JFaceCenter) X(KFaceCenter) X(EdgeCenter)
#define PCGNS_BCDataType(X) \
  X(BCDataTypeNull) X(BCDataTypeUserDefined) X(Dirichlet) X(Neumann)
#define PCGNS_GridConnectivityType(X) \
  X(GridConnectivityTypeNull) X(GridConnectivityTypeUserDefined) X(Overset) X(Abutting) \
  X(Abutting1to1)
#define PCGNS_PointSetType(X) \
  X(PointSetTypeNull) X(PointSetTypeUserDefined) X(PointList) X(PointListDonor) X(PointRange) \
  X(PointRangeDonor) X(ElementRange) X(ElementList) X(CellListDonor)
#define PCGNS_BCType(X) \
  X(BCTypeNull) X(BCTypeUserDefined) X(BCAxisymmetricWedge) X(BCDegenerateLine) X(BCDegeneratePoint) \
  X(BCDirichlet) X(BCExtrapolate) X(BCFarfield) X(BCGeneral) X(BCInflow) X(BCInflowSubsonic) \
  X(BCInflowSupersonic) X(BCNeumann) X(BCOutflow) X(BCOutflowSubsonic) X(BCOutflowSupersonic) \
  X(BCSymmetryPlane) X(BCSymmetryPolar) X(BCTunnelInflow) X(BCTunnelOutflow) X(BCWall) \
  X(BCWallInviscid) X(BCWallViscous) X(BCWallViscousHeatFlux) X(BCWallViscousIsothermal) \
  X(FamilySpecified)
#define PCGNS_DataType(X) \
  X(DataTypeNull) X(DataTypeUserDefined) X(Integer) X(RealSingle) X(RealDouble) X(Character) \
  X(LongInteger) X(ComplexSingle) X(ComplexDouble)
#define PCGNS_ElementType(X) \
  X(ElementTypeNull) X(ElementTypeUserDefined) X(NODE) X(BAR_2) X(BAR_3) X(TRI_3) X(TRI_6) X(QUAD_4) \
  X(QUAD_8) X(QUAD_9) X(TETRA_4) X(TETRA_10) X(PYRA_5) X(PYRA_14) X(PENTA_6) X(PENTA_15) X(PENTA_18) \
  X(HEXA_8) X(HEXA_20) X(HEXA_27) X(MIXED) X(PYRA_13) X(NGON_n) X(NFACE_n) X(BAR_4) X(TRI_9) X(TRI_10) \
  X(QUAD_12) X(QUAD_16) X(TETRA_16) X(TETRA_20) X(PYRA_21) X(PYRA_29) X(PYRA_30) X(PENTA_24) \
  X(PENTA_38) X(PENTA_40) X(HEXA_32) X(HEXA_56) X(HEXA_64) X(BAR_5) X(TRI_12) X(TRI_15) X(QUAD_P4_16) \
  X(QUAD_25) X(TETRA_22) X(TETRA_34) X(TETRA_35) X(PYRA_P4_29) X(PYRA_50) X(PYRA_55) X(PENTA_33) \
  X(PENTA_66) X(PENTA_75) X(HEXA_44) X(HEXA_98) X(HEXA_125)
#define PCGNS_ZoneType(X) \
  X(ZoneTypeNull) X(ZoneTypeUserDefined) X(Structured) X(Unstructured)
#define PCGNS_SimulationType(X) \
  X(SimulationTypeNull) X(SimulationTypeUserDefined) X(TimeAccurate) X(NonTimeAccurate)
/* clang-format on */

/* clang-format off */
#define PCGNS_ENTRY(e) CGNS_ENUMV(e),
typedef enum { PCGNS_MassUnits(PCGNS_ENTRY) } CGNS_ENUMT(MassUnits_t);
typedef enum { PCGNS_LengthUnits(PCGNS_ENTRY) } CGNS_ENUMT(LengthUnits_t);
typedef enum { PCGNS_TimeUnits(PCGNS_ENTRY) } CGNS_ENUMT(TimeUnits_t);
typedef enum { PCGNS_TemperatureUnits(PCGNS_ENTRY) } CGNS_ENUMT(TemperatureUnits_t);
typedef enum { PCGNS_AngleUnits(PCGNS_ENTRY) } CGNS_ENUMT(AngleUnits_t);
typedef enum { PCGNS_DataClass(PCGNS_ENTRY) } CGNS_ENUMT(DataClass_t);
typedef enum { PCGNS_GridLocation(PCGNS_ENTRY) } CGNS_ENUMT(GridLocation_t);
typedef enum { PCGNS_BCDataType(PCGNS_ENTRY) } CGNS_ENUMT(BCDataType_t);
typedef enum { PCGNS_GridConnectivityType(PCGNS_ENTRY) } CGNS_ENUMT(GridConnectivityType_t);
typedef enum { PCGNS_PointSetType(PCGNS_ENTRY) } CGNS_ENUMT(PointSetType_t);
typedef enum { PCGNS_BCType(PCGNS_ENTRY) } CGNS_ENUMT(BCType_t);
typedef enum { PCGNS_DataType(PCGNS_ENTRY) } CGNS_ENUMT(DataType_t);
typedef enum { PCGNS_ElementType(PCGNS_ENTRY) } CGNS_ENUMT(ElementType_t);
typedef enum { PCGNS_ZoneType(PCGNS_ENTRY) } CGNS_ENUMT(ZoneType_t);
typedef enum { PCGNS_SimulationType(PCGNS_ENTRY) } CGNS_ENUMT(SimulationType_t);
/* clang-format on */

/* How data calls reach the file. */
typedef enum { CGP_INDEPENDENT = 0, CGP_COLLECTIVE = 1, CGP_QUEUED = 2 } CGNS_ENUMT(PIOmode_t);

/* What a request of the queue is about. With PCGNS_OLD_NAMES also under the names first published. */
typedef enum {
  CGP_SLICE_EMPTY = 0,
  CGP_SLICE_COORDS = 1,
  CGP_SLICE_ELEMENTS = 2,
  CGP_SLICE_SOLUTION = 3,
  CGP_SLICE_ARRAY = 4,
  CGP_SLICE_FIELD = 5
} CGNS_ENUMT(SliceType_t);
#ifdef PCGNS_OLD_NAMES
#define Empty CGP_SLICE_EMPTY
#define Coords CGP_SLICE_COORDS
#define Elements CGP_SLICE_ELEMENTS
#define Solution CGP_SLICE_SOLUTION
#define Array CGP_SLICE_ARRAY
#endif

#define CG_MODE_READ 0
#define CG_MODE_WRITE 1
#define CG_MODE_MODIFY 2
#define CG_MODE_CLOSED 3

#define CG_OK 0
#define CG_ERROR 1
#define CG_NODE_NOT_FOUND 2
#define CG_INCORRECT_PATH 3
#define CG_NO_INDEX_DIM 4

#define CG_Null 0
#define CG_UserDefined 1
#define CG_MAX_GOTO_DEPTH 20
#define CG_FILE_ADF 1
#define CG_FILE_HDF5 2

#endif
