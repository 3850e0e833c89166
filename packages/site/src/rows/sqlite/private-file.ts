import { closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the file at `path`, and its parent folders, if missing. SQLite would create a file that everyone can read,
 * but it holds hashes of passwords and keys. The log gets the same mode.
 * @throws {Error} if it can be neither created nor opened
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600))
}
