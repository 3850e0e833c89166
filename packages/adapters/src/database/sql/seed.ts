import type { AuditDraft, FirstRows } from '@pictoglyph/core'
import { writeAudit } from './audit.ts'
import { lockAdministration, raiseRevision } from './audited-transaction.ts'
import { insertCategory } from './categories.ts'
import { insertCharset } from './charsets.ts'
import type { SqlEngine } from './engine.ts'
import { insertKey } from './keys.ts'
import { insertPreset } from './presets.ts'
import { requireNoTransfer } from './transfer-lock.ts'
import { hasUsers, insertUser } from './users.ts'

/** `SiteDatabase.seed`: of several processes that start together, one writes the rows. */
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
