// Where the standard says what a rule demands.
#include <algorithm>
#include <iterator>

#include "pcgns/cgns/findings.hpp"

namespace pcgns::cgns {

namespace {

struct Clause {
  std::string_view codes;  ///< The code of a rule, or how several begin.
  std::string_view name;
};

constexpr std::string_view hdf5 = "HDF5 file format";
constexpr std::string_view mapping = "SIDS-to-HDF5: node";
constexpr std::string_view numbering = "SIDS: Elements_t, Conventions, Unstructured Grid Element Numbering";
constexpr std::string_view steps = "SIDS: BaseIterativeData_t";
constexpr std::string_view connectivity = "SIDS: GridConnectivity_t";
constexpr std::string_view one_to_one = "SIDS: GridConnectivity1to1_t";
constexpr std::string_view fields = "SIDS: FlowSolution_t, FUNCTION DataSize";

/// Rules without an entry are about meshes, values and files that the standard does not forbid. Sorted.
constexpr Clause clauses[] = {
    {"B0104", "SIDS: BC_t"},
    {"B0107", "SIDS: BC_t, GridLocation"},
    {"B0108", "SIDS: BC_t, GridLocation"},
    {"B0204", "SIDS: BC_t"},
    {"B0206", "SIDS: BCType_t, BCDegenerateLine and BCDegeneratePoint"},
    {"B0209", "SIDS: BCType_t, BCDegenerateLine and BCDegeneratePoint"},
    {"F0001", hdf5},
    {"F0002", hdf5},
    {"F0003", hdf5},
    {"F0005", hdf5},
    {"F0006", hdf5},
    {"F0007", hdf5},
    {"F01", "SIDS-to-HDF5: root node"},
    {"F0106", "SIDS-to-HDF5: CGNSLibraryVersion"},
    {"F02", mapping},
    {"F03", "SIDS-to-HDF5: children of a node"},
    {"F04", "SIDS-to-HDF5: data of a node"},
    {"F05", "SIDS-to-HDF5: links"},
    {"J0101", connectivity},
    {"J02", one_to_one},
    {"J03", connectivity},
    {"J0401", one_to_one},
    {"J0403", connectivity},
    {"J0404", "SIDS: Periodic_t"},
    {"J0405", "SIDS: Periodic_t"},
    {"M01", "SIDS: Elements_t"},
    {"M0110", "SIDS: Zone_t, CellSize"},
    {"M0111", "SIDS: CGNSBase_t, CellDimension"},
    {"M02", "SIDS: Elements_t, NGON_n and NFACE_n"},
    {"M0402", "SIDS: Conventions, Structured Grid"},
    {"M0403", "SIDS: Conventions, Structured Grid"},
    {"M0501", numbering},
    {"M0502", numbering},
    {"M0504", "SIDS: Elements_t, NGON_n and NFACE_n"},
    {"T01", "SIDS File Mapping: names, labels and children"},
    {"T02", "SIDS File Mapping: data type and dimensions"},
    {"T0207", "SIDS: enumerations"},
    {"T0208", "SIDS: enumerations"},
    {"T030", "SIDS: CGNSBase_t"},
    {"T0301", "SIDS-to-HDF5: CGNSLibraryVersion"},
    {"T0302", "SIDS-to-HDF5: CGNSLibraryVersion"},
    {"T0303", "SIDS-to-HDF5: CGNSLibraryVersion"},
    {"T0304", "SIDS-to-HDF5: CGNSLibraryVersion"},
    {"T0305", "SIDS-to-HDF5: CGNSLibraryVersion"},
    {"T04", "SIDS: Zone_t"},
    {"T0407", "SIDS: Zone_t, GridCoordinates_t"},
    {"T0408", "SIDS: Zone_t, original grid GridCoordinates"},
    {"T0409", "SIDS: GridCoordinates_t"},
    {"T0410", "SIDS: Data-Name Identifiers, Coordinate Systems"},
    {"T0411", "SIDS: Elements_t, ElementRange"},
    {"T0412", "SIDS: Elements_t, ElementRange"},
    {"T0413", "SIDS: Elements_t, ElementRange"},
    {"T0417", "SIDS: CGNSBase_t, CellDimension"},
    {"T0418", "SIDS: Zone_t, ZoneType"},
    {"T0419", "SIDS: Elements_t, NGON_n and NFACE_n"},
    {"T0420", "SIDS: Elements_t, NGON_n and NFACE_n"},
    {"T05", "SIDS: Elements_t"},
    {"T060", "SIDS: BC_t, IndexRange_t and IndexArray_t"},
    {"T0609", "SIDS: BC_t, InwardNormalIndex"},
    {"T0610", "SIDS: BC_t, InwardNormalList"},
    {"T0611", "SIDS: GridLocation_t"},
    {"T0612", "SIDS: GridLocation_t"},
    {"T0613", fields},
    {"T0614", "SIDS: GridLocation_t"},
    {"T0615", "SIDS: GridLocation_t"},
    {"T0701", "SIDS: Rind_t"},
    {"T0702", "SIDS: Rind_t"},
    {"T0703", "SIDS: GridCoordinates_t, FUNCTION DataSize"},
    {"T0704", fields},
    {"T0705", fields},
    {"T0706", fields},
    {"T0707", "SIDS: BCData_t, ListLength"},
    {"T0708", "SIDS: BCData_t, ListLength"},
    {"T0709", "SIDS: ZoneSubRegion_t"},
    {"T0710", "SIDS: ParticleZone_t"},
    {"T0711", "SIDS: ZoneSubRegion_t"},
    {"T0712", "SIDS: ZoneSubRegion_t"},
    {"T0713", "SIDS: ZoneSubRegion_t"},
    {"T08", connectivity},
    {"T0802", "SIDS: GridConnectivity1to1_t, Transform"},
    {"T0803", one_to_one},
    {"T0804", "SIDS: GridConnectivity1to1_t, Transform"},
    {"T0805", one_to_one},
    {"T0806", one_to_one},
    {"T0807", one_to_one},
    {"T0808", one_to_one},
    {"T0809", "SIDS: IndexRange_t"},
    {"T09", "SIDS: Family_t"},
    {"T0902", "SIDS: BCType_t, FamilySpecified"},
    {"T0903", "SIDS: BCType_t, FamilySpecified"},
    {"T0904", "SIDS: FamilyBC_t"},
    {"T100", steps},
    {"T1008", "SIDS: ZoneIterativeData_t"},
    {"T1009", "SIDS: ZoneIterativeData_t"},
    {"T101", "SIDS: ZoneIterativeData_t"},
    {"T1101", "SIDS: DimensionalUnits_t"},
    {"T1102", "SIDS: DataArray_t, NondimensionalParameter and DimensionlessConstant"},
    {"T1103", "SIDS: DimensionalExponents_t"},
    {"T1104", "SIDS: DataConversion_t"},
    {"T1105", "SIDS: DataConversion_t"},
    {"T1106", "SIDS: Data-Name Identifiers"},
    {"T1107", "SIDS: DataClass_t"},
    {"T1201", "SIDS: FlowEquationSet_t, EquationDimension"},
    {"T1202", "SIDS: GoverningEquations_t, DiffusionModel"},
    {"T1203", "SIDS: ConvergenceHistory_t"},
    {"T1204", "SIDS: ConvergenceHistory_t"},
    {"T1205", "SIDS: Axisymmetry_t"},
    {"T1206", "SIDS: Axisymmetry_t"},
    {"T1207", "SIDS: RigidGridMotion_t"},
    {"T1208", "SIDS: GeometryReference_t"},
    {"V0204", "SIDS: DataArray_t"},
    {"V04", steps},
};
static_assert(std::is_sorted(std::begin(clauses), std::end(clauses),
                             [](const Clause& a, const Clause& b) { return a.codes < b.codes; }));

}  // namespace

std::string_view clause_of(const Rule& rule) {
  std::string_view name;
  // What comes later is longer, where both are beginnings of one code.
  for (const auto& clause : clauses) {
    if (rule.code.starts_with(clause.codes)) name = clause.name;
  }
  return name;
}

}  // namespace pcgns::cgns
