import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { require } from '../proof/proof.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'

/** Only what crashes harmlessly leave may be found. @throws if there is more */
export async function requireClean(dataDirectory: string): Promise<void> {
  const { stdout } = await runPictoglyph(dataDirectory, ['fsck', '--json'])
  const { findings } = JSON.parse(stdout) as { findings: { kind: string }[] }
  const bad = findings.filter(({ kind }) => kind !== 'orphan' && kind !== 'stale')
  require(bad.length === 0, () => `fsck found ${JSON.stringify(bad.slice(0, 3))}`)
}

/** What a minute does for a site whose collector died: its lease ends, and so does its right to remove bytes. */
export function endLeases(dataDirectory: string): void {
  using database = new Database(join(dataDirectory, 'pictoglyph.db'))
  database.run('PRAGMA busy_timeout = 5000')
  database.run('PRAGMA synchronous = FULL')
  database.run('DELETE FROM leases')
  database.run('UPDATE blobs SET removing_until_ms = 1 WHERE removing_until_ms IS NOT NULL')
}
