import { parseSymbols } from '@pictoglyph/codec/charset'
import { CodecError } from '@pictoglyph/codec/failure'
import {
  type AlgorithmType,
  algorithmTypes,
  isAlgorithmType,
  schemeOf,
  variantOf,
} from '@pictoglyph/codec/scheme'
import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Actor } from '../language/records.ts'
import { maxNameCharacters, readName } from '../language/text-field.ts'
import type { SitePorts } from '../site-ports.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

const idShape = /^[a-z0-9][a-z0-9_-]{0,39}$/

/**
 * Adds an enabled character set.
 * @throws {Failure} BAD_REQUEST for unsuitable symbols, CONFLICT if the id is taken, or the four symbols by an enabled set
 */
export async function addCharset(
  site: Site,
  actor: Actor,
  input: { id: string; name: string; symbols: string },
): Promise<void> {
  const id = readId(input.id)
  const name = readName(input.name, { least: 1, most: maxNameCharacters.cipherPart })
  const symbols = readSymbols(input.symbols)
  const after = { name, symbols: symbols.join('') }
  await site.database.charsets.add(
    { id, name, symbols, enabled: true, isDefault: false },
    auditDraft(actor, site.clock(), { action: 'charset.add', subject: id, after }),
  )
}

/** The four symbols of a set, from a text of exactly these four. @throws {Failure} BAD_REQUEST */
export function readSymbols(text: string): readonly [string, string, string, string] {
  return codecAnswer('symbols', () => parseSymbols(text))
}

/** Turns the codec's refusal of an input field into a BAD_REQUEST with the codec's message. */
function codecAnswer<T>(field: string, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const { template, values } = error
    throw badField(field, { template, values })
  }
}

/**
 * Adds an enabled preset of one of the six types.
 * @throws {Failure} BAD_REQUEST for an unknown type or variant, CONFLICT if the id is taken
 */
export async function addPreset(
  site: Site,
  actor: Actor,
  input: { id: string; name: string; type: string; variant?: string },
): Promise<void> {
  const id = readId(input.id)
  const name = readName(input.name, { least: 1, most: maxNameCharacters.cipherPart })
  const { type, variant } = readScheme(input.type, input.variant)
  const after = { name, type, variant }
  await site.database.presets.add(
    { id, name, type, variant, enabled: true, isDefault: false },
    auditDraft(actor, site.clock(), { action: 'preset.add', subject: id, after }),
  )
}

function readScheme(typeText: string, variantText?: string): { type: AlgorithmType; variant: string } {
  const type = typeText.toUpperCase()
  if (!isAlgorithmType(type)) {
    const known = algorithmTypes.join(', ')
    throw badField('type', message('There is no type "{type}". Known: {known}.', { type: typeText, known }))
  }
  return { type, variant: variantOf(codecAnswer('variant', () => schemeOf(type, variantText))) }
}

/** A character set or a preset. */
export type CipherPart = 'charset' | 'preset'

/** @throws {Failure} NOT_FOUND; CONFLICT for disabling the default, or enabling a second set with the same symbols */
export async function setCipherPartEnabled(
  site: Site,
  actor: Actor,
  part: CipherPart,
  id: string,
  enabled: boolean,
): Promise<void> {
  const action = `${part}.${enabled ? 'enable' : 'disable'}` as const
  const store = storeOf(site, part)
  const before = (await store.list()).find((one) => one.id === id)
  const change: AuditChange = {
    action,
    subject: id,
    before: before && { enabled: before.enabled },
    after: { enabled },
  }
  await store.setEnabled(id, enabled, auditDraft(actor, site.clock(), change))
}

/**
 * Makes a set or preset the default and enables it.
 * @throws {Failure} NOT_FOUND; CONFLICT if two sets with the same symbols would be enabled
 */
export async function setCipherPartDefault(
  site: Site,
  actor: Actor,
  part: CipherPart,
  id: string,
): Promise<void> {
  const store = storeOf(site, part)
  const before = (await store.list()).find((one) => one.isDefault)?.id ?? null
  const change: AuditChange = {
    action: `${part}.default`,
    subject: id,
    before: { id: before },
    after: { id },
  }
  await store.setDefault(id, auditDraft(actor, site.clock(), change))
}

function storeOf(
  site: Site,
  part: CipherPart,
): Pick<Site['database']['charsets' | 'presets'], 'list' | 'setEnabled' | 'setDefault'> {
  return part === 'charset' ? site.database.charsets : site.database.presets
}

function readId(text: string): string {
  if (idShape.test(text)) return text
  const reason = message(
    'An id has 1 to 40 characters of a-z, 0-9, "_" and "-", and begins with a letter or digit.',
  )
  throw badField('id', reason)
}
