import { storageFailed } from '../../platform/storage-failure.ts'
import { type Sql, text } from '../engine.ts'

/** Checks each page and each index. @throws {Failure} STORAGE_FAILED */
export async function checkIntegrity(read: Sql): Promise<void> {
  const found = await read.get('PRAGMA integrity_check(1)')
  const verdict = found === undefined ? 'SQLite does not say of what it is' : text(found, 'integrity_check')
  if (verdict !== 'ok') throw storageFailed(new Error(`The database is damaged: ${verdict}`))
}
