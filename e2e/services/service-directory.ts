import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for one service's data and log, removed when disposed of. */
export async function makeServiceDirectory(name: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), `pictoglyph-${name}-`))
  // Services that run as a user of their own must be able to reach their folders in it.
  await chmod(path, 0o711)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
