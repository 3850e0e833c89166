import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { replaceFile } from 'pictoglyph-client/written-file'

const fileName = 'first-credentials.txt'

/** Text before the password in its line. */
export const passwordLabel = '  password       '

/**
 * Writes the first credentials into a file of the data directory, readable for the server's user only.
 * @returns its path
 */
export async function keepFirstCredentials(dataDirectory: string, lines: readonly string[]): Promise<string> {
  const path = join(dataDirectory, fileName)
  await mkdir(dataDirectory, { recursive: true })
  await replaceFile(path, { content: lines.map((line) => `${line}\n`).join('') })
  return path
}

/**
 * Removes the password from that file once it has been changed.
 * @param isOver whether the password is no longer valid; called only if the file has it
 * @returns whether the password is still there
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
