import { Database } from 'bun:sqlite'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makePrivateFile } from './private-file.ts'

/**
 * Writes a consistent copy of the database at `path` to the new file `target` during use: exactly the changes committed
 * before it began. The copy is durable when this resolves, and only its owner may read it; `target` does not exist
 * until then. Blocks this thread while the file is copied.
 * @throws {Error} if `target` exists, or the copy can't be written
 */
export async function backupSqlite(path: string, target: string): Promise<void> {
  if (await Bun.file(target).exists()) throw new Error(`${target} exists already`)
  const partial = `${target}.partial`
  await rm(partial, { force: true })
  try {
    copy(path, partial)
    await sync(partial)
    await rename(partial, target)
    await sync(dirname(target))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function copy(path: string, target: string): void {
  using source = new Database(path, { readonly: true })
  source.run('PRAGMA busy_timeout = 5000')
  makePrivateFile(target)
  source.run('VACUUM INTO ?', [target])
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
