import fs from 'node:fs'

/** Counts the committed changes of one database, in memory that all its processes share. */
export interface ChangeCounter {
  /** Another number than before once a change has been committed and reported, in whatever process. No system call. */
  current(): number
  /** To be called after a commit and before anyone hears of it. */
  increment(): void
}

const counterBytes = 4

/** A counter for a file that no other process has open, such as a backup's. */
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
 * Opens the counter of a database: a small file next to it that is mapped into memory, like the index of SQLite's own
 * log. Its number only means "not the same as before", so it need not survive anything.
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
 * With bytes and not just a size: a page of a mapped file that has no place on a full disk ends the process. Made by
 * root it belongs to the database's owner, as SQLite's own files next to it do.
 */
function makeFile(path: string, databasePath: string): void {
  const { O_CREAT, O_RDWR, O_APPEND } = fs.constants
  const descriptor = fs.openSync(path, O_CREAT | O_RDWR | O_APPEND, 0o600)
  try {
    const { size, uid, gid } = fs.fstatSync(descriptor)
    if (size >= counterBytes) return
    fs.writeSync(descriptor, new Uint8Array(counterBytes))
    const { uid: owner = uid, gid: group = gid } = fs.statSync(databasePath, { throwIfNoEntry: false }) ?? {}
    // Some disks let nobody give files away, and there they all have one owner.
    const isOthers = owner !== uid || group !== gid
    if (isOthers && process.getuid?.() === 0) fs.fchownSync(descriptor, owner, group)
  } finally {
    fs.closeSync(descriptor)
  }
}
