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

// Sections of the documents at cgns.github.io: SIDS (the data structures), FMM (the file mapping manual) and
// HDF5 (the mapping of nodes to HDF5). What a structure's notes say is cited by the structure.
constexpr std::string_view format = "HDF5 File Format Specification";
constexpr std::string_view mapping = "HDF5: The CGNS Node Mapping";
constexpr std::string_view children = "HDF5: The Child Table";
constexpr std::string_view links = "HDF5: The link mechanism";
constexpr std::string_view data_type = "HDF5: The Data Type";
constexpr std::string_view descriptions = "FMM: Detailed CGNS Node Descriptions";
constexpr std::string_view numbering = "SIDS: Unstructured Grid Element Numbering Conventions";
constexpr std::string_view indexing = "SIDS: Structured Grid Notation and Indexing Conventions";
constexpr std::string_view version = "SIDS: CGNS Version";
constexpr std::string_view cell_dimension = "SIDS: CGNSBase_t, CellDimension";
constexpr std::string_view polygons = "SIDS: Elements_t, NGON_n and NFACE_n";
constexpr std::string_view parents = "SIDS: Elements_t, ParentElements";
constexpr std::string_view steps = "SIDS: BaseIterativeData_t";
constexpr std::string_view connectivity = "SIDS: GridConnectivity_t";
constexpr std::string_view one_to_one = "SIDS: GridConnectivity1to1_t";
constexpr std::string_view fields = "SIDS: FlowSolution_t, FUNCTION DataSize";
constexpr std::string_view families = "SIDS: Base Level Families";
constexpr std::string_view nothing = "";  // What the standard allows, or does not mention.

