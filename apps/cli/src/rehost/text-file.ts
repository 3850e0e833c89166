import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { badRequest, conflict, message } from '@pictoglyph/core'

/** A text as it was read, and where to write it back. */
export interface TextFile {
  /** Without links on the way. */
  path: string
  text: string
}

/** @throws {Failure} BAD_REQUEST for what is not valid UTF-8 */
export async function readTextFile(name: string): Promise<TextFile> {
  const path = await realpath(name)
  try {
    return {
      path,
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path)),
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw badRequest(message('{name} is not valid UTF-8.', { name }))
  }
}

/**
 * Puts another text in its place, all of it or none, with the same permissions.
 * @throws {Failure} CONFLICT where someone has changed the file since it was read
 */
export async function replaceTextFile(file: TextFile, text: string): Promise<void> {
  const written = join(dirname(file.path), `.${basename(file.path)}.rehost`)
  const { mode } = await stat(file.path)
  const handle = await open(written, 'w', mode)
  try {
    await handle.chmod(mode & 0o7777)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (!(await readFile(file.path)).equals(Buffer.from(file.text))) {
    await rm(written)
    throw conflict(message('{path} was changed meanwhile. Run the command again.', { path: file.path }))
  }
  await rename(written, file.path)
}
