import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new directory in `BENCH_DIR`, or where temporary files are. Disposing removes it. */
export async function makeBenchDirectory(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
