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
 * The site's rows. Every method is one atomic operation: it happens as a whole or not at all, it is durable when it
 * resolves, and it is visible to every later read of every replica. A method that changes something takes the audit
 * entry, which is written in the same transaction.
 *
 * Reads that find nothing resolve to `undefined`. Changes to missing things throw NOT_FOUND. Taken names throw
 * CONFLICT: those of users and categories, and those of albums within their owner, in any case. A text with a NUL
 * character is BAD_REQUEST. An unreachable or failing engine, and a commit whose outcome is unknown, throw
 * STORAGE_FAILED.
 */
export type SiteDatabase = ReturnType<typeof createSqlDatabase>

/**
 * The site's rows over an engine whose schema is up to date. `clock` gives the time in milliseconds.
 * @param elsewhere runs the reads, or the changes, of all stores
 */
export function createSqlDatabase(engine: SqlEngine, clock: () => number, elsewhere: Elsewhere = {}) {
  return {
    ...createStores(engine, clock, elsewhere),
    /**
     * Grows with every change of settings, access lists, charsets or presets, in the same transaction, so
     * that a replica sees cheaply whether its snapshot is old.
     */
    async revision() {
      const row = await engine.read.get('SELECT value FROM site_revision WHERE id = 1')
      if (!row) throw new TypeError('the revision row is missing')
      return integer(row, 'value')
    },
    /**
     * A number that differs once any process has committed a change, before the change is acknowledged. Asking costs no
     * system call. New images do not count, because they change nothing that was found before. Undefined if the engine
     * can't tell.
     */
    changeCount: () => engine.changeCount?.(),
    /**
     * Resolves if the database is undamaged, as far as it can tell; it reads all rows.
     * @throws {Failure} STORAGE_FAILED with the damage as its cause
     */
    checkIntegrity: () => engine.checkIntegrity(),
    /**
     * Reads that `work` begins belong to this asker. Of lists and searches, which may look at many rows, a server runs
     * one at a time for each asker, and stops one that takes two seconds.
     * @throws {Failure} OVERLOADED or BAD_REQUEST, from such a read
     */
    askedBy: <T>(_: string, work: () => Promise<T>) => work(),
    close: () => engine.close(),
    /** Writes the first rows of a new site, all or none; false, without writing, if it has users. */
    seed: (first: FirstRows, audit: AuditDraft) => seed(engine, first, audit),
    /** Resolves while rows can be written durably. @throws {Failure} STORAGE_FAILED */
    async checkHealth() {
      await requireNoTransfer(engine)
      await engine.checkHealth()
    },
  }
}

/** `SiteDatabase.seed`: if several processes start together, one of them writes the rows. */
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
