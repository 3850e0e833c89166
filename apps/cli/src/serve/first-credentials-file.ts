import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { replaceFile } from 'pictoglyph-client/written-file'

const fileName = 'first-credentials.txt'

/** What stands before the password in its line. */
export const passwordLabel = '  password       '

/**
 * Writes lines with the first credentials into a file of the data directory, which only the server's user can read.
 * @returns its path
 */
export async function keepFirstCredentials(dataDirectory: string, lines: readonly string[]): Promise<string> {
  const path = join(dataDirectory, fileName)
  await mkdir(dataDirectory, { recursive: true })
  await replaceFile(path, { content: lines.map((line) => `${line}\n`).join('') })
  return path
}

/**
 * Takes the line of the password out of that file, if it is there and the password is over.
 * @param isOver is asked only then
 * @returns whether the line is still there
 */
export async function forgetFirstPassword(
  dataDirectory: string,
  isOver: () => Promise<boolean>,
): Promise<boolean> {
  const path = join(dataDirectory, fileName)
  const written = await readIfThere(path)
  if (!written.includes(passwordLabel)) return false
  if (!(await isOver())) return true
  const kept = written.split('\n').filter((line) => !line.startsWith(passwordLabel))
  await replaceFile(path, { content: kept.join('\n') })
  return false
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ''
    throw error
  }
}
