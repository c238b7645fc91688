// Each opt that cannot be applied says why, and names the axis, its type and its
// extent.

// RUN: not tiny-opt %s --tiny-optimize="opts=fold:0" 2>&1 | FileCheck %s --check-prefix=NAME
//  NAME: error: 'tiny.kernel' op cannot apply 'fold:0': there is no opt of that name
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0" 2>&1 | FileCheck %s --check-prefix=FORM
//  FORM: error: 'tiny.kernel' op cannot apply 'upcast:0': expected 'upcast:axis:amount'
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:x" 2>&1 | FileCheck %s --check-prefix=NUMBER
//  NUMBER: error: 'tiny.kernel' op cannot apply 'thread:x': expected 'thread:axis[:amount]'
// RUN: not tiny-opt %s --tiny-optimize="opts=swap:0" 2>&1 | FileCheck %s --check-prefix=PAIR
//  PAIR: error: 'tiny.kernel' op cannot apply 'swap:0': expected 'swap:axis:axis'
// RUN: not tiny-opt %s --tiny-optimize="opts=nolocals:1" 2>&1 | FileCheck %s --check-prefix=BARE
//  BARE: error: 'tiny.kernel' op cannot apply 'nolocals:1': expected 'nolocals'
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:3:2" 2>&1 | FileCheck %s --check-prefix=AXIS
//  AXIS: error: 'tiny.kernel' op cannot apply 'upcast:3:2': there is no axis 3: the kernel has 3
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:-1:2" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
//  NEGATIVE: error: 'tiny.kernel' op cannot apply 'upcast:-1:2': there is no axis -1: the kernel has 3
// RUN: not tiny-opt %s --tiny-optimize="opts=unroll:1:2" 2>&1 | FileCheck %s --check-prefix=REDUCED
//  REDUCED: error: 'tiny.kernel' op cannot apply 'unroll:1:2': there is no reduced axis 1: the kernel has 1
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:2:2" 2>&1 | FileCheck %s --check-prefix=TYPE
//  TYPE: error: 'tiny.kernel' op cannot apply 'upcast:2:2': axis 2 (reduce, extent 16) is of the wrong type
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0:3" 2>&1 | FileCheck %s --check-prefix=DIVIDES
//  DIVIDES: error: 'tiny.kernel' op cannot apply 'upcast:0:3': axis 0 (weak, extent 8) is no multiple of 3
// RUN: not tiny-opt %s --tiny-optimize="opts=unroll:0:64" 2>&1 | FileCheck %s --check-prefix=LARGE
//  LARGE: error: 'tiny.kernel' op cannot apply 'unroll:0:64': the amount 64 for reduced axis 0 (reduce, extent 16) is not in 1 to 32
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0:32" 2>&1 | FileCheck %s --check-prefix=UPCAST
//  UPCAST: error: 'tiny.kernel' op cannot apply 'upcast:0:32': the amount 32 for axis 0 (weak, extent 8) is not in 1 to 16
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:2:4" 2>&1 | FileCheck %s --check-prefix=THREAD
//  THREAD: error: 'tiny.kernel' op cannot apply 'thread:2:4': axis 2 (reduce, extent 16) is of the wrong type
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:0:2,thread:1:2" 2>&1 | FileCheck %s --check-prefix=TWICE
//  TWICE: error: 'tiny.kernel' op cannot apply 'thread:1:2': there is a thread axis already
// RUN: not tiny-opt %s --tiny-optimize="opts=thread:0:2 target=sim" 2>&1 | FileCheck %s --check-prefix=THREADS
//  THREADS: error: 'tiny.kernel' op cannot apply 'thread:0:2': the target has no threads
// RUN: not tiny-opt %s --tiny-optimize="opts=local:0:2" 2>&1 | FileCheck %s --check-prefix=LOCALS
//  LOCALS: error: 'tiny.kernel' op cannot apply 'local:0:2': the target has no workgroups
// RUN: not tiny-opt %s --tiny-optimize="opts=group:0:2" 2>&1 | FileCheck %s --check-prefix=GROUPS
//  GROUPS: error: 'tiny.kernel' op cannot apply 'group:0:2': the target has no workgroups
// RUN: not tiny-opt %s --tiny-optimize="opts=nolocals,local:0:2 target=sim" 2>&1 | FileCheck %s --check-prefix=NOLOCALS
//  NOLOCALS: error: 'tiny.kernel' op cannot apply 'local:0:2': 'nolocals' has been applied
// RUN: not tiny-opt %s --tiny-optimize="opts=local:0:2,nolocals target=sim" 2>&1 | FileCheck %s --check-prefix=USED
//  USED: error: 'tiny.kernel' op cannot apply 'nolocals': axis 2 (local, extent 2) is one of a workgroup
// RUN: not tiny-opt %s --tiny-optimize="opts=local:0:4,local:0:2,local:2:2 target=sim" 2>&1 | FileCheck %s --check-prefix=LOCAL
//  LOCAL: error: 'tiny.kernel' op cannot apply 'local:2:2': axis 2 (local, extent 2) is of the wrong type
// RUN: not tiny-opt %s --tiny-optimize="opts=group:0:16,group:0:2 target=sim" 2>&1 | FileCheck %s --check-prefix=GROUP
//  GROUP: error: 'tiny.kernel' op cannot apply 'group:0:2': there is no reduced axis 0: the kernel has 0
// RUN: not tiny-opt %s --tiny-optimize="opts=padto:0:64" 2>&1 | FileCheck %s --check-prefix=PAD
//  PAD: error: 'tiny.kernel' op cannot apply 'padto:0:64': axis 0 (weak, extent 8) would become at least four times as long
// RUN: not tiny-opt %s --tiny-optimize="opts=padto:0:32" 2>&1 | FileCheck %s --check-prefix=QUARTER
//  QUARTER: error: 'tiny.kernel' op cannot apply 'padto:0:32': axis 0 (weak, extent 8) would become at least four times as long
// RUN: not tiny-opt %s --tiny-optimize="opts=padto:0:0" 2>&1 | FileCheck %s --check-prefix=ZERO
//  ZERO: error: 'tiny.kernel' op cannot apply 'padto:0:0': axis 0 (weak, extent 8) has no multiple of 0
// RUN: not tiny-opt %s --tiny-optimize="opts=upcast:0:4,padto:2:8" 2>&1 | FileCheck %s --check-prefix=PADTYPE
//  PADTYPE: error: 'tiny.kernel' op cannot apply 'padto:2:8': axis 2 (upcast, extent 4) is of the wrong type
// RUN: not tiny-opt %s --tiny-optimize="opts=swap:0:2" 2>&1 | FileCheck %s --check-prefix=SWAP
//  SWAP: error: 'tiny.kernel' op cannot apply 'swap:0:2': axis 0 (weak, extent 8) and axis 2 (reduce, extent 16) are not two output loops
// RUN: not tiny-opt %s --tiny-optimize="opts=swap:0:7" 2>&1 | FileCheck %s --check-prefix=SWAPAXIS
//  SWAPAXIS: error: 'tiny.kernel' op cannot apply 'swap:0:7': there is no axis 7: the kernel has 3
// RUN: not tiny-opt %s --tiny-optimize="opts=tc:0:-1:0:1" 2>&1 | FileCheck %s --check-prefix=TC
//  TC: error: 'tiny.kernel' op cannot apply 'tc:0:-1:0:1': the target has no tensor cores
// RUN: not tiny-opt %s --tiny-optimize="target=abacus" 2>&1 | FileCheck %s --check-prefix=TARGET
//  TARGET: error: 'tiny.kernel' op cannot be optimized for 'abacus': there is no target of that name

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
