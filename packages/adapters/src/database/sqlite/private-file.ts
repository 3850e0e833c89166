import { closeSync, constants, openSync } from 'node:fs'

/**
 * Makes the file at `path`, where there is none, before SQLite would, which lets everybody read it: passwords'
 * and keys' hashes stand in it. Its log gets the mode of the file.
 * @throws {Error} if it can be neither made nor opened
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600))
}
