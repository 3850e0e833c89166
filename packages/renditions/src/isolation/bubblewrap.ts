import { existsSync, lstatSync, mkdtempSync, openSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seccompFilter } from './seccomp.ts'

/** A command prefix that isolates a command, and the file that it reads. */
export interface CommandIsolation {
  /** Empty if the command runs without isolation. */
  command: string[]
  /** Opens the filter. Pass it as the command's descriptor 3, and close it after the start. */
  openFilter: (() => number) | undefined
}

/** Runs a command like any other process. */
export const notIsolated: CommandIsolation = { command: [], openFilter: undefined }

const apart = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL']
/** A `/tmp` of the command's own, in memory. */
const scratch = (bytes: number): string[] => ['--size', String(bytes), '--tmpfs', '/tmp']

/**
 * Starts a command with limits on its threads and processes together, and on the size of a file that it writes. They
 * are set inside the isolation, where the server's own do not count. The first limit does not apply to root.
 */
function bounded(fileBytes: number): string[] {
  // Processes are -p in some shells and -u in others; the unit of -f is 512 bytes.
  const bounds = `ulimit -p ${maxThreads} 2>/dev/null || ulimit -u ${maxThreads}; ulimit -f ${fileBytes / 512}`
  return ['/bin/sh', '-c', `${bounds}; exec "$@"`, 'bounded']
}

/** The runtime and libvips start several for each processor. */
const maxThreads = 512
const decoderFileBytes = 64 * 1024 * 1024
/** Room for the file that a scanner stores, and what it unpacks. */
const clientFileBytes = 1024 * 1024 * 1024

/** System folders that programs need: libraries, without configuration and data. */
const systemFolders = ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin']

/**
 * Isolates a command with bubblewrap (`bwrap`, Debian's package `bubblewrap`). The command has its own name spaces
 * and a seccomp filter, has no network, capabilities or new privileges, sees no other process and starts none. It
 * sees only system libraries, an empty `/tmp` of 64 MiB and `readable`.
 * @param readable folders and files that it can read
 * @throws if there is no `bwrap`, or no filter for this machine
 */
export function isolateDecoder(readable: readonly string[], program = findBubblewrap()): CommandIsolation {
  if (program === null) throw new Error('bwrap is not installed.')
  const filter = seccompFilter(process.arch)
  if (filter === undefined) throw new Error(`There is no filter of system calls for ${process.arch}.`)
  const view = [
    ...['--ro-bind', '/usr', '/usr', ...systemFolders.flatMap(mirrored)],
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--proc', '/proc', '--dev', '/dev', ...scratch(decoderFileBytes)],
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
  ]
  const descriptor = openUnnamed(filter)
  return {
    command: [
      program,
      ...apart,
      ...view,
      ...['--chdir', '/', '--seccomp', '3', '--'],
      ...bounded(decoderFileBytes),
    ],
    // Each process opens it again, because inherited descriptors share one read position.
    openFilter: () => openSync(`/proc/self/fd/${descriptor}`, 'r'),
  }
}

/**
 * Isolates a command that has to reach a service, such as a scanner, with bubblewrap. The command sees the file
 * system without `hidden`, writes only to its own `/tmp` of 1 GiB, and has no capabilities, other processes or new
 * privileges.
 * @param hidden folders that it sees as empty
 * @throws if there is no `bwrap`
 */
export function isolateNetworkClient(
  hidden: readonly string[],
  program = findBubblewrap(),
): CommandIsolation {
  if (program === null) throw new Error('bwrap is not installed.')
  const view = [
    ...['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', ...scratch(clientFileBytes)],
    ...hidden.flatMap((path) => ['--tmpfs', path]),
  ]
  const command = [
    program,
    ...apart,
    '--share-net',
    ...view,
    '--chdir',
    '/',
    '--',
    ...bounded(clientFileBytes),
  ]
  return { command, openFilter: undefined }
}

function findBubblewrap(): string | null {
  return Bun.which('bwrap')
}

/** A system folder as it is on this machine: present, a link into `/usr`, or missing. */
function mirrored(path: string): string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path]
}

/** A file without a name, so that nothing remains when the process ends. */
function openUnnamed(bytes: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'pictoglyph-'))
  try {
    const path = join(folder, 'filter')
    writeFileSync(path, bytes, { mode: 0o600 })
    return openSync(path, 'r')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
