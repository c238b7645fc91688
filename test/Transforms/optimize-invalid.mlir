// Each opt that cannot be applied says why.

// RUN: not tiny-opt %s --tiny-optimize="opts=fold:0" 2>&1 | FileCheck %s --check-prefix=NAME
//  NAME: error: 'tiny.kernel' op cannot apply 'fold:0': there is no opt of that name
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0" 2>&1 | FileCheck %s --check-prefix=FORM
//  FORM: error: 'tiny.kernel' op cannot apply 'upcast:0': expected 'upcast:axis:amount'
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:x" 2>&1 | FileCheck %s --check-prefix=NUMBER
//  NUMBER: error: 'tiny.kernel' op cannot apply 'thread:x': expected 'thread:axis'
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:3:2" 2>&1 | FileCheck %s --check-prefix=AXIS
//  AXIS: error: 'tiny.kernel' op cannot apply 'upcast:3:2': there are 3 axes
// RUN: not tiny-opt %s --tiny-optimize="opts=unroll:1:2" 2>&1 | FileCheck %s --check-prefix=REDUCED
//  REDUCED: error: 'tiny.kernel' op cannot apply 'unroll:1:2': there are 1 reduced axes
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:2:2" 2>&1 | FileCheck %s --check-prefix=TYPE
//  TYPE: error: 'tiny.kernel' op cannot apply 'upcast:2:2': the axis is of type reduce
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0:3" 2>&1 | FileCheck %s --check-prefix=DIVIDES
//  DIVIDES: error: 'tiny.kernel' op cannot apply 'upcast:0:3': the extent 8 is no multiple of 3
// RUN: not tiny-opt %s --tiny-optimize="opts=unroll:0:64" 2>&1 | FileCheck %s --check-prefix=LARGE
//  LARGE: error: 'tiny.kernel' op cannot apply 'unroll:0:64': the amount 64 is not in 1 to 32
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:2" 2>&1 | FileCheck %s --check-prefix=THREAD
//  THREAD: error: 'tiny.kernel' op cannot apply 'thread:2': the axis is of type reduce
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:0,thread:1" 2>&1 | FileCheck %s --check-prefix=TWICE
//  TWICE: error: 'tiny.kernel' op cannot apply 'thread:1': there is a thread axis already
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:9" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
//  OUTSIDE: error: 'tiny.kernel' op cannot apply 'thread:9': there are 3 axes

tiny.kernel @sums(%o: !tiny.buffer<8x2xf32, global>,
                  %a: !tiny.buffer<16xf32, global>) {
  %i = tiny.range 8 weak id 0
  %j = tiny.range 2 weak id 1
  %r = tiny.range 16 reduce id 2
  %c2 = tiny.const 2 : index
  %v = tiny.load %a[%r] : !tiny.buffer<16xf32, global>, index
  %s = tiny.reduce add %v over %r : f32
  %m = tiny.mul %i, %c2 : index, index
  %x = tiny.add %m, %j : index, index
  %t = tiny.store %s, %o[%x] : f32, !tiny.buffer<8x2xf32, global>, index
  %e = tiny.end %t over %i, %j
  tiny.sink %e
}
