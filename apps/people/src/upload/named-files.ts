import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { readBounds } from '../bounded-read.ts'
import { pathsOf } from '../found-files.ts'

/** A file to upload, with its name for messages. */
export interface NamedFile {
  name: string
  /** The name for the service. */
  fileName: string
  sizeBytes: number
  read: () => Promise<Blob>
}

/**
 * Finds files for arguments: paths, patterns that the shell did not expand, and `-` for standard input.
 * @throws {Failure} BAD_REQUEST if an argument matches nothing, before anything is uploaded
 */
export async function findFiles(
  inputs: readonly string[],
  readStandardInput: (maxBytes: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<NamedFile[]> {
  if (inputs.filter((input) => input === '-').length > 1) {
    throw badRequest(message('Standard input can be uploaded once only.'))
  }
  const files: NamedFile[] = []
  for (const input of inputs) {
    if (input === '-') {
      const content = new Blob([await readStandardInput(readBounds.picture)])
      files.push({ name: '-', fileName: 'image', sizeBytes: content.size, read: async () => content })
      continue
    }
    for (const path of await pathsOf(input)) {
      const read = async () => new Blob([new Uint8Array(await readFile(path))])
      files.push({ name: path, fileName: basename(path), sizeBytes: (await stat(path)).size, read })
    }
  }
  return files
}
