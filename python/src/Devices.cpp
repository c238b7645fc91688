//===- Devices.cpp - Where values are, in Python --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::tiny::python {

nb::object toPython(const Placements &placements, uint32_t devices) {
  SmallVector<StringRef, 4> names;
  placements.getNames(devices).split(names, ',');
  auto toString = [](StringRef name) {
    return nb::str(name.data(), name.size());
  };
  if (names.size() == 1)
    return toString(names.front());
  nb::list list;
  for (StringRef name : names)
    list.append(toString(name));
  return nb::tuple(list);
}

/// What names say; the caller has made them canonical.
static Placement toPlacement(const std::vector<std::string> &devices,
                             std::optional<int> axis) {
  if (devices.empty())
    raise(PyExc_ValueError, "a value is on one device at least");
  Placement placement;
  placement.devices =
      getArena().getPlacements().addDevices(llvm::join(devices, ","));
  if (devices.size() > 1)
    placement.axis = axis.value_or(-1);
  return placement;
}

static nb::object getDevice(NodeRef &self) {
  Placements &placements = getArena().getPlacements();
  std::optional<uint32_t> devices = placements.getDevices(self.getOperation());
  return devices ? toPython(placements, *devices) : nb::none();
}

static nb::object getAxis(NodeRef &self) {
  Placement placement = getArena().getPlacements().get(self.getOperation());
  return placement.axis < 0 ? nb::none() : nb::object(nb::int_(placement.axis));
}

static nb::object copyTo(NodeRef &self, const std::vector<std::string> &devices,
                         std::optional<int> axis) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Value value = getValue(self);
  if (isWeakType(getElementType(value)))
    raise(PyExc_RuntimeError,
          "a value of a weak type is on no device: cast it first");
  return toPython(arena.copy(value, toPlacement(devices, axis)),
                  PyExc_RuntimeError);
}

static nb::object placedLike(NodeRef &self, NodeRef &other) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  Placements &placements = arena.getPlacements();
  Value value = getValue(self);
  Placement from = placements.get(value), to = placements.get(other.getValue());
  if (from == to || !placements.getDevices(other.getOperation()))
    return toPython(value, nullptr);
  if (!placements.getDevices(self.getOperation()))
    return toPython(arena.copy(value, to), PyExc_RuntimeError);
  raise(PyExc_RuntimeError, "assigns a value on " + placements.describe(from) +
                                " to a tensor on " + placements.describe(to) +
                                "; use Tensor.shard_like");
}

static nb::object empty(nb::handle shape, const DType &dtype,
                        const std::vector<std::string> &devices,
                        std::optional<int> axis) {
  Arena &arena = getArena();
  Arena::Scope scope(arena);
  SmallVector<int64_t, 4> sizes = toInts(shape, "shape");
  Type type = toType(dtype);
  Placement placement = toPlacement(devices, axis);
  int64_t count = arena.getPlacements().getCount(placement);
  if (placement.axis >= static_cast<int64_t>(sizes.size()) ||
      (placement.axis >= 0 && sizes[placement.axis] % count != 0))
    raise(PyExc_RuntimeError,
          "multi axis uneven: axis " + std::to_string(placement.axis) +
              " cannot be cut into " + std::to_string(count) + " equal blocks");
  llvm::Expected<std::shared_ptr<Buffer>> buffer =
      arena.allocate(sizes, type, placement);
  if (!buffer)
    raise(PyExc_MemoryError, buffer.takeError());
  return toPython(
      arena.load({std::move(*buffer), true, placement}, sizes, type),
      PyExc_ValueError);
}

void bindDevices(nb::class_<NodeRef> &cls) {
  cls.def_prop_ro("device", &getDevice,
                  nb::sig("def device(self) -> str | tuple[str, ...] | None"),
                  "The device, or a tuple of them; None for what is computed "
                  "from constants only, which can be done anywhere.")
      .def_prop_ro("axis", &getAxis, nb::sig("def axis(self) -> int | None"),
                   "The axis of which each device has a block; None where each "
                   "has all.")
      .def("copy_to", &copyTo, nb::arg("devices"), nb::arg("axis") = nb::none(),
           nb::sig("def copy_to(self, devices: collections.abc.Sequence[str], "
                   "axis: int | None = None) -> UOp"),
           "The value on other devices, given by their canonical names; with "
           "an axis each has a block of it.")
      .def("placed_like", &placedLike, nb::arg("other"),
           nb::sig("def placed_like(self, other: UOp) -> UOp"),
           "The value, where another is if it can be computed anywhere; raises "
           "RuntimeError if it is elsewhere.")
      .def_static("empty", &empty, nb::arg("shape"), nb::arg("dtype"),
                  nb::arg("devices"), nb::arg("axis") = nb::none(),
                  nb::sig("def empty(shape: collections.abc.Sequence[int], "
                          "dtype: DType, devices: "
                          "collections.abc.Sequence[str], axis: int | None = "
                          "None) -> UOp"),
                  "The content of new storage on some devices.");
}

} // namespace mlir::tiny::python
