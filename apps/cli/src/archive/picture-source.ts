import { lstat } from 'node:fs/promises'
import { relative } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { filesBelow, kindOf } from 'pictoglyph-client/found-files'
import { type Entry, openPromise } from 'yauzl'

/** A file of a folder or an archive. */
export interface SourceFile {
  /** From the folder or the archive, with slashes. */
  path: string
  sizeBytes: number
  changedAtMs: number
  /** Reads it from its beginning. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** The files that pictures come from, in the order of their paths. */
export interface PictureSource extends AsyncDisposable {
  files: readonly SourceFile[]
}

/**
 * The bytes of a file.
 * @throws {Failure} BAD_REQUEST if they can't be read
 */
export async function* bytesOf({ open }: SourceFile): AsyncGenerator<Uint8Array> {
  try {
    yield* await open()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw badRequest(message('The file can not be read: {reason}', { reason: error.message }))
  }
}

/** A file as text; nothing of none. @throws {Failure} BAD_REQUEST if it can't be read */
export async function textOf(file: SourceFile | undefined): Promise<string> {
  return file === undefined ? '' : Buffer.concat(await Array.fromAsync(bytesOf(file))).toString()
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
    const { size, mtimeMs } = await lstat(path)
    const open = async () => Bun.file(path).stream()
    const below = relative(folder, path).replaceAll('\\', '/')
    files.push({ path: below, sizeBytes: size, changedAtMs: Math.floor(mtimeMs), open })
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

/** Not hidden, no folder, and nothing of what macOS adds. */
const isMeant = ({ fileName }: Entry): boolean =>
  !fileName.endsWith('/') && !/(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(fileName)
