import { type CharsetIndex, createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { type ClassicEncoder, createClassicEncoder } from '@pictoglyph/codec/classic-encoder'
import type { Detection } from '@pictoglyph/codec/detect'
import type { PreparedCharset } from '@pictoglyph/codec/prepared-charset'
import { needsKey, type Scheme, schemeOf, variantOf } from '@pictoglyph/codec/scheme'
import type { Charset } from '@pictoglyph/site/ciphers/charset'
import type { Preset } from '@pictoglyph/site/ciphers/preset'
import { badRequest } from '@pictoglyph/site/language/failure'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type Message, message } from '@pictoglyph/site/language/message'
import type { SiteSnapshot } from '@pictoglyph/site/snapshot'
import { type KeptBody, keepBody } from '@pictoglyph/web/kept-answer'

/** A preset, with its scheme. */
export interface OfferedPreset extends Preset {
  readonly scheme: Scheme
  /** The preset in an `encrypt` answer, as JSON without braces. */
  readonly factsJson: string
}

/** A character set, with its classic encoder. */
export interface OfferedCharset {
  readonly charset: PreparedCharset
  readonly classicEncoder: ClassicEncoder
  /** The set in an `encrypt` answer, as JSON without braces. */
  readonly factsJson: string
}

/** The enabled character sets and presets of one snapshot, ready for use. */
export interface CipherOptions {
  readonly charsets: CharsetIndex
  /** The body of an `options` answer. */
  readonly optionsBody: KeptBody
  /** The `data` of an `options` answer. */
  readonly offersJson: string
  /** The variant of each preset, for which `options` has no field. */
  readonly variants: Readonly<Record<string, string>>
  /** The enabled sets and presets in the site's order. */
  readonly offered: { readonly charsets: readonly Charset[]; readonly presets: readonly Preset[] }
  /** @throws {Failure} BAD_REQUEST, which names a disabled or unknown set */
  requireCharset(id: string): OfferedCharset
  /** @throws {Failure} BAD_REQUEST, which names a disabled or unknown preset */
  requirePreset(id: string): OfferedPreset
  /** The algorithm's name for people: the name of a preset that makes such ciphers, or the type. */
  algorithmName(detection: Detection): string
}

/** Cached per snapshot; rebuilt when the settings change. */
export function createCipherOptionsSource(snapshot: () => SiteSnapshot): () => CipherOptions {
  const optionsOf = memoizeLast(createCipherOptions)
  return () => optionsOf(snapshot())
}

function createCipherOptions(site: SiteSnapshot): CipherOptions {
  const charsets = site.charsets.filter(({ enabled }) => enabled)
  const index = createCharsetIndex(charsets)
  const presets = site.presets
    .filter(({ enabled }) => enabled)
    .map((preset): OfferedPreset => {
      const { type, variant, name } = preset
      const factsJson = innerJson({ algoType: type, algoName: name })
      return { ...preset, scheme: schemeOf(type, variant), factsJson }
    })
  const charsetOf = new Map(
    index.charsets.map((charset): [string, OfferedCharset] => [
      charset.id,
      {
        charset,
        classicEncoder: createClassicEncoder(charset),
        factsJson: innerJson({ charsetName: charset.name }),
      },
    ]),
  )
  const presetOf = new Map(presets.map((preset) => [preset.id, preset]))

  const offersJson = offersOf(charsets, presets)

  return {
    charsets: index,
    optionsBody: keepBody(`{"ok":true,"data":${offersJson}}`),
    offersJson,
    variants: Object.fromEntries(presets.map(({ id, variant }) => [id, variant])),
    offered: { charsets, presets },
    requireCharset(id) {
      return charsetOf.get(id) ?? refuse('charsetId', message('character set'), id, site.charsets)
    },
    requirePreset(id) {
      return presetOf.get(id) ?? refuse('algorithmId', message('algorithm preset'), id, site.presets)
    },
    algorithmName({ type, scheme }) {
      const variant = variantOf(scheme)
      return presets.find((preset) => preset.type === type && preset.variant === variant)?.name ?? type
    },
  }
}

const innerJson = (facts: object): string => JSON.stringify(facts).slice(1, -1)

function offersOf(charsets: readonly Charset[], presets: readonly OfferedPreset[]): string {
  const data = {
    charsets: charsets.map(({ id, name, symbols: [c0, c1, c2, c3], isDefault }) => {
      return { id, name, c0, c1, c2, c3, isDefault }
    }),
    algorithms: presets.map(({ id, name, type, isDefault }) => {
      return { id, name, type, isDefault, needKey: needsKey(type) }
    }),
  }
  return JSON.stringify(data)
}

/** The enabled ids, as many as fit into a sentence. */
function namesOf(all: readonly Offered[]): string {
  const ids = all.filter(({ enabled }) => enabled).map(({ id }) => id)
  return ids.length > maxNames ? `${ids.slice(0, maxNames).join(', ')}, …` : ids.join(', ')
}

const maxNames = 20

type Offered = { id: string; enabled: boolean }

/** Limit of an id in code points. */
const maxShownId = 40

/** Shortens a client's id for a message, with U+FFFD for each lone surrogate. */
function shownId(id: string): string {
  // One code point more than the limit has at most two units each.
  const codePoints = Array.from(id.slice(0, 2 * maxShownId + 2))
  const shown = codePoints.length > maxShownId ? `${codePoints.slice(0, maxShownId).join('')}…` : id
  return shown.toWellFormed()
}

function refuse(field: string, what: Message, id: string, all: readonly Offered[]): never {
  const values = { field, what, id: shownId(id) }
  const reason = all.some((one) => one.id === id)
    ? message('"{field}": the {what} "{id}" is disabled.', values)
    : message('"{field}": there is no {what} "{id}". There are: {known}.', { ...values, known: namesOf(all) })
  throw badRequest(reason)
}
