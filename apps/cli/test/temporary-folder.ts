import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own, below `parent`, that goes with the test. */
export async function temporaryFolder(parent = tmpdir()): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(parent, 'pictoglyph-command-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
