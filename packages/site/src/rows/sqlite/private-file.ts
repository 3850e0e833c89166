import { closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the file at `path`, and the folders above it, if missing. SQLite would make a file that everyone can read, and
 * it holds hashes of passwords and keys. Its log gets the mode of the file.
 * @throws {Error} if it can be neither made nor opened
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600))
}
