import type { SiteDatabase } from '@pictoglyph/core'
import { createAccessStore } from './access.ts'
import { createAlbumStore } from './albums.ts'
import { createAuditStore } from './audit.ts'
import { createBlobLedger } from './blobs.ts'
import { createCategoryStore } from './categories.ts'
import { createCharsetStore } from './charsets.ts'
import type { SqlEngine } from './engine.ts'
import { createImageStore } from './images.ts'
import { createKeyStore } from './keys.ts'
import { createLeaseStore } from './leases.ts'
import { createPresetStore } from './presets.ts'
import { createRenditionStore } from './renditions.ts'
import { createRepairStore } from './repairs.ts'
import { integer } from './rows.ts'
import { seed } from './seed.ts'
import { createSessionStore } from './sessions.ts'
import { createSettingsStore } from './settings.ts'
import { requireNoTransfer } from './transfer-lock.ts'
import { createUserStore } from './users.ts'

/** The site's rows over an engine whose schema is up to date. `clock` gives the time in milliseconds. */
export function createSqlDatabase(engine: SqlEngine, clock: () => number): SiteDatabase {
  return {
    users: createUserStore(engine),
    keys: createKeyStore(engine),
    categories: createCategoryStore(engine),
    albums: createAlbumStore(engine),
    images: createImageStore(engine, clock),
    blobs: createBlobLedger(engine, clock),
    renditions: createRenditionStore(engine, clock),
    leases: createLeaseStore(engine, clock),
    repairs: createRepairStore(engine, clock),
    settings: createSettingsStore(engine),
    access: createAccessStore(engine),
    charsets: createCharsetStore(engine),
    presets: createPresetStore(engine),
    sessions: createSessionStore(engine),
    audit: createAuditStore(engine),
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
    checkWhole: () => engine.checkWhole(),
    close: () => engine.close(),
  }
}
