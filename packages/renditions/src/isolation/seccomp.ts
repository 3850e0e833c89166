/*
 * A seccomp filter (Linux, `seccomp(2)`; classic BPF as in `linux/filter.h`) that refuses calls no image decoder
 * needs. It lists refused calls, not allowed ones: the runtime and the C library use new calls with each version, and
 * operators would turn off a filter that stops them. The process's view of the system limits the remaining calls.
 */

/** Numbers of system calls on x64 and arm64 (`asm/unistd.h`); `undefined` if there is none. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined]

/** Sockets, other processes, name spaces, mounts, the kernel's own interfaces, keys, modules, clocks and names. */
export const refusedCalls: Readonly<Record<string, Numbers>> = {
  socket: [41, 198],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  syslog: [103, 116],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fork: [57, undefined],
  vfork: [58, undefined],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  personality: [135, 92],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
}

/** Creates threads, which is allowed, and processes, which is not. */
const clone: Numbers = [56, 220]
/** A filter can't see its flags, so it reports this call as missing. The C library then uses `clone`. */
const clone3 = 435
/** `CLONE_THREAD`. Linux creates no thread in new name spaces. */
const thread = 0x00010000

/** `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`, and the number from which x64 has a second set of calls (x32). */
const machines = {
  x64: { column: 0, audit: 0xc000003e, secondKind: 0x40000000 },
  arm64: { column: 1, audit: 0xc00000b7, secondKind: undefined },
} as const

const code = { load: 0x20, jumpIfEqual: 0x15, jumpIfAtLeast: 0x35, jumpIfSet: 0x45, answer: 0x06 }
/** The positions of the values that the filter checks (`struct seccomp_data`). */
const at = { call: 0, machine: 4, firstArgument: 16 }
const answer = { allow: 0x7fff0000, kill: 0x80000000, notPermitted: 0x00050000 | 1, unknown: 0x00050000 | 38 }

/**
 * The filter in the form that `bwrap --seccomp` reads; `undefined` for a machine with unknown calls.
 * @param machine as in `process.arch`
 */
export function seccompFilter(machine: string): Uint8Array | undefined {
  if (machine !== 'x64' && machine !== 'arm64') return undefined
  const { column, audit, secondKind } = machines[machine]
  const rows: [operation: number, value: number, ifTrue?: number, ifFalse?: number][] = [
    [code.load, at.machine],
    [code.jumpIfEqual, audit, 1, 0],
    [code.answer, answer.kill],
    [code.load, at.call],
  ]
  if (secondKind !== undefined) rows.push([code.jumpIfAtLeast, secondKind, 0, 1], [code.answer, answer.kill])
  for (const numbers of Object.values(refusedCalls)) {
    const number = numbers[column]
    if (number === undefined) continue
    rows.push([code.jumpIfEqual, number, 0, 1], [code.answer, answer.notPermitted])
  }
  rows.push(
    [code.jumpIfEqual, clone3, 0, 1],
    [code.answer, answer.unknown],
    [code.jumpIfEqual, clone[column]!, 0, 3],
    [code.load, at.firstArgument],
    [code.jumpIfSet, thread, 1, 0],
    [code.answer, answer.notPermitted],
    [code.answer, answer.allow],
  )
  const filter = new DataView(new ArrayBuffer(rows.length * 8))
  for (const [index, [operation, value, ifTrue = 0, ifFalse = 0]] of rows.entries()) {
    filter.setUint16(index * 8, operation, true)
    filter.setUint8(index * 8 + 2, ifTrue)
    filter.setUint8(index * 8 + 3, ifFalse)
    filter.setUint32(index * 8 + 4, value, true)
  }
  return new Uint8Array(filter.buffer)
}
