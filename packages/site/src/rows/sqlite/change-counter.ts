import fs from 'node:fs'

/** Counts the committed changes of a database, in memory shared by all its processes. */
export interface ChangeCounter {
  /** A number that changes once any process has committed a change, before it is acknowledged. No system call. */
  current(): number
  /** Call this after a commit and before acknowledging it. */
  increment(): void
}

const counterBytes = 4

/** A counter for a file of one process only, such as a backup. */
export function createOwnCounter(): ChangeCounter {
  let count = 0
  return {
    current: () => count,
    increment() {
      count += 1
    },
  }
}

/**
 * Opens the counter of a database: a small memory-mapped file next to it, like SQLite's own index of the log. Only the
 * fact that its number has changed matters, so it need not survive.
 * @throws the system's error
 */
export function openChangeCounter(databasePath: string): ChangeCounter {
  const path = `${databasePath}-changes`
  makeFile(path, databasePath)
  const mapped = Bun.mmap(path, { shared: true })
  const count = new Int32Array(mapped.buffer, mapped.byteOffset, 1)
  return {
    current: () => Atomics.load(count, 0),
    increment() {
      Atomics.add(count, 0, 1)
    },
  }
}

/**
 * Writes real bytes instead of setting a size: on a full disk, a page of a mapped file without disk space would crash
 * the process. If root creates the file, it gets the database's owner, like SQLite's own files next to it.
 */
function makeFile(path: string, databasePath: string): void {
  const { O_CREAT, O_RDWR, O_APPEND } = fs.constants
  const descriptor = fs.openSync(path, O_CREAT | O_RDWR | O_APPEND, 0o600)
  try {
    const { size, uid, gid } = fs.fstatSync(descriptor)
    if (size >= counterBytes) return
    fs.writeSync(descriptor, new Uint8Array(counterBytes))
    const { uid: owner = uid, gid: group = gid } = fs.statSync(databasePath, { throwIfNoEntry: false }) ?? {}
    // Some disks don't support changing owners; there, all files have one owner.
    const isOthers = owner !== uid || group !== gid
    if (isOthers && process.getuid?.() === 0) fs.fchownSync(descriptor, owner, group)
  } finally {
    fs.closeSync(descriptor)
  }
}
