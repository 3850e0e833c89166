import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { readBounds, readWhole } from '../bounded-read.ts'
import { decodeUtf8 } from '../utf8.ts'
import { openToRead, placeOf, replaceFile } from '../written-file.ts'

/** A file's text, and the path to write it back to. */
export interface TextFile {
  /** Without symbolic links. */
  path: string
  text: string
}

/** @throws {Failure} BAD_REQUEST for a link, for what is not a file, and for what is not valid UTF-8 */
export async function readTextFile(name: string): Promise<TextFile> {
  const path = await placeOf(name)
  return { path, text: decodeUtf8(name, await bytesOf(path)) }
}

/**
 * Replaces a file's text atomically, with the same permissions.
 * @throws {Failure} CONFLICT if the file has changed since it was read
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
    return await readWhole(path, file.createReadStream({ autoClose: false }), readBounds.document)
  } finally {
    await file.close()
  }
}
