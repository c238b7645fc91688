//===- Buffer.cpp - Memory in Python --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bindings.h"

namespace mlir::tiny::python {

/// Lends the memory of one device: bytes, which can be written unless the
/// memory is somebody else's and read-only.
static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
  PyBuffer *buffer = nb::inst_ptr<PyBuffer>(self);
  if (buffer->storage.buffer->getNumBlocks() > 1) {
    PyErr_SetString(PyExc_BufferError,
                    "the memory lies on several devices (Tensor.to)");
    return -1;
  }
  if (buffer->storage.buffer->isPending()) {
    std::string text = llvm::toString(makePendingError());
    PyErr_SetString(PyExc_RuntimeError, text.c_str());
    return -1;
  }
  static char empty;
  void *data = buffer->storage.buffer->getData();
  buffer->storage.buffer->setUndefined(false);
  return PyBuffer_FillInfo(view, self, data ? data : &empty,
                           buffer->storage.buffer->getSize(),
                           !buffer->storage.writable, flags);
}

static PyType_Slot slots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)}, {0, nullptr}};

static Storage allocate(size_t bytes) {
  // What is dead in the graph may hold the memory.
  Arena::Scope scope(getArena());
  llvm::Expected<std::shared_ptr<Buffer>> buffer = Buffer::allocate(bytes);
  if (!buffer)
    raise(PyExc_MemoryError, buffer.takeError());
  return {std::move(*buffer), true};
}

/// Memory of an object with the buffer protocol, which is kept.
static Storage wrap(nb::handle object, bool writable) {
  auto view = std::make_unique<Py_buffer>();
  int flags = writable ? PyBUF_CONTIG : PyBUF_CONTIG_RO;
  if (PyObject_GetBuffer(object.ptr(), view.get(), flags))
    throw nb::python_error();
  void *data = view->buf;
  size_t bytes = view->len;
  Py_buffer *owned = view.release();
  return {Buffer::wrap(data, bytes,
                       [owned] {
                         nb::gil_scoped_acquire lock;
                         PyBuffer_Release(owned);
                         delete owned;
                       }),
          writable};
}

void bindBuffers(nb::module_ &m) {
  nb::class_<PyBuffer>(m, "Buffer", nb::type_slots(slots),
                       "Memory. It supports the buffer protocol.")
      .def(
          "__init__",
          [](PyBuffer *self, size_t bytes) {
            new (self) PyBuffer{allocate(bytes)};
          },
          nb::arg("nbytes"))
      .def_static(
          "wrap",
          [](nb::object object, bool writable) {
            return PyBuffer{wrap(object, writable)};
          },
          nb::arg("obj"), nb::arg("writable"),
          nb::sig("def wrap(obj: object, writable: bool) -> Buffer"),
          "The memory of a contiguous object with the buffer protocol, "
          "without a copy. Assignments write it if `writable`.")
      .def_prop_ro(
          "nbytes",
          [](const PyBuffer &b) {
            const Buffer &buffer = *b.storage.buffer;
            return buffer.getSize() * buffer.getNumBlocks();
          },
          "The bytes on all devices.")
      .def_prop_ro(
          "device",
          [](const PyBuffer &b) {
            return toPython(getArena().getPlacements(),
                            b.storage.placement.devices);
          },
          nb::sig("def device(self) -> str | tuple[str, ...]"),
          "The device, or a tuple of them.")
      .def_prop_ro("ptr",
                   [](const PyBuffer &b) {
                     b.storage.buffer->setUndefined(false);
                     return reinterpret_cast<uintptr_t>(
                         b.storage.buffer->getData());
                   })
      .def(
          "mark_undefined",
          [](PyBuffer &b) { b.storage.buffer->setUndefined(true); },
          "Says that nothing has been written yet.")
      .def("__repr__",
           [](const PyBuffer &b) {
             const Buffer &buffer = *b.storage.buffer;
             Placements &placements = getArena().getPlacements();
             return "<Buffer of " +
                    std::to_string(buffer.getSize() * buffer.getNumBlocks()) +
                    " bytes on " +
                    placements.getNames(b.storage.placement.devices).str() +
                    ">";
           })
      .def_prop_ro("writable",
                   [](const PyBuffer &b) { return b.storage.writable; });
}

} // namespace mlir::tiny::python
