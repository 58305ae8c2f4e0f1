"""valid_tree.py: small meshes with nodes of many kinds: equations, motion, regions, particles, an axis."""

import numpy as np

from cgns import table
from valid import add_coordinates, add_zone, base_of, box, build, integers, valid

WALL = 9  # Faces of the condition Wall of valid.py's hexa.
MODELS = {"GoverningEquations": "NSTurbulent", "GasModel": "Ideal", "ViscosityModel": "SutherlandLaw",
    "ThermalConductivityModel": "ConstantPrandtl", "TurbulenceModel": "OneEquation_SpalartAllmaras",
    "TurbulenceClosure": "EddyViscosity", "ThermalRelaxationModel": "Frozen",
    "ChemicalKineticsModel": "ChemicalNonequilib", "EMElectricFieldModel": "Voltage",
    "EMMagneticFieldModel": "Constant", "EMConductivityModel": "Chemistry_LinRessler"}


def reals(*values, kind=np.float64):
    """An array of R8 (or another kind)."""
    return np.array(values, kind)


@valid
def rich():
    """The mesh `hexa` with everything that a base and an unstructured zone may have."""
    root = build("hexa")[0]
    root.child("CGNSLibraryVersion").value = reals(4.5, kind=np.float32)
    base = root.child("Base")
    zone = base.child("Zone")
    add_physics(base)
    add_steps_of_zones(base)
    zone.child("GridCoordinates").value = bounding_box(zone.child("GridCoordinates"))
    add_motion(zone)
    add_regions(zone)
    add_boundary_data(zone.at("ZoneBC/Wall"))
    add_particles(base)
    return root


def bounding_box(grid):
    """Least and largest coordinates, which grids and particles may have as their value."""
    axes = [grid.child("Coordinate" + name).value for name in "XYZ"]
    return np.array([[axis.min() for axis in axes], [axis.max() for axis in axes]])


def add_physics(base):
    """Equations, states, histories."""
    base.add("SimulationType", "SimulationType_t", "TimeAccurate")
    base.add("About", "Descriptor_t", "A mesh for tests")
    equations = base.add("FlowEquationSet", "FlowEquationSet_t")
    equations.add("EquationDimension", '"int"', integers([3]))
    for name, model in MODELS.items():
        equations.add(name, name + "_t", model)
    diffusion = integers([1, 1, 1, 0, 0, 0])
    equations.at("GoverningEquations").add("DiffusionModel", '"int[1+...+IndexDimension]"', diffusion)
    equations.at("GasModel").add("SpecificHeatRatio", "DataArray_t", reals(1.4))
    state = base.add("ReferenceState", "ReferenceState_t")
    density = state.add("Density", "DataArray_t", reals(1.2))
    density.add("DimensionalExponents", "DimensionalExponents_t", reals(1, -3, 0, 0, 0))
    mach = state.add("Mach", "DataArray_t", reals(0.5))
    mach.add("DataClass", "DataClass_t", "NondimensionalParameter")
    base.add("Gravity", "Gravity_t").add("GravityVector", "DataArray_t", reals(0, 0, -9.81, kind=np.float32))
    history = base.add("GlobalConvergenceHistory", "ConvergenceHistory_t", integers([3]))
    history.add("CoefLift", "DataArray_t", reals(0.1, 0.2, 0.3))
    base.add("Forces", "IntegralData_t").add("ForceX", "DataArray_t", reals(7))
    base.add("Mine", "UserDefinedData_t").add("Numbers", "DataArray_t", integers([[1, 2], [3, 4]]))
    geometry = base.child("Wall").add("Shape", "GeometryReference_t")
    geometry.add("GeometryFile", "GeometryFile_t", "wall.iges")
    geometry.add("GeometryFormat", "GeometryFormat_t", "NASA-IGES")


def add_steps_of_zones(base):
    """Which zones there are at each step."""
    steps = base.child("BaseIterativeData")
    steps.add("NumberOfZones", "DataArray_t", integers([1, 1]))
    steps.add("ZonePointers", "DataArray_t", table([["Zone"], ["Zone"]]))


def add_motion(zone):
    """Rigid and not."""
    rigid = zone.add("Rigid", "RigidGridMotion_t", "ConstantRate")
    rigid.add("OriginLocation", "DataArray_t", np.zeros((2, 3)))
    rigid.add("RigidVelocity", "DataArray_t", reals(1, 0, 0))
    moving = zone.add("Moving", "ArbitraryGridMotion_t", "DeformingGrid")
    moving.add("GridVelocityX", "DataArray_t", np.ones(48))
    zone.add("Discrete", "DiscreteData_t").add("Marks", "DataArray_t", np.ones(48, np.int32))


