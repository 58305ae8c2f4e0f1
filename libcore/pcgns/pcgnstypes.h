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
#define CGNSLIB_H
/* The version whose interface this is. */
#define CGNS_VERSION 4500
#define CGNS_DOTVERS 4.50
#define CGNS_COMPATVERSION 2540
#define CGNS_COMPATDOTVERS 2.54

#include <stdint.h>

#ifdef cgsize_t
#error "cgsize_t is a macro: it must be the 64-bit type of pcgns/pcgnstypes.h"
#endif
typedef int64_t cgsize_t;
/* What programs ask about the build of the reference library. */
#define CG_BUILD_64BIT 1
#define CG_BUILD_BASESCOPE 0
#define CG_BUILD_HDF5 1
#define CG_BUILD_LEGACY 0
#define CG_BUILD_PARALLEL 1
#define CG_SIZEOF_SIZE 64
#define CG_INT32_T int32_t
#define CG_LONG_T int64_t
typedef int32_t cgint_t;
typedef int64_t cglong_t;
typedef uint64_t cgulong_t;

/* With CG_BUILD_SCOPE or CGNS_SCOPE_ENUMS all names begin with CG_, as in the reference library. */
#ifndef CG_BUILD_SCOPE
#ifdef CGNS_SCOPE_ENUMS
#define CG_BUILD_SCOPE 1
#else
#define CG_BUILD_SCOPE 0
#endif
#endif
#if CG_BUILD_SCOPE
#ifndef CGNS_SCOPE_ENUMS
#define CGNS_SCOPE_ENUMS
#endif
#define CGNS_ENUMV(e) CG_##e
#define CGNS_ENUMT(e) CG_##e
#define CGNS_ENUMF(e) cg_##e
#else
#define CGNS_ENUMV(e) e
#define CGNS_ENUMT(e) e
#define CGNS_ENUMF(e) e
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
#define PCGNS_ElectricCurrentUnits(X) \
  X(ElectricCurrentUnitsNull) X(ElectricCurrentUnitsUserDefined) X(Ampere) X(Abampere) X(Statampere) \
  X(Edison) X(auCurrent)
#define PCGNS_SubstanceAmountUnits(X) \
  X(SubstanceAmountUnitsNull) X(SubstanceAmountUnitsUserDefined) X(Mole) X(Entities) \
  X(StandardCubicFoot) X(StandardCubicMeter)
#define PCGNS_LuminousIntensityUnits(X) \
  X(LuminousIntensityUnitsNull) X(LuminousIntensityUnitsUserDefined) X(Candela) X(Candle) X(Carcel) \
  X(Hefner) X(Violle)
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
#define PCGNS_GoverningEquationsType(X) \
  X(GoverningEquationsNull) X(GoverningEquationsUserDefined) X(FullPotential) X(Euler) X(NSLaminar) \
  X(NSTurbulent) X(NSLaminarIncompressible) X(NSTurbulentIncompressible) X(LatticeBoltzmann)
#define PCGNS_ModelType(X) \
  X(ModelTypeNull) X(ModelTypeUserDefined) X(Ideal) X(VanderWaals) X(Constant) X(PowerLaw) \
  X(SutherlandLaw) X(ConstantPrandtl) X(EddyViscosity) X(ReynoldsStress) X(ReynoldsStressAlgebraic) \
  X(Algebraic_BaldwinLomax) X(Algebraic_CebeciSmith) X(HalfEquation_JohnsonKing) \
  X(OneEquation_BaldwinBarth) X(OneEquation_SpalartAllmaras) X(TwoEquation_JonesLaunder) \
  X(TwoEquation_MenterSST) X(TwoEquation_Wilcox) X(CaloricallyPerfect) X(ThermallyPerfect) \
  X(ConstantDensity) X(RedlichKwong) X(Frozen) X(ThermalEquilib) X(ThermalNonequilib) \
  X(ChemicalEquilibCurveFit) X(ChemicalEquilibMinimization) X(ChemicalNonequilib) X(EMElectricField) \
  X(EMMagneticField) X(EMConductivity) X(Voltage) X(Interpolated) X(Equilibrium_LinRessler) \
  X(Chemistry_LinRessler)
#define PCGNS_ParticleGoverningEquationsType(X) \
  X(ParticleGoverningEquationsNull) X(ParticleGoverningEquationsUserDefined) X(DEM) X(DSMC) X(SPH)
