import { dlopen, FFIType, ptr } from 'bun:ffi'
import { closeSync, constants, openSync, statfsSync, statSync, writeSync } from 'node:fs'
import { mkdir, rm, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requirePrograms } from '../services/packages.ts'
import { atExit } from '../site/at-exit.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

export type Filesystem = 'ext4' | 'xfs'

/** `_IOR('X', 125, __u32)`, linux/fs.h of Linux 6.10 and, under other names, of ext4 and XFS since 2015. */
const shutdownRequest = 0x8004587d
/** Without flushing the journal: what was not synced is gone, as in a power cut. */
const noLogFlush = 2
const mebibyteBytes = 1024 * 1024

/** A file system of its own on a file, to be cut off, filled and made read-only. */
export interface LoopDisk extends AsyncDisposable {
  /** Where it is mounted. */
  readonly path: string
  /** Cuts the power: nothing that was not synced reaches the disk any more, and every call on it fails. */
  cutPower(): void
  /** Unmounts it and mounts it again, which replays its journal. No one may have files open on it. */
  mountAgain(): Promise<void>
  /** Leaves no room in it, by a file of this name. @returns what makes room again */
  fillUp(name?: string): () => Promise<void>
  /** Changes the options of the mount, such as `ro` and `rw`. */
  remount(options: string): Promise<void>
}

/** What keeps loop-mounted disks from being used here, in a sentence, or undefined. */
export async function loopDisksUnavailable(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'Loop-mounted file systems need root.'
  const probe = Bun.spawnSync(['losetup', '--find'], { stdout: 'pipe', stderr: 'pipe' })
  if (probe.exitCode === 0) return undefined
  return `Loop devices are unavailable: ${probe.stderr.toString().trim()}`
}

export async function openLoopDisk(filesystem: Filesystem, sizeMib: number): Promise<LoopDisk> {
  await requirePrograms({ 'mkfs.xfs': 'xfsprogs', 'mkfs.ext4': 'e2fsprogs', losetup: 'mount' })
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await temporaryDirectory()).path
  const image = join(directory, 'disk')
  const path = join(directory, 'mounted')
  await mkdir(path)
  await Bun.write(image, '')
  await truncate(image, sizeMib * mebibyteBytes)
  const device = run('losetup', '--find', '--show', image)
  cleanup.defer(() => void run('losetup', '--detach', device))
  run(`mkfs.${filesystem}`, filesystem === 'xfs' ? '-q' : '-qF', device)
  run('mount', device, path)
  cleanup.defer(() => unmount(path))
  // The server on it is killed first: it was started later.
  cleanup.defer(
    atExit(() => {
      run('umount', '--lazy', path)
      run('losetup', '--detach', device)
    }),
  )
  const held = cleanup.move()

  return {
    path,
    cutPower() {
      requireMounted(path, sizeMib)
      shutDown(path)
    },
    fillUp: (name = 'filler') => fillUp(path, { name, sizeMib }),
    async mountAgain() {
      await unmount(path)
      run('mount', device, path)
    },
    async remount(options) {
      run('mount', '-o', `remount,${options}`, path)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** @throws unless the small file system is mounted there: nothing may be cut off or filled but that. */
function requireMounted(path: string, sizeMib: number): void {
  const { blocks, bsize } = statfsSync(path)
  const isMounted = statSync(path).dev !== statSync(dirname(path)).dev
  if (!isMounted || blocks * bsize > sizeMib * mebibyteBytes) {
    throw new Error(`No file system of ${sizeMib} MiB is mounted at ${path}.`)
  }
}

/** Leaves no room in it. Bounded by its size, so that a mistake can't fill another disk. */
function fillUp(path: string, { name, sizeMib }: { name: string; sizeMib: number }): () => Promise<void> {
  requireMounted(path, sizeMib)
  const filler = join(path, name)
  const descriptor = openSync(filler, 'wx')
  const piece = new Uint8Array(mebibyteBytes / 256)
  try {
    for (let written = 0; written < sizeMib * mebibyteBytes; ) written += writeSync(descriptor, piece)
    throw new Error(`The file system at ${path} could not be filled.`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(descriptor)
  }
  return () => rm(filler)
}

function shutDown(path: string): void {
  const libc = dlopen('libc.so.6', {
    ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
  })
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const flags = Uint32Array.of(noLogFlush)
    if (libc.symbols.ioctl(descriptor, shutdownRequest, ptr(flags)) !== 0) {
      throw new Error(`The file system at ${path} can't be shut down.`)
    }
  } finally {
    closeSync(descriptor)
    libc.close()
  }
}

/** A process that was just killed may hold the mount for a moment longer. */
async function unmount(path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const result = Bun.spawnSync(['umount', path], { stdout: 'pipe', stderr: 'pipe' })
    if (result.exitCode === 0 || result.stderr.toString().includes('not mounted')) return
    if (attempt === 50) throw new Error(`umount ${path}: ${result.stderr}`)
    await Bun.sleep(50)
  }
}

function run(...command: string[]): string {
  const result = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'pipe' })
  if (result.exitCode !== 0) throw new Error(`${command.join(' ')}: ${result.stderr}`)
  return result.stdout.toString().trim()
}
