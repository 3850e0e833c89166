import { byteLength } from '../byte-spans.ts'
import { isColourProfile, maxProfile, strippedProfile } from '../colour-profile.ts'
import type { ByteSpan } from '../facts.ts'
import { colourTableLength, createSubBlockScan, paddingScan } from '../inspect/gif.ts'
import { latin1 } from '../numbers.ts'
import { mentionsPlace, namesPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor, type MediaSource, type SourceCursor } from './source.ts'
import type { Stripping } from './stripping.ts'

const block = { image: 0x2c, extension: 0x21, trailer: 0x3b }
const extension = { plainText: 0x01, graphicControl: 0xf9, comment: 0xfe, application: 0xff }
const loopExtensions = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** The mode `location` removes longer text unread. */
const longestText = 1_048_576
/** Bytes of a loop extension and of a graphic control. A longer one contains other data. */
const loopLength = 19
const controlLength = 8
const colourProfile = 'ICCRGBG1012'
const kindOfApplication: Record<string, RemovedKind> = {
  'XMP DataXMP': 'xmp',
  MGK8BIM0000: 'iptc',
  MGKIPTC0000: 'iptc',
}
/** Kinds of readable text. Other kinds may contain a place in a private form. */
const readableKinds = new Set<RemovedKind>(['comment', 'text', 'xmp'])

/** An extension whose last occurrence counts, up to its `length`. */
interface Setting extends ByteSpan {
  length: number
}

interface Settings {
  /** The graphic control of the next frame. */
  control: Setting | undefined
  loop: Setting | undefined
  hasProfile: boolean
}

/**
 * Removes comments, text and application extensions from a GIF, except its loop and colour profile. Of these and of
 * graphic controls, it removes the bytes that decoders ignore.
 */
export function* stripGif(stripping: Stripping): Reading<void> {
  const { source, edits, end } = stripping
  const cursor = createSourceCursor(source)
  const screen = cursor.take(13)
  cursor.offset += colourTableLength(screen[10]!)
  const settings: Settings = { control: undefined, loop: undefined, hasProfile: false }
  for (;;) {
    yield
    if (cursor.offset === end) break
    yield* cursor.find(paddingScan)
    const from = cursor.offset
    const introducer = cursor.take(1)[0]!
    if (introducer === block.trailer) break
    if (introducer === block.image) {
      const descriptor = cursor.take(9)
      cursor.offset += colourTableLength(descriptor[8]!) + 1
      yield* cursor.find(createSubBlockScan())
      keep(settings.control)
      settings.control = undefined
    } else yield* stripExtension(stripping, cursor, { from, settings })
  }
  if (settings.control) edits.remove('application', settings.control.from, settings.control.to)
  keep(settings.loop)

  /** Removes all but the setting's first sub-block. */
  function keep(setting: Setting | undefined): void {
    if (setting) edits.remove('application', setting.from + setting.length - 1, setting.to - 1)
  }
}

function* stripExtension(
  stripping: Stripping,
  cursor: SourceCursor,
  { from, settings }: { from: number; settings: Settings },
): Reading<void> {
  const { source, edits, mode } = stripping
  const label = cursor.take(1)[0]!
  const body = cursor.offset
  yield* cursor.find(createSubBlockScan())
  const to = cursor.offset
  const head = source.read(body, Math.min(16, to - body))
  const name = label === extension.application ? applicationName(head) : ''
  if (label === extension.graphicControl && head[0] === 4) {
    settings.control = replaced(settings.control, controlLength)
  } else if (loopExtensions.has(name) && head[12] === 3 && head[13] === 1) {
    settings.loop = replaced(settings.loop, loopLength)
  } else if (name === colourProfile && !settings.hasProfile && to - body <= maxProfile) {
    settings.hasProfile = stripProfile(stripping, { from, blocks: body + name.length + 1, to })
  } else {
    const kind = kindOf(label, name)
    if (mode === 'location' && readableKinds.has(kind) && !(yield* textHasPlace(source, body, to))) return
    edits.remove(kind, from, to)
  }

  function replaced(before: Setting | undefined, length: number): Setting {
    if (before) edits.remove('application', before.from, before.to)
    return { from, to, length }
  }
}

/**
 * Whether text from `body` to `to` names a place, even if block lengths interrupt the name. XMP has no block lengths,
 * so the text is read both ways.
 */
function* textHasPlace(source: MediaSource, body: number, to: number): Reading<boolean> {
  if (to - body > longestText || (yield* mentionsPlace(source, body, to))) return true
  const blocks = source.read(body, to - body)
  const text = new Uint8Array(blocks.length)
  let length = 0
  for (const { from, to } of subBlocksOf(blocks)) {
    text.set(blocks.subarray(from, to), length)
    length += to - from
  }
  return namesPlace(text.subarray(0, length))
}

/** Strips a profile, which keeps its length and blocks. Removes invalid profiles. Returns whether it was valid. */
function stripProfile(
  { source, edits, mode }: Stripping,
  { from, blocks: at, to }: { from: number; blocks: number; to: number },
): boolean {
  const blocks = source.read(at, to - at).slice()
  const places = [...subBlocksOf(blocks)]
  const profile = new Uint8Array(byteLength(places))
  let length = 0
  for (const place of places) {
    profile.set(blocks.subarray(place.from, place.to), length)
    length += place.to - place.from
  }
  if (!isColourProfile(profile, profile.length)) {
    edits.remove('application', from, to)
    return false
  }
  const stripped = strippedProfile(profile, mode)
  if (!stripped) return true
  length = 0
  for (const place of places) {
    blocks.set(stripped.profile.subarray(length, length + place.to - place.from), place.from)
    length += place.to - place.from
  }
  edits.report({ kind: 'application', bytes: stripped.removedBytes })
  edits.replace(at, to, blocks)
  return true
}

/** Positions of the data in a chain of sub-blocks. */
function* subBlocksOf(blocks: Uint8Array): Generator<ByteSpan> {
  for (let at = 0; at < blocks.length; ) {
    const to = Math.min(at + 1 + blocks[at]!, blocks.length)
    yield { from: at + 1, to }
    at = to
  }
}

function applicationName(head: Uint8Array): string {
  return head[0] === 11 ? latin1(head, 1, Math.min(head.length, 12)) : ''
}

function kindOf(label: number, name: string): RemovedKind {
  if (label === extension.comment) return 'comment'
  if (label === extension.plainText) return 'text'
  return kindOfApplication[name] ?? 'application'
}
