import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { formatOverLimit } from '@pictoglyph/site/language/format-bytes'
import { message } from '@pictoglyph/site/language/message'
import { atMost } from 'pictoglyph-client/bounded-read'
import { filesBelow, kindOf } from 'pictoglyph-client/found-files'
import { type Entry, openPromise } from 'yauzl'

/** A file of a folder or an archive. */
export interface SourceFile {
  /** Relative to the folder or archive, with slashes. */
  path: string
  sizeBytes: number
  changedAtMs: number
  /** Opens it at its beginning. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** The source files of pictures, ordered by path. */
export interface PictureSource extends AsyncDisposable {
  files: readonly SourceFile[]
}

/**
 * The bytes of a file.
 * @param maxBytes bound for lists; pictures have the limits of an upload
 * @throws {Failure} BAD_REQUEST if it can't be read or is too long; before the first byte, if its size is known
 */
export async function* bytesOf(
  { path, sizeBytes, open }: SourceFile,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  if (sizeBytes > maxBytes) {
    const [size, limit] = formatOverLimit(sizeBytes, maxBytes, 'en')
    throw badRequest(message('{path} has {size}; at most {limit} are read.', { path, size, limit }))
  }
  try {
    yield* atMost(path, await open(), maxBytes)
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error
    throw badRequest(message('The file can not be read: {reason}', { reason: error.message }))
  }
}

/** A file on this machine. @throws the system's error if it is missing */
export async function fileAt(path: string, name = path): Promise<SourceFile> {
  const { size, mtimeMs } = await stat(path)
  const open = async () => Bun.file(path).stream()
  return { path: name, sizeBytes: size, changedAtMs: Math.floor(mtimeMs), open }
}

/** @throws {Failure} BAD_REQUEST for what is neither a folder nor a ZIP archive */
export async function openPictureSource(path: string): Promise<PictureSource> {
  const kind = await kindOf(path)
  if (kind === undefined) throw badRequest(message('There is no folder or ZIP archive {path}.', { path }))
  return kind === 'directory' ? openFolder(path) : openZip(path)
}

async function openFolder(folder: string): Promise<PictureSource> {
  const files: SourceFile[] = []
  for await (const path of filesBelow(folder)) {
    files.push(await fileAt(path, relative(folder, path)))
  }
  return { files, async [Symbol.asyncDispose]() {} }
}

async function openZip(path: string): Promise<PictureSource> {
  try {
    const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
    const files: SourceFile[] = []
    for await (const entry of archive.eachEntry()) {
      if (!isMeant(entry)) continue
      files.push({
        path: entry.fileName,
        sizeBytes: entry.uncompressedSize,
        changedAtMs: entry.getLastModDate({ timezone: 'UTC' }).getTime(),
        open: () => archive.openReadStreamPromise(entry),
      })
    }
    return {
      files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      async [Symbol.asyncDispose]() {
        archive.close()
      },
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw badRequest(message('{path} is no ZIP archive: {reason}', { path, reason: error.message }))
  }
}

/** Whether an entry is a file, not hidden, and not one that macOS adds. */
const isMeant = ({ fileName }: Entry): boolean =>
  !fileName.endsWith('/') && !/(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(fileName)
