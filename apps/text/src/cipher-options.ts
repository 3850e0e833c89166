import {
  type CharsetIndex,
  type ClassicEncoder,
  createCharsetIndex,
  createClassicEncoder,
  type Detection,
  needsKey,
  type PreparedCharset,
  type Scheme,
  schemeOf,
  variantOf,
} from '@pictoglyph/codec'
import type { Charset } from '@pictoglyph/site/ciphers/charset'
import type { Preset } from '@pictoglyph/site/ciphers/preset'
import { badRequest } from '@pictoglyph/site/language/failure'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type Message, message } from '@pictoglyph/site/language/message'
import type { SiteSnapshot } from '@pictoglyph/site/snapshot'
import { type KeptBody, keepBody } from '@pictoglyph/web/kept-answer'

/** A preset with the scheme that it names. */
export interface OfferedPreset extends Preset {
  readonly scheme: Scheme
  /** What an `encrypt` answer says of it, as JSON without braces. */
  readonly factsJson: string
}

/** A character set with what writes the classic encoding in it. */
export interface OfferedCharset {
  readonly charset: PreparedCharset
  readonly classicEncoder: ClassicEncoder
  /** What an `encrypt` answer says of it, as JSON without braces. */
  readonly factsJson: string
}

/** The enabled character sets and presets of one snapshot, ready for use. */
export interface CipherOptions {
  readonly charsets: CharsetIndex
  /** The body of an `options` answer. */
  readonly optionsBody: KeptBody
  /** Its data. */
  readonly offersJson: string
  /** For each preset the variant of its type, which `options` has no field for. */
  readonly variants: Readonly<Record<string, string>>
  /** The enabled sets and presets, in the order of the site. */
  readonly offered: { readonly charsets: readonly Charset[]; readonly presets: readonly Preset[] }
  /** @throws {Failure} BAD_REQUEST */
  requireCharset(id: string): OfferedCharset
  /** @throws {Failure} BAD_REQUEST */
  requirePreset(id: string): OfferedPreset
  /** What a person calls the algorithm of a cipher: the name of a preset that makes such ciphers, or the type. */
  algorithmName(detection: Detection): string
}

/** The options of the current snapshot, made again when that has been replaced. */
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

/** The ids that are enabled, as many as a sentence may have. */
function namesOf(all: readonly Offered[]): string {
  const ids = all.filter(({ enabled }) => enabled).map(({ id }) => id)
  return ids.length > maxNames ? `${ids.slice(0, maxNames).join(', ')}, …` : ids.join(', ')
}

const maxNames = 20

type Offered = { id: string; enabled: boolean }

/** In code points. */
const maxShownId = 40

/** A client's id for a message: its first code points, with U+FFFD for each half of a surrogate pair. */
function shownId(id: string): string {
  // One code point more than is shown has at most two units each.
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
