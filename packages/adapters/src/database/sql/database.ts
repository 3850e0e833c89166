import type { AuditDraft, FirstRows, SiteDatabase } from '@pictoglyph/core'
import { createAccessStore } from './access.ts'
import { createAlbumStore } from './albums.ts'
import { createAuditStore, lockAdministration, raiseRevision, writeAudit } from './audit.ts'
import { createBlobReferences } from './blobs/blob-references.ts'
import { createRenditionStore } from './blobs/renditions.ts'
import { createRepairStore } from './blobs/repairs.ts'
import { createCategoryStore, insertCategory } from './categories.ts'
import { createCharsetStore, insertCharset } from './ciphers/charsets.ts'
import { createPresetStore, insertPreset } from './ciphers/presets.ts'
import { integer, type SqlEngine } from './engine.ts'
import { createFactorStore } from './factors.ts'
import { createImageStore } from './images/image-store.ts'
import { createSearchStore } from './images/search-index.ts'
import { createKeyStore, insertKey } from './keys.ts'
import { createLeaseStore } from './leases.ts'
import { createLinkStore } from './links.ts'
import { createSessionStore } from './sessions.ts'
import { createSettingsStore } from './settings.ts'
import { createTrafficStore } from './traffic.ts'
import { requireNoTransfer } from './transfer/transfer-lock.ts'
import { createUserStore, hasUsers, insertUser } from './users.ts'

/** The site's rows over an engine whose schema is up to date. `clock` gives the time in milliseconds. */
export function createSqlDatabase(engine: SqlEngine, clock: () => number): SiteDatabase {
  return {
    users: createUserStore(engine),
    keys: createKeyStore(engine),
    categories: createCategoryStore(engine),
    albums: createAlbumStore(engine, clock),
    images: createImageStore(engine, clock),
    links: createLinkStore(engine, clock),
    blobs: createBlobReferences(engine, clock),
    renditions: createRenditionStore(engine, clock),
    leases: createLeaseStore(engine, clock),
    repairs: createRepairStore(engine, clock),
    search: createSearchStore(engine),
    settings: createSettingsStore(engine),
    access: createAccessStore(engine),
    charsets: createCharsetStore(engine),
    presets: createPresetStore(engine),
    sessions: createSessionStore(engine),
    factors: createFactorStore(engine),
    audit: createAuditStore(engine),
    traffic: createTrafficStore(engine),
    async revision() {
      const row = await engine.read.get('SELECT value FROM site_revision WHERE id = 1')
      if (!row) throw new TypeError('the revision row is missing')
      return integer(row, 'value')
    },
    changeCount: () => engine.changeCount?.(),
    seed: (first, audit) => seed(engine, first, audit),
    async checkHealth() {
      await requireNoTransfer(engine)
      await engine.checkHealth()
    },
    checkIntegrity: () => engine.checkIntegrity(),
    askedBy: (_, work) => work(),
    close: () => engine.close(),
  }
}

/** `SiteDatabase.seed`: if several processes start together, one of them writes the rows. */
export function seed({ write }: SqlEngine, first: FirstRows, audit: AuditDraft): Promise<boolean> {
  return write(async (sql) => {
    await lockAdministration(sql)
    await requireNoTransfer({ read: sql })
    if (await hasUsers(sql)) return false
    await insertUser(sql, first.user)
    await insertCategory(sql, first.category)
    await insertKey(sql, first.key)
    for (const charset of first.charsets) await insertCharset(sql, charset)
    for (const preset of first.presets) await insertPreset(sql, preset)
    await raiseRevision(sql)
    await writeAudit(sql, audit)
    return true
  })
}