/// Rules without an entry are about meshes, values and files that the standard does not forbid. Sorted.
constexpr Clause clauses[] = {
    {"B0104", "SIDS: BC_t"},
    {"B0107", "SIDS: BC_t, GridLocation"},
    {"B0108", "SIDS: BC_t, GridLocation"},
    {"B0204", "SIDS: BC_t"},
    {"B0205", "SIDS: BC_t"},
    {"B0206", "SIDS: BCType_t, BCDegenerateLine and BCDegeneratePoint"},
    {"B0209", "SIDS: BCType_t, BCDegenerateLine and BCDegeneratePoint"},
    {"B0210", "SIDS: BC_t"},
    {"F0001", format},
    {"F0002", format},
    {"F0003", format},
    {"F0005", format},
    {"F01", mapping},
    {"F0105", "FMM: The Number of Dimensions"},
    {"F0106", version},
    {"F02", mapping},
    {"F0207", data_type},
    {"F0208", nothing},
    {"F0209", nothing},
    {"F03", children},
    {"F0304", nothing},
    {"F0305", links},
    {"F0306", "FMM: Conceptual Structure of a CGNS Database"},
    {"F0401", mapping},
    {"F0402", mapping},
    {"F0403", data_type},
    {"F0404", data_type},
    {"F0406", "FMM: The Number of Dimensions"},
    {"F0414", format},
    {"F0416", data_type},
    {"F0417", data_type},
    {"F0501", "FMM: File Management"},
    {"F0502", links},
    {"F0503", links},
    {"F0504", links},
    {"F0509", links},
    {"J0101", "SIDS: GridConnectivity_t, ZoneDonorName"},
    {"J0103", "SIDS: GridConnectivity_t, ZoneDonorName"},
    {"J02", one_to_one},
    {"J0206", "SIDS: GridConnectivity1to1_t, Transform"},
    {"J0207", "SIDS: GridConnectivity1to1_t, Transform"},
    {"J0210", "SIDS: GridConnectivity1to1_t, Transform"},
    {"J0211", nothing},
    {"J03", connectivity},
    {"J0305", nothing},
    {"J0401", one_to_one},
    {"J0402", one_to_one},
    {"J0403", connectivity},
    {"J0404", "SIDS: Periodic_t"},
    {"J0405", "SIDS: Periodic_t"},
    {"M01", "SIDS: Elements_t"},
    {"M0102", nothing},
    {"M0107", "SIDS: Elements_t, ElementRange"},
    {"M0108", numbering},
    {"M0109", cell_dimension},
    {"M0110", "SIDS: Zone_t, CellSize"},
    {"M0111", cell_dimension},
    {"M0113", "SIDS: Zone_t, CellSize"},
    {"M02", polygons},
    {"M0201", nothing},
    {"M0205", parents},
    {"M0206", parents},
    {"M0207", "SIDS: Elements_t, ParentElementsPosition"},
    {"M0208", nothing},
    {"M0209", nothing},
    {"M0210", nothing},
    {"M0211", nothing},
    {"M0212", parents},
    {"M0213", nothing},
    {"M0214", "SIDS: Elements_t, ElementStartOffset"},
    {"M0501", numbering},
    {"M0502", numbering},
    {"M0504", polygons},
    {"M0701", "SIDS: IndexArray_t"},
    {"T0101", "FMM: The Node Name"},
    {"T0102", "HDF5: The Node Name"},
    {"T0103", "FMM: The Node Name"},
    {"T0104", "HDF5: The Node Name"},
    {"T0105", "FMM: The Label"},
    {"T0110", "FMM: The Label"},
    {"T0111", "FMM: Definition of a CGNS Database"},
    {"T0112", "FMM: The Label"},
    {"T0113", descriptions},
    {"T0114", "SIDS: note 1 of each structure: names that others must not have"},
    {"T0115", descriptions},
    {"T0116", "SIDS: Data Structure Notation Conventions"},
    {"T0117", "FMM: Cardinality"},
    {"T0118", "SIDS: UserDefinedData_t"},
    {"T0119", descriptions},
    {"T0120", descriptions},
    {"T02", descriptions},
    {"T0205", "SIDS: Descriptor_t"},
    {"T0208", nothing},
    {"T0209", "SIDS: DataArray_t"},
    {"T0211", families},
    {"T0301", version},
    {"T0302", version},
    {"T0303", version},
    {"T0304", version},
    {"T0305", version},
    {"T0306", "FMM: The CGNSBase_t Node"},
    {"T0307", cell_dimension},
    {"T0308", "SIDS: CGNSBase_t, PhysicalDimension"},
    {"T04", "SIDS: Zone_t"},
    {"T0405", nothing},
    {"T0407", nothing},
    {"T0409", "SIDS: CGNSBase_t, PhysicalDimension"},
    {"T0410", "SIDS: Appendix A, Coordinate Systems"},
    {"T0411", "SIDS: Elements_t, ElementRange"},
    {"T0412", numbering},
    {"T0413", numbering},
    {"T0414", "SIDS: Elements_t"},
    {"T0415", "SIDS: Zone_t, CellSize"},
    {"T0416", cell_dimension},
    {"T0417", cell_dimension},
    {"T0418", "SIDS: Elements_t"},
    {"T0419", polygons},
    {"T0420", polygons},
    {"T0421", "SIDS: Zone_t, CellSize"},
    {"T05", "SIDS: Elements_t"},
    {"T0505", "SIDS: Elements_t, ElementStartOffset"},
    {"T0506", nothing},
    {"T0508", nothing},
    {"T0512", version},
    {"T0513", version},
    {"T0601", "SIDS: BC_t, PointRange and PointList"},
    {"T0602", "SIDS: BC_t, PointRange and PointList"},
    {"T0603", "SIDS: BC_t, PointRange and PointList"},
    {"T0605", "SIDS: BC_t, PointRange and PointList"},
    {"T0607", "SIDS: BC_t"},
    {"T0608", "SIDS: BC_t"},
    {"T0609", "SIDS: BC_t, InwardNormalIndex"},
    {"T0610", "SIDS: BC_t, InwardNormalList"},
    {"T0611", "SIDS: GridLocation_t"},
    {"T0612", "SIDS: BC_t and FlowSolution_t, GridLocation"},
    {"T0613", "SIDS: FlowSolution_t, GridLocation"},
    {"T0614", "SIDS: FlowSolution_t, GridConnectivity_t and OversetHoles_t, GridLocation"},
    {"T0615", indexing},
    {"T0701", "SIDS: Rind_t"},
    {"T0703", "SIDS: GridCoordinates_t, FUNCTION DataSize"},
    {"T0704", fields},
    {"T0705", fields},
    {"T0707", "SIDS: BCData_t, ListLength"},
    {"T0708", "SIDS: BCDataSet_t, FUNCTION ListLengthBCData"},
    {"T0709", "SIDS: ZoneSubRegion_t, ListLength"},
    {"T0710", "SIDS: ParticleZone_t, ParticleSize"},
    {"T0711", "SIDS: ZoneSubRegion_t"},
    {"T0712", "SIDS: ZoneSubRegion_t"},
    {"T0713", "SIDS: ZoneSubRegion_t, RegionCellDimension"},
    {"T0801", "SIDS: GridConnectivity_t, ZoneDonorName"},
    {"T0802", "SIDS: GridConnectivity1to1_t, Transform"},
    {"T0803", one_to_one},
    {"T0804", "SIDS: GridConnectivity1to1_t, Transform"},
    {"T0805", one_to_one},
    {"T0806", one_to_one},
    {"T0807", one_to_one},
    {"T0808", one_to_one},
    {"T081", connectivity},
    {"T0811", "SIDS: GridConnectivity_t, FUNCTION PointListSize"},
    {"T0815", "SIDS: GridConnectivity_t, InterpolantsDonor"},
    {"T0816", nothing},
    {"T0817", "SIDS: GridConnectivity_t, FUNCTION PointListSize"},
    {"T0818", "SIDS: GridConnectivity_t, ZoneDonorName"},
    {"T0901", families},
    {"T0902", "SIDS: BC_t, FamilyName"},
    {"T0903", "SIDS: BC_t, FamilyName"},
    {"T0904", "SIDS: Family_t, FamilyBC"},
    {"T100", steps},
    {"T1002", nothing},
    {"T1008", "SIDS: ZoneIterativeData_t"},
    {"T1009", "SIDS: ZoneIterativeData_t"},
    {"T1011", "SIDS: ZoneIterativeData_t"},
    {"T1013", steps},
    {"T1101", "SIDS: Dimensional Data"},
    {"T1102", "SIDS: Nondimensional Parameters; Dimensionless Constants"},
    {"T1103", "SIDS: Appendix A"},
    {"T1105", "SIDS: DataConversion_t"},
    {"T1106", "SIDS: Appendix A"},
    {"T1201", "SIDS: FlowEquationSet_t, EquationDimension"},
    {"T1202", "SIDS: GoverningEquations_t, DiffusionModel"},
    {"T1203", "SIDS: ConvergenceHistory_t"},
    {"T1204", "SIDS: ConvergenceHistory_t"},
    {"T1205", "SIDS: Axisymmetry_t"},
    {"T1206", "SIDS: Axisymmetry_t"},
    {"T1207", "SIDS: RigidGridMotion_t"},
    {"V0204", "SIDS: DataArray_t"},
    {"V0404", steps},
    {"V0405", "SIDS: ZoneIterativeData_t"},
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
