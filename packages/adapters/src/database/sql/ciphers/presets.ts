import { algorithmTypes } from '@pictoglyph/codec'
import { alreadyTaken, message, type Preset, type PresetStore } from '@pictoglyph/core'
import { withAuditedSnapshotChange } from '../audit.ts'
import { flag, integer, oneOf, type Sql, type SqlEngine, type SqlRow, text } from '../engine.ts'
import { nextPosition } from '../positions.ts'
import { clearDefault, type DefaultedTable, enable, makeDefault } from './defaults.ts'

const presets: DefaultedTable = { table: 'presets', noun: message('preset') }

/** `PresetStore` over an engine. */
export function createPresetStore(engine: SqlEngine): PresetStore {
  return {
    async list() {
      const rows = await engine.read.all('SELECT * FROM presets ORDER BY position, id')
      return rows.map(readPreset)
    },
    add: (preset, audit) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        if (await sql.get('SELECT id FROM presets WHERE id = ?', preset.id)) {
          throw alreadyTaken('id', message('A preset "{id}" exists already.', { id: preset.id }))
        }
        const position = await nextPosition(sql, presets)
        if (preset.isDefault) await clearDefault(sql, presets)
        await insertPreset(sql, { ...preset, enabled: preset.enabled || preset.isDefault, position })
      }),
    setEnabled: (id, enabled, audit) =>
      withAuditedSnapshotChange(engine, audit, (sql) => enable(sql, presets, id, enabled)),
    setDefault: (id, audit) =>
      withAuditedSnapshotChange(engine, audit, (sql) => makeDefault(sql, presets, id)),
  }
}

/** Expects that the id is not taken. */
export async function insertPreset(sql: Sql, preset: Preset): Promise<void> {
  await sql.run(
    `INSERT INTO presets (id, name, type, variant, enabled, is_default, position)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    preset.id,
    preset.name,
    preset.type,
    preset.variant,
    preset.enabled ? 1 : 0,
    preset.isDefault ? 1 : 0,
    preset.position,
  )
}

function readPreset(row: SqlRow): Preset {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: oneOf(row, 'type', algorithmTypes),
    variant: text(row, 'variant'),
    enabled: flag(row, 'enabled'),
    isDefault: flag(row, 'is_default'),
    position: integer(row, 'position'),
  }
}
