import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

// All files of the commands are written here. The folder may belong to others, who may place malicious links.

/** Windows has no such flags, and no such links. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** Suffix of the names of incomplete files. */
export const unfinished = '.partial'

/**
 * Resolves the path of a file that exists or is to be created. Links may only lead to places within the working
 * directory, or be the system's own, such as /tmp.
 * @throws {Failure} BAD_REQUEST if it is a link, no file, or reached by a link that leaves the folder
 */
export async function placeOf(name: string): Promise<string> {
  const named = resolve(name)
  const folder = await realpath(dirname(named))
  const here = await realpath(process.cwd())
  const isHere = isWithin(process.cwd(), named) || isWithin(here, named)
  const stays = isHere ? isWithin(here, join(folder, basename(named))) : folder === (await expected(named))
  if (!stays) {
    throw badRequest(
      message('{name} is reached by a symbolic link that leads to {folder}. Name the file there.', {
        name,
        folder,
      }),
    )
  }
  await requireFile(named, name)
  return join(folder, basename(named))
}

/** Resolves the folder of a path, with links allowed only directly below the root. */
async function expected(path: string): Promise<string> {
  const { root } = parse(path)
  const [first = '', ...rest] = relative(root, dirname(path)).split(sep)
  return join(await realpath(join(root, first)), ...rest)
}

/** Whether a path is inside a folder, and not the folder itself. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && parse(way).root === ''
}

/** @throws {Failure} BAD_REQUEST if something other than a file exists there */
async function requireFile(path: string, name: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined || found.isFile()) return
  throw badRequest(
    found.isSymbolicLink()
      ? message('{name} is a symbolic link. Name the file that it leads to.', { name })
      : message('{name} is not a file.', { name }),
  )
}

/** Opens a file for reading, without following links or waiting for the other end of a pipe. */
export function openToRead(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
}

/** Creates a new file that only this user can read. */
export function createFile(path: string, mode = 0o600): Promise<FileHandle> {
  return open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW, mode)
}

/** New content for a file. */
interface Replacement {
  content: string | Uint8Array
  /** Permissions of a new file; an existing file keeps its own. */
  mode?: number
  /** Called once the new content is on the disk. If it throws, the old file stays. */
  beforeRename?: () => Promise<void>
}

/**
 * Replaces a file's content durably, completely or not at all.
 * @throws {Failure} BAD_REQUEST if something other than a file exists there
 */
export async function replaceFile(
  path: string,
  { content, mode = 0o600, beforeRename }: Replacement,
): Promise<void> {
  await requireFile(path, path)
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}${unfinished}`)
  const file = await createFile(temporary)
  try {
    await file.writeFile(content)
    // Only now: except for root, writing removes the set-user-ID bit.
    await file.chmod(mode)
    await keepOwner(path, file)
    await file.sync()
    await file.close()
    await beforeRename?.()
    await rename(temporary, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Copies the mode of the replaced file, and as root also its owner. */
async function keepOwner(path: string, file: FileHandle): Promise<void> {
  const before = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (before === undefined) return
  const { uid, gid } = await file.stat()
  const isOthers = before.uid !== uid || before.gid !== gid
  // Some disks allow no change of owner; all their files have the same one.
  if (isOthers && process.getuid?.() === 0) await file.chown(before.uid, before.gid)
  await file.chmod(before.mode & 0o7777)
}

/**
 * Appends text to a file, or creates it. Durable when this resolves.
 * @throws {Failure} BAD_REQUEST if the path is a link, no file, or a file with several names
 */
export async function appendToFile(path: string, text: string): Promise<void> {
  await requireFile(path, path)
  const { O_WRONLY, O_CREAT, O_APPEND } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o666)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw badRequest(message('{name} is not a file.', { name: path }))
    if (stats.nlink > 1) throw badRequest(message('{name} has another name elsewhere.', { name: path }))
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Renames a complete file, and waits until this is on the disk. */
export async function renameFile(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Syncs a folder, except on Windows, which has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