#define PCGNS_ParticleModelType(X) \
  X(ParticleModelTypeNull) X(ParticleModelTypeUserDefined) X(Linear) X(NonLinear) X(HardSphere) \
  X(SoftSphere) X(LinearSpringDashpot) X(Pair) X(HertzMindlin) X(HertzKuwabaraKono) X(ORourke) \
  X(Stochastic) X(NonStochastic) X(NTC) X(KelvinHelmholtz) X(KelvinHelmholtzACT) X(RayleighTaylor) \
  X(KelvinHelmholtzRayleighTaylor) X(ReitzKHRT) X(TAB) X(ETAB) X(LISA) X(SHF) X(PilchErdman) \
  X(ReitzDiwakar) X(Sphere) X(NonSphere) X(Tracer) X(BeetstraVanDerHoefKuipers) X(Ergun) \
  X(CliftGrace) X(Gidaspow) X(HaiderLevenspiel) X(PlessisMasliyah) X(SyamlalOBrien) X(SaffmanMei) \
  X(TennetiGargSubramaniam) X(Tomiyama) X(Stokes) X(StokesCunningham) X(WenYu) X(BaiGosman) X(Khunke) \
  X(Boil) X(Condense) X(Flash) X(Nucleate) X(Chiang) X(Frossling) X(FuchsKnudsen)
#define PCGNS_RigidGridMotionType(X) \
  X(RigidGridMotionTypeNull) X(RigidGridMotionTypeUserDefined) X(ConstantRate) X(VariableRate)
#define PCGNS_ArbitraryGridMotionType(X) \
  X(ArbitraryGridMotionTypeNull) X(ArbitraryGridMotionTypeUserDefined) X(NonDeformingGrid) \
  X(DeformingGrid)
#define PCGNS_WallFunctionType(X) \
  X(WallFunctionTypeNull) X(WallFunctionTypeUserDefined) X(Generic)
#define PCGNS_AreaType(X) \
  X(AreaTypeNull) X(AreaTypeUserDefined) X(BleedArea) X(CaptureArea)
#define PCGNS_AverageInterfaceType(X) \
  X(AverageInterfaceTypeNull) X(AverageInterfaceTypeUserDefined) X(AverageAll) X(AverageCircumferential) \
  X(AverageRadial) X(AverageI) X(AverageJ) X(AverageK)
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
typedef enum { PCGNS_ElectricCurrentUnits(PCGNS_ENTRY) } CGNS_ENUMT(ElectricCurrentUnits_t);
typedef enum { PCGNS_SubstanceAmountUnits(PCGNS_ENTRY) } CGNS_ENUMT(SubstanceAmountUnits_t);
typedef enum { PCGNS_LuminousIntensityUnits(PCGNS_ENTRY) } CGNS_ENUMT(LuminousIntensityUnits_t);
typedef enum { PCGNS_GoverningEquationsType(PCGNS_ENTRY) } CGNS_ENUMT(GoverningEquationsType_t);
typedef enum { PCGNS_ModelType(PCGNS_ENTRY) } CGNS_ENUMT(ModelType_t);
typedef enum { PCGNS_ParticleGoverningEquationsType(PCGNS_ENTRY) } CGNS_ENUMT(ParticleGoverningEquationsType_t);
typedef enum { PCGNS_ParticleModelType(PCGNS_ENTRY) } CGNS_ENUMT(ParticleModelType_t);
typedef enum { PCGNS_RigidGridMotionType(PCGNS_ENTRY) } CGNS_ENUMT(RigidGridMotionType_t);
typedef enum { PCGNS_ArbitraryGridMotionType(PCGNS_ENTRY) } CGNS_ENUMT(ArbitraryGridMotionType_t);
typedef enum { PCGNS_WallFunctionType(PCGNS_ENTRY) } CGNS_ENUMT(WallFunctionType_t);
typedef enum { PCGNS_AreaType(PCGNS_ENTRY) } CGNS_ENUMT(AreaType_t);
typedef enum { PCGNS_AverageInterfaceType(PCGNS_ENTRY) } CGNS_ENUMT(AverageInterfaceType_t);

/* Number of entries, with Null and UserDefined. */
#define PCGNS_ONE(e) 1 +
enum {
  NofValidMassUnits = PCGNS_MassUnits(PCGNS_ONE) 0,
  NofValidLengthUnits = PCGNS_LengthUnits(PCGNS_ONE) 0,
  NofValidTimeUnits = PCGNS_TimeUnits(PCGNS_ONE) 0,
  NofValidTemperatureUnits = PCGNS_TemperatureUnits(PCGNS_ONE) 0,
  NofValidAngleUnits = PCGNS_AngleUnits(PCGNS_ONE) 0,
  NofValidElectricCurrentUnits = PCGNS_ElectricCurrentUnits(PCGNS_ONE) 0,
  NofValidSubstanceAmountUnits = PCGNS_SubstanceAmountUnits(PCGNS_ONE) 0,
  NofValidLuminousIntensityUnits = PCGNS_LuminousIntensityUnits(PCGNS_ONE) 0,
  NofValidDataClass = PCGNS_DataClass(PCGNS_ONE) 0,
  NofValidGridLocation = PCGNS_GridLocation(PCGNS_ONE) 0,
  NofValidBCDataTypes = PCGNS_BCDataType(PCGNS_ONE) 0,
  NofValidGridConnectivityTypes = PCGNS_GridConnectivityType(PCGNS_ONE) 0,
  NofValidPointSetTypes = PCGNS_PointSetType(PCGNS_ONE) 0,
  NofValidGoverningEquationsTypes = PCGNS_GoverningEquationsType(PCGNS_ONE) 0,
  NofValidModelTypes = PCGNS_ModelType(PCGNS_ONE) 0,
  NofValidParticleGoverningEquationsTypes = PCGNS_ParticleGoverningEquationsType(PCGNS_ONE) 0,
  NofValidParticleModelTypes = PCGNS_ParticleModelType(PCGNS_ONE) 0,
  NofValidBCTypes = PCGNS_BCType(PCGNS_ONE) 0,
  NofValidDataTypes = PCGNS_DataType(PCGNS_ONE) 0,
  NofValidElementTypes = PCGNS_ElementType(PCGNS_ONE) 0,
  NofValidZoneTypes = PCGNS_ZoneType(PCGNS_ONE) 0,
  NofValidRigidGridMotionTypes = PCGNS_RigidGridMotionType(PCGNS_ONE) 0,
  NofValidArbitraryGridMotionTypes = PCGNS_ArbitraryGridMotionType(PCGNS_ONE) 0,
  NofValidSimulationTypes = PCGNS_SimulationType(PCGNS_ONE) 0,
  NofValidWallFunctionTypes = PCGNS_WallFunctionType(PCGNS_ONE) 0,
  NofValidAreaTypes = PCGNS_AreaType(PCGNS_ONE) 0,
  NofValidAverageInterfaceTypes = PCGNS_AverageInterfaceType(PCGNS_ONE) 0
};

