import { hasUsers, insertUser } from '../accounts/user-rows.ts'
import { lockAdministration, raiseRevision, writeAudit } from '../audit/audit-rows.ts'
import { type Category, category } from '../categories/category.ts'
import { type Charset, charset } from '../ciphers/charset.ts'
import { type Preset, preset } from '../ciphers/preset.ts'
import { insertKey } from '../keys/key-rows.ts'
import type { ApiKey, AuditDraft, User } from '../language/records.ts'
import { integer, type SqlEngine } from '../rows/engine.ts'
import { insertThing } from '../things/thing-rows.ts'
import { createStores, type Elsewhere } from './stores.ts'
import { requireNoTransfer } from './transfer/transfer-lock.ts'

/** The rows that a new site starts with. */
interface FirstRows {
  user: User
  category: Category
  key: ApiKey
  charsets: readonly Charset[]
  presets: readonly Preset[]
}

/**
 * The site's rows. Every method is one atomic operation: it happens as a whole or not at all, is durable when it
 * resolves, and is visible to every later read of every replica. Changes take the audit entry, and write it in the same
 * transaction.
 *
 * Reads resolve to `undefined` if they find nothing. Changes to missing things throw NOT_FOUND. Taken names throw
 * CONFLICT, in any case: names of users and categories, and of albums within their owner. A text with a NUL character
 * is BAD_REQUEST. A failing or unreachable engine, and a commit with an unknown outcome, throw STORAGE_FAILED.
 */
export type SiteDatabase = ReturnType<typeof createSqlDatabase>

/**
 * The site's rows in an engine whose schema is up to date. `clock` gives the time in milliseconds.
 * @param elsewhere runs the reads, or the changes, of all stores
 */
export function createSqlDatabase(engine: SqlEngine, clock: () => number, elsewhere: Elsewhere = {}) {
  return {
    ...createStores(engine, clock, elsewhere),
    /**
     * Grows with every change of settings, access lists, charsets or presets, in the same transaction. So a replica
     * sees cheaply whether its snapshot is old.
     */
    async revision() {
      const row = await engine.read.get('SELECT value FROM site_revision WHERE id = 1')
      if (!row) throw new TypeError('the revision row is missing')
      return integer(row, 'value')
    },
    /**
     * A number that differs once any process has committed a change, before the change is acknowledged. Reading it
     * makes no system call. New images do not count, because they change no earlier result. Undefined if the engine
     * can't tell.
     */
    changeCount: () => engine.changeCount?.(),
    /**
     * Resolves if no damage of the database is found; reads all rows.
     * @throws {Failure} STORAGE_FAILED with the damage as its cause
     */
    checkIntegrity: () => engine.checkIntegrity(),
    /**
     * Attributes the reads that `work` starts to this client. A server runs lists and searches, which may examine many
     * rows, one at a time per client, and stops one after two seconds.
     * @throws {Failure} OVERLOADED or BAD_REQUEST, from such a read
     */
    askedBy: <T>(_: string, work: () => Promise<T>) => work(),
    close: () => engine.close(),
    /** Writes the first rows of a new site, all or none; returns false, without writing, if it has users. */
    seed: (first: FirstRows, audit: AuditDraft) => seed(engine, first, audit),
    /** Resolves while rows can be written durably. @throws {Failure} STORAGE_FAILED */
    async checkHealth() {
      await requireNoTransfer(engine)
      await engine.checkHealth()
    },
  }
}

/** Implements `SiteDatabase.seed`: if several processes start together, one of them writes the rows. */
function seed({ write }: SqlEngine, first: FirstRows, audit: AuditDraft): Promise<boolean> {
  return write(async (sql) => {
    await lockAdministration(sql)
    await requireNoTransfer({ read: sql })
    if (await hasUsers(sql)) return false
    await insertUser(sql, first.user, audit)
    await insertThing(sql, category, first.category)
    await insertKey(sql, first.key, { endsUnlessUsed: true })
    for (const one of first.charsets) await insertThing(sql, charset, one)
    for (const one of first.presets) await insertThing(sql, preset, one)
    await raiseRevision(sql)
    await writeAudit(sql, audit)
    return true
  })
}
