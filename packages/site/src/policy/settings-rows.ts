import { keepAnAdministrator } from '../accounts/administrator-rows.ts'
import { lockAdministration, raiseRevision, writeAudit } from '../audit/audit-rows.ts'
import type { AuditDraft } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { type Sql, type SqlReader, text } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'

/** A change of one policy value. */
interface SettingChange {
  key: string
  value: string
  audit: AuditDraft
}

/** Policies and facts of the site itself. */
export const settingsStore = {
  walks: ({ read }) => ({
    /** Policy values as operators wrote them, by key. */
    async all() {
      return settingsIn(read)
    },
    /** Reads a fact written by `note` or `claim`. */
    async noted(name: string) {
      const row = await read.get('SELECT value FROM site_facts WHERE name = ?', name)
      return row && text(row, 'value')
    },
  }),
  changes: ({ write }) => ({
    /**
     * Sets all values or none.
     * @param decidedOn the settings on which the changes are based
     * @returns false, without writing, if one of these has changed since
     * @throws {Failure} CONFLICT as {@link keepAnAdministrator}
     */
    setAll(changes: readonly SettingChange[], decidedOn?: ReadonlyMap<string, string>): Promise<boolean> {
      return write(async (sql) => {
        await lockAdministration(sql)
        if (decidedOn !== undefined && !(await areAsRead(sql, changes, decidedOn))) return false
        const audits = changes.map(({ audit }) => audit)
        await keepAnAdministrator(sql, audits, async () => {
          for (const { key, value } of changes) {
            await sql.run(
              ...insertion(
                'settings',
                { key, value },
                'ON CONFLICT (key) DO UPDATE SET value = excluded.value',
              ),
            )
          }
        })
        for (const audit of audits) await writeAudit(sql, audit)
        await raiseRevision(sql)
        return true
      })
    },
    /** Records a one-time fact of the site, such as "set up"; false if it is already recorded. */
    async claim(name: string, value: string) {
      const claimed = await write((sql) =>
        sql.run(...insertion('site_facts', { name, value }, 'ON CONFLICT DO NOTHING')),
      )
      return claimed === 1
    },
    /** Records a fact of the site in place of an earlier one. It does not affect requests, so the revision stays. */
    async note(name: string, value: string) {
      await write((sql) =>
        sql.run(
          ...insertion(
            'site_facts',
            { name, value },
            'ON CONFLICT (name) DO UPDATE SET value = excluded.value',
          ),
        ),
      )
    },
  }),
} satisfies StoreDefinition

async function settingsIn(sql: SqlReader): Promise<Map<string, string>> {
  const rows = await sql.all('SELECT key, value FROM settings')
  return new Map(rows.map((row) => [text(row, 'key'), text(row, 'value')]))
}

async function areAsRead(
  sql: Sql,
  changes: readonly SettingChange[],
  read: ReadonlyMap<string, string>,
): Promise<boolean> {
  const present = await settingsIn(sql)
  return changes.every(({ key }) => present.get(key) === read.get(key))
}