/* Nodes of an element of each type; 0: they differ. */
#define PCGNS_NPE(X) \
  X(NODE, 1) X(BAR_2, 2) X(BAR_3, 3) X(TRI_3, 3) X(TRI_6, 6) X(QUAD_4, 4) X(QUAD_8, 8) X(QUAD_9, 9) \
  X(TETRA_4, 4) X(TETRA_10, 10) X(PYRA_5, 5) X(PYRA_13, 13) X(PYRA_14, 14) X(PENTA_6, 6) \
  X(PENTA_15, 15) X(PENTA_18, 18) X(HEXA_8, 8) X(HEXA_20, 20) X(HEXA_27, 27) X(MIXED, 0) X(NGON_n, 0) \
  X(NFACE_n, 0) X(BAR_4, 4) X(TRI_9, 9) X(TRI_10, 10) X(QUAD_12, 12) X(QUAD_16, 16) X(TETRA_16, 16) \
  X(TETRA_20, 20) X(PYRA_21, 21) X(PYRA_29, 29) X(PYRA_30, 30) X(PENTA_24, 24) X(PENTA_38, 38) \
  X(PENTA_40, 40) X(HEXA_32, 32) X(HEXA_56, 56) X(HEXA_64, 64) X(BAR_5, 5) X(TRI_12, 12) X(TRI_15, 15) \
  X(QUAD_P4_16, 16) X(QUAD_25, 25) X(TETRA_22, 22) X(TETRA_34, 34) X(TETRA_35, 35) X(PYRA_P4_29, 29) \
  X(PYRA_50, 50) X(PYRA_55, 55) X(PENTA_33, 33) X(PENTA_66, 66) X(PENTA_75, 75) X(HEXA_44, 44) \
  X(HEXA_98, 98) X(HEXA_125, 125)
#define PCGNS_NPE_ENTRY(e, n) CGNS_ENUMV(NPE_##e) = n,
enum { PCGNS_NPE(PCGNS_NPE_ENTRY) };
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
#define CG_FILE_NONE 0
#define CG_FILE_ADF 1
#define CG_FILE_HDF5 2
#define CG_FILE_ADF2 3

/* Settings of cg_configure. */
#define CG_CONFIG_ERROR 1
#define CG_CONFIG_COMPRESS 2
#define CG_CONFIG_SET_PATH 3
#define CG_CONFIG_ADD_PATH 4
#define CG_CONFIG_FILE_TYPE 5
#define CG_CONFIG_RIND_INDEX 6
#define CG_CONFIG_HDF5_COMPRESS 201
#define CG_CONFIG_HDF5_MPI_COMM 202
#define CG_CONFIG_HDF5_DISKLESS 203
#define CG_CONFIG_HDF5_DISKLESS_INCR 204
#define CG_CONFIG_HDF5_DISKLESS_WRITE 205
#define CG_CONFIG_HDF5_ALIGNMENT 206
#define CG_CONFIG_HDF5_MD_BLOCK_SIZE 207
#define CG_CONFIG_HDF5_BUFFER 208
#define CG_CONFIG_HDF5_SIEVE_BUF_SIZE 209
#define CG_CONFIG_HDF5_ELINK_CACHE_SIZE 210
#define CG_CONFIG_RESET 1000
#define CG_CONFIG_RESET_HDF5 1
#define CG_CONFIG_RIND_ZERO ((void*)0)
#define CG_CONFIG_RIND_CORE ((void*)1)
#define CG_CONTIGUOUS 0
#define CG_COMPACT 1
#define CG_CHUNKED 2

#endif
