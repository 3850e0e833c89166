import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { systemErrorCode } from '@pictoglyph/adapters/system-error-code'
import { badRequest, message } from '@pictoglyph/core'

/** A file to upload, under the name that messages call it by. */
export interface NamedFile {
  name: string
  /** The name that is sent to the service. */
  fileName: string
  content: Blob
}

/**
 * The files that a person names: paths, patterns that the shell did not expand, and `-` for standard input.
 * @throws {Failure} BAD_REQUEST if one of them matches nothing, before anything is uploaded
 */
export async function findFiles(
  inputs: readonly string[],
  readStandardInput: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<NamedFile[]> {
  if (inputs.filter((input) => input === '-').length > 1) {
    throw badRequest(message('Standard input can be uploaded once only.'))
  }
  const files: NamedFile[] = []
  for (const input of inputs) {
    if (input === '-') {
      files.push({ name: '-', fileName: 'image', content: new Blob([await readStandardInput()]) })
    } else {
      for (const path of await pathsOf(input)) {
        files.push({ name: path, fileName: basename(path), content: Bun.file(path) })
      }
    }
  }
  return files
}

/** A path that exists is itself, even if it reads as a pattern. */
async function pathsOf(input: string): Promise<string[]> {
  const kind = await kindOf(input)
  if (kind === 'file') return [input]
  if (kind === 'directory')
    throw badRequest(message('{input} is a directory. Name its files, such as {input}/*.png.', { input }))
  if (!/[*?[{]/.test(input)) throw badRequest(message('There is no file {input}.', { input }))
  const paths = await matchesOf(input)
  if (paths.length === 0) throw badRequest(message('No file matches {input}.', { input }))
  return paths.sort()
}

async function matchesOf(pattern: string): Promise<string[]> {
  try {
    return await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: process.cwd(), onlyFiles: true }))
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function kindOf(path: string): Promise<'file' | 'directory' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'file'
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
