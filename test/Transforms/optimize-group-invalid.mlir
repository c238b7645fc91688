// RUN: not tiny-opt %s --tiny-optimize="opts=group:1:4 target=sim" 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0:16,group:0:16,upcast:0:16,upcast:0:4 target=sim" 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0:16,group:0:16,nolocals target=sim" 2>&1 | FileCheck %s --check-prefix=LATE

// The maximum is taken inside of the sum: each step of the sum would need a
// workgroup of its own.

// INNER: error: 'tiny.kernel' op cannot apply 'group:1:4': reduced axis 1 (reduce, extent 64) is reduced inside of another reduction

// A group makes every later opt ask for the memory that partial results take.

// SHARED: error: 'tiny.kernel' op cannot apply 'upcast:0:4': the partial results need 65536 bytes of shared memory, of which there are 49152
// LATE: error: 'tiny.kernel' op cannot apply 'nolocals': axis 1 (group_reduce, extent 16) is one of a workgroup
tiny.kernel @sum_of_maxima(%o: !tiny.buffer<1024xf32, global>,
                           %a: !tiny.buffer<1024x64xf32, global>) {
  %i = tiny.range 1024 weak id 0
  %r = tiny.range 64 reduce id 1
  %q = tiny.range 64 reduce id 2
  %c64 = tiny.const 64 : index
  %m = tiny.mul %i, %c64 : index, index
  %x = tiny.add %m, %r : index, index
  %v = tiny.load %a[%x] : !tiny.buffer<1024x64xf32, global>, index
  %y = tiny.add %m, %q : index, index
  %w = tiny.load %a[%y] : !tiny.buffer<1024x64xf32, global>, index
  %d = tiny.sub %v, %w : f32, f32
  %n = tiny.reduce max %d over %q : f32
  %s = tiny.reduce add %n over %r : f32
  %t = tiny.store %s, %o[%i] : f32, !tiny.buffer<1024xf32, global>, index
  %e = tiny.end %t over %i
  tiny.sink %e
}
