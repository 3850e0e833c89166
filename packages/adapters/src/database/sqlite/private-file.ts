import { closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the file at `path`, and the folders above it, where they are missing, before SQLite would make one that
 * everybody may read: passwords' and keys' hashes stand in it. Its log gets the mode of the file.
 * @throws {Error} if it can be neither made nor opened
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600))
}
