import { algorithmTypes, variantsOf } from '@pictoglyph/codec/scheme'
import { withAuditedSnapshotChange } from '../audit/audit-rows.ts'
import { alreadyTaken, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft, Preset } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { flag, integer, type Sql, type SqlRow, text } from '../rows/engine.ts'
import { nextPosition } from '../rows/positions.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { clearDefault, type DefaultedTable, enable, makeDefault, requireReadable } from './default-rows.ts'

const presets: DefaultedTable = { table: 'presets', noun: message('preset') }

/** Presets, in order. */
export const presetStore = {
  walks: ({ read }) => ({
    async list() {
      const rows = await read.all('SELECT * FROM presets ORDER BY position, id')
      return rows.map(readPreset)
    },
  }),
  changes: (engine) => ({
    /** As for character sets. @throws {Failure} CONFLICT if the id is taken */
    add: (preset: Omit<Preset, 'position'>, audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        if (await sql.get('SELECT id FROM presets WHERE id = ?', preset.id)) {
          throw alreadyTaken('id', message('A preset "{id}" exists already.', { id: preset.id }))
        }
        const position = await nextPosition(sql, presets)
        if (preset.isDefault) await clearDefault(sql, presets)
        await insertPreset(sql, { ...preset, enabled: preset.enabled || preset.isDefault, position })
      }),
    setEnabled: (id: string, enabled: boolean, audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        if (enabled) await requireKnown(sql, id)
        await enable(sql, presets, id, enabled)
      }),
    setDefault: (id: string, audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        await requireKnown(sql, id)
        await makeDefault(sql, presets, id)
      }),
  }),
} satisfies StoreDefinition

/** Expects that the id is not taken. */
export async function insertPreset(sql: Sql, preset: Preset): Promise<void> {
  await sql.run(
    ...insertion('presets', {
      id: preset.id,
      name: preset.name,
      type: preset.type,
      variant: preset.variant,
      enabled: preset.enabled ? 1 : 0,
      is_default: preset.isDefault ? 1 : 0,
      position: preset.position,
    }),
  )
}

function readPreset(row: SqlRow): Preset {
  const [stored, variant] = [text(row, 'type'), text(row, 'variant')]
  const type = algorithmTypes.find((known) => known === stored)
  const isKnown = type !== undefined && variantsOf[type].includes(variant)
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    type: type ?? 'RAW',
    variant,
    ...(!isKnown && { unreadable: `${stored} ${variant}` }),
    enabled: flag(row, 'enabled'),
    isDefault: flag(row, 'is_default'),
    position: integer(row, 'position'),
  }
}

/** @throws {Failure} NOT_FOUND; CONFLICT for one whose algorithm this version does not have */
async function requireKnown(sql: Sql, id: string): Promise<void> {
  const row = await sql.get('SELECT * FROM presets WHERE id = ?', id)
  if (!row) throw notFound(message('The {noun} "{id}"', { noun: presets.noun, id }))
  requireReadable(readPreset(row), presets)
}