def add_regions(zone):
    """A part of the wall, the wall, and a solution on some faces."""
    first = int(zone.at("WallFaces/ElementRange").value[0])
    part = zone.add("Part", "ZoneSubRegion_t", integers([2]))
    part.add("GridLocation", "GridLocation_t", "FaceCenter")
    part.add("PointList", "IndexArray_t", integers([[first], [first + 2]]))
    part.add("HeatFlux", "DataArray_t", reals(1, 2))
    whole = zone.add("Whole", "ZoneSubRegion_t", integers([2]))
    whole.add("BCRegionName", "Descriptor_t", "Wall")
    whole.add("HeatFlux", "DataArray_t", np.ones(WALL))
    zone.add("FamilyName", "FamilyName_t", "Far")


@valid
def blocks_with_regions():
    """The mesh `blocks` with conditions at faces, and a region on an interface that it names as cgnscheck has it."""
    root = build("blocks")[0]
    zone = root.at("Base/Left")
    for name, location, ends in (("jmin", "FaceCenter", [[1, 4], [1, 1], [1, 2]]),
            ("jmax", "JFaceCenter", [[1, 4], [4, 4], [1, 2]])):
        zone.at("ZoneBC/" + name).add("GridLocation", "GridLocation_t", location)
        zone.at(f"ZoneBC/{name}/PointRange").value = box(ends)
    skin = zone.add("Skin", "ZoneSubRegion_t", integers([2]))
    skin.add("GridConnectivityRegionName", "Descriptor_t", "ZoneGridConnectivity/ToRight")
    skin.add("HeatFlux", "DataArray_t", np.ones(12))
    return root


def add_boundary_data(bc):
    """Values and normals of a condition."""
    data_set = bc.add("Data", "BCDataSet_t", "BCWall")
    data_set.add("GridLocation", "GridLocation_t", "FaceCenter")
    data = data_set.add("DirichletData", "BCData_t")
    data.add("Temperature", "DataArray_t", np.full(WALL, 300.0))
    data.add("Pressure", "DataArray_t", reals(1e5))
    bc.add("InwardNormalList", "IndexArray_t", np.tile(reals(0, 0, 1), (WALL, 1)))
    properties = bc.add("BCProperty", "BCProperty_t")
    properties.add("WallFunction", "WallFunction_t").add("WallFunctionType", "WallFunctionType_t", "Generic")
    area = properties.add("Area", "Area_t")
    area.add("AreaType", "AreaType_t", "BleedArea")
    area.add("SurfaceArea", "DataArray_t", reals(1, kind=np.float32))
    area.add("RegionName", "DataArray_t", table(["Wall"])[0])


def add_particles(base):
    """Three of them."""
    drops = base.add("Drops", "ParticleZone_t", integers([3]))
    places = drops.add("ParticleCoordinates", "ParticleCoordinates_t")
    for name in "XYZ":
        places.add("Coordinate" + name, "DataArray_t", reals(0.1, 0.2, 0.3))
    places.value = bounding_box(places)
    drops.add("Solution", "ParticleSolution_t").add("Radius", "DataArray_t", reals(1, 2, 3))


@valid
def plane():
    """4 x 3 vertices around an axis."""
    root = build("hexa")[0]
    root.remove("Base")
    base = base_of(root, 2, 2)
    zone = add_zone(base, "Zone", [[4, 3, 0], [3, 2, 0]], "Structured")
    x, y = np.meshgrid(np.arange(4.0), 1 + np.arange(3.0))
    add_coordinates(zone, [x, y], (3, 4))
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    sides = {"imin": [[1, 1], [1, 3]], "imax": [[4, 4], [1, 3]], "jmin": [[1, 4], [1, 1]], "jmax": [[1, 4], [3, 3]]}
    for name, side in sides.items():
        bc = bcs.add(name, "BC_t", "FamilySpecified")
        bc.add("PointRange", "IndexRange_t", np.ascontiguousarray(integers(side).T))
        bc.add("FamilyName", "FamilyName_t", "/Base/Wall" if name[0] == "i" else "Far")
    axis = base.add("Axisymmetry", "Axisymmetry_t")
    axis.add("AxisymmetryReferencePoint", "DataArray_t", reals(0, 0, kind=np.float32))
    axis.add("AxisymmetryAxisVector", "DataArray_t", reals(1, 0, kind=np.float32))
    return root
