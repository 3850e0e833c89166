import type { SettingsStore } from '@pictoglyph/core'
import { withAuditedSnapshotChange } from './audit.ts'
import { type SqlEngine, text } from './engine.ts'

/** `SettingsStore` over an engine. */
export function createSettingsStore(engine: SqlEngine): SettingsStore {
  const setAll: SettingsStore['setAll'] = (changes) => {
    const audits = changes.map(({ audit }) => audit)
    return withAuditedSnapshotChange(engine, audits, async (sql) => {
      for (const { key, value } of changes) {
        await sql.run(
          `INSERT INTO settings (key, value) VALUES (?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          key,
          value,
        )
      }
    })
  }

  return {
    async all() {
      const rows = await engine.read.all('SELECT key, value FROM settings')
      return new Map(rows.map((row) => [text(row, 'key'), text(row, 'value')]))
    },
    set: (key, value, audit) => setAll([{ key, value, audit }]),
    setAll,
    async claim(name, value) {
      const claimed = await engine.write((sql) =>
        sql.run('INSERT INTO site_facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', name, value),
      )
      return claimed === 1
    },
    async note(name, value) {
      await engine.write((sql) =>
        sql.run(
          `INSERT INTO site_facts (name, value) VALUES (?, ?)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          name,
          value,
        ),
      )
    },
    async noted(name) {
      const row = await engine.read.get('SELECT value FROM site_facts WHERE name = ?', name)
      return row && text(row, 'value')
    },
  }
}
