import { badRequest, conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { openToRead, placeOf, replaceFile } from '../written-file.ts'

/** A text as it was read, and where to write it back. */
export interface TextFile {
  /** Without links on the way. */
  path: string
  text: string
}

/** @throws {Failure} BAD_REQUEST for a link, for what is no file, and for what is not valid UTF-8 */
export async function readTextFile(name: string): Promise<TextFile> {
  const path = await placeOf(name)
  try {
    return {
      path,
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await bytesOf(path)),
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
export async function replaceTextFile({ path, text: before }: TextFile, text: string): Promise<void> {
  await replaceFile(path, {
    content: text,
    async beforeRename() {
      if ((await bytesOf(path)).equals(Buffer.from(before))) return
      throw conflict(message('{path} was changed meanwhile. Run the command again.', { path }))
    },
  })
}

async function bytesOf(path: string): Promise<Buffer> {
  const file = await openToRead(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
