import { constants } from 'node:fs'
import { open, readlink, realpath } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { MediaFailure } from '@pictoglyph/media/failure'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import type { MediaType } from '@pictoglyph/media/media-type'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message, verbatim } from '@pictoglyph/site/language/message'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { readBounds } from '../bounded-read.ts'
import { isWithin } from '../written-file.ts'

/** A picture of this machine in memory. */
interface LocalImage {
  /** Its path, with links resolved. */
  path: string
  type: MediaType
  content: Blob
}

/**
 * Reads a picture in one of the folders. Resolves links and `..` first, and reads the file that it opened, so that no
 * file can be swapped in between. Files elsewhere and missing files get the same refusal.
 * @param folders from {@link findFolders}
 * @param path absolute, or relative to one of the folders
 * @throws {Failure} BAD_REQUEST for these, and for a file that is no picture
 */
export async function readLocalImage(folders: readonly string[], path: string): Promise<LocalImage> {
  const places = isAbsolute(path) ? [path] : folders.map((folder) => resolve(folder, path))
  for (const place of places) {
    const found = await readWithin(folders, place)
    if (found !== undefined)
      return { ...found, type: requirePicture(path, found.bytes), content: new Blob([found.bytes]) }
  }
  throw badRequest(message('There is no file {path} in {folders}.', { path, folders: folders.join(', ') }))
}

/** Resolves links in folders. @throws {Failure} BAD_REQUEST if a folder does not exist */
export function findFolders(folders: readonly string[]): Promise<string[]> {
  return Promise.all(
    folders.map(async (folder) => {
      try {
        return await realpath(folder)
      } catch (error) {
        if (systemErrorCode(error) === undefined) throw error
        throw badRequest(message('There is no folder {folder}.', { folder }))
      }
    }),
  )
}

/** Reads a file in one of the folders; `undefined` if it is elsewhere or unreadable. */
async function readWithin(
  folders: readonly string[],
  place: string,
): Promise<{ path: string; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const file = await openFile(place)
  if (file === undefined) return undefined
  try {
    const path =
      process.platform === 'linux' ? await readlink(`/proc/self/fd/${file.fd}`) : await realpath(place)
    const { size, isRegular } = await file
      .stat()
      .then((stats) => ({ size: stats.size, isRegular: stats.isFile() }))
    if (!isRegular || !folders.some((folder) => isWithin(folder, path))) return undefined
    if (size > readBounds.picture)
      throw badRequest(message('The file {path} is larger than 128 MiB.', { path }))
    return { path, bytes: new Uint8Array(await file.readFile()) }
  } finally {
    await file.close()
  }
}

/** Opens a file; a pipe without waiting for a writer. */
async function openFile(place: string) {
  try {
    return await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}

/** @throws {Failure} BAD_REQUEST */
export function requirePicture(name: string, bytes: Uint8Array): MediaType {
  try {
    return inspect(bytes).type
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    throw badRequest(
      message('{name} is no picture: {reason}.', { name, reason: verbatim(error.message) }),
      error,
    )
  }
}
