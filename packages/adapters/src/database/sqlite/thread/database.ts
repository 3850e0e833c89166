import type { SiteDatabase } from '@pictoglyph/core'
import { withBoundedReads } from '../../bounded-reads.ts'
import { createSqlDatabase } from '../../sql/database.ts'
import type { Call, StoreName } from '../../store-calls.ts'
import { openReaderPool } from '../readers/reader-pool.ts'
import { openReadingEngine } from '../reading-engine.ts'
import { changes } from './changes.ts'
import { startLastingThread, startWriterThread } from './writer-thread.ts'

/**
 * The same database, whose changes are made by a thread of their own: a commit waits for the disk, which may take
 * milliseconds, and meanwhile this thread goes on. Reads see what was committed: those of rows by their keys are made
 * here, all others in processes of their own.
 */
export async function createThreadedDatabase(path: string, clock: () => number): Promise<SiteDatabase> {
  await using opened = new AsyncDisposableStack()
  const thread = await startLastingThread(() => startWriterThread(path))
  opened.defer(() => thread.close())
  const reading = openReadingEngine(path)
  opened.move()
  const here = createSqlDatabase(reading, clock)
  /** What a clock other than the system's shows. */
  const givenMs = () => (clock === Date.now ? null : clock())

  function call(store: Call['store'], method: string, parameters: readonly unknown[]): Promise<unknown> {
    return thread.call({ store, method, parameters, nowMs: givenMs() })
  }

  function inThread<Name extends StoreName>(name: Name): SiteDatabase[Name] {
    const called = changes[name].map((method) => [
      method,
      (...parameters: readonly unknown[]) => call(name, method, parameters),
    ])
    return { ...here[name], ...Object.fromEntries(called) }
  }

  const readers = openReaderPool(path)
  const database: SiteDatabase = {
    users: inThread('users'),
    keys: inThread('keys'),
    categories: inThread('categories'),
    albums: inThread('albums'),
    images: inThread('images'),
    links: inThread('links'),
    blobs: inThread('blobs'),
    renditions: inThread('renditions'),
    leases: inThread('leases'),
    repairs: inThread('repairs'),
    search: inThread('search'),
    settings: inThread('settings'),
    access: inThread('access'),
    charsets: inThread('charsets'),
    presets: inThread('presets'),
    sessions: inThread('sessions'),
    factors: inThread('factors'),
    audit: inThread('audit'),
    traffic: inThread('traffic'),
    revision: here.revision,
    changeCount: here.changeCount,
    seed: async (...parameters) => (await call('database', 'seed', parameters)) === true,
    async checkHealth() {
      await call('database', 'checkHealth', [])
    },
    checkWhole: here.checkWhole,
    askedBy: here.askedBy,
    async close() {
      await readers.close()
      // SQLite brings its log to an end with the last connection, if that one may write.
      await reading.close()
      await thread.close()
    },
  }
  return withBoundedReads(database, (read) => readers.run({ ...read, nowMs: givenMs() }))
}
