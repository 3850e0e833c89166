import { byteLength } from '../byte-spans.ts'
import { maxProfile, withoutMonitor } from '../colour-profile.ts'
import type { ByteSpan } from '../facts.ts'
import { colourTableLength, createSubBlockScan, paddingScan } from '../inspect/gif.ts'
import { latin1 } from '../numbers.ts'
import { mentionsPlace, namesPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor, type MediaSource, type SourceCursor } from './source.ts'
import type { Stripping } from './strip.ts'

const block = { image: 0x2c, extension: 0x21, trailer: 0x3b }
const extension = { plainText: 0x01, graphicControl: 0xf9, comment: 0xfe, application: 0xff }
const loopExtensions = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** Longer text isn't read, and goes with the places. */
const longestText = 1_048_576
/** Bytes of a loop extension; a longer one contains something else. */
const loopLength = 19
const colourProfile = 'ICCRGBG1012'
const kindOfApplication: Record<string, RemovedKind> = {
  'XMP DataXMP': 'xmp',
  MGK8BIM0000: 'iptc',
  MGKIPTC0000: 'iptc',
}
/** Readable text; all other kinds may hold a place in a private form. */
const readableKinds = new Set<RemovedKind>(['comment', 'text', 'xmp'])

/** Removes comments, text and application extensions from a GIF, except its loop and colour profile. */
export function* stripGif(stripping: Stripping): Reading<void> {
  const { source, end } = stripping
  const cursor = createSourceCursor(source)
  const screen = cursor.take(13)
  cursor.offset += colourTableLength(screen[10]!)
  for (;;) {
    yield
    if (cursor.offset === end) return
    yield* cursor.find(paddingScan)
    const from = cursor.offset
    const introducer = cursor.take(1)[0]!
    if (introducer === block.trailer) return
    if (introducer === block.image) {
      const descriptor = cursor.take(9)
      cursor.offset += colourTableLength(descriptor[8]!) + 1
      yield* cursor.find(createSubBlockScan())
    } else yield* stripExtension(stripping, cursor, from)
  }
}

function* stripExtension(
  { source, edits, mode }: Stripping,
  cursor: SourceCursor,
  from: number,
): Reading<void> {
  const label = cursor.take(1)[0]!
  const body = cursor.offset
  yield* cursor.find(createSubBlockScan())
  const to = cursor.offset
  if (label === extension.graphicControl) return
  const name =
    label === extension.application ? applicationName(source.read(body, Math.min(12, to - body))) : ''
  if (name === colourProfile) {
    if (mode === 'strip' && to - body <= maxProfile)
      stripProfile({ source, edits }, body + name.length + 1, to)
    return
  }
  if (loopExtensions.has(name)) {
    const startsWithLoop = to > from + loopLength && source.read(body + 12, 1)[0] === 3
    if (mode === 'strip' && startsWithLoop) edits.remove('application', from + loopLength - 1, to - 1)
    return
  }
  const kind = kindOf(label, name)
  if (mode === 'location' && readableKinds.has(kind) && !(yield* textHasPlace(source, body, to))) return
  edits.remove(kind, from, to)
}

/**
 * Whether text within `body` up to `to` names a place, even if block lengths interrupt the name. XMP has no such
 * lengths, so it is read both ways.
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

/** The profile keeps its length, so that its blocks do too. */
function stripProfile(
  { source, edits }: Pick<Stripping, 'source' | 'edits'>,
  from: number,
  to: number,
): void {
  const blocks = source.read(from, to - from).slice()
  const places = [...subBlocksOf(blocks)]
  const profile = new Uint8Array(byteLength(places))
  let length = 0
  for (const place of places) {
    profile.set(blocks.subarray(place.from, place.to), length)
    length += place.to - place.from
  }
  const without = withoutMonitor(profile)
  if (!without) return
  length = 0
  for (const place of places) {
    blocks.set(without.profile.subarray(length, length + place.to - place.from), place.from)
    length += place.to - place.from
  }
  edits.report({ kind: 'application', bytes: without.removedBytes })
  edits.replace(from, to, blocks)
}

/** Where the data of a chain of sub-blocks is. */
function* subBlocksOf(blocks: Uint8Array): Generator<ByteSpan> {
  for (let at = 0; at < blocks.length; ) {
    const to = Math.min(at + 1 + blocks[at]!, blocks.length)
    yield { from: at + 1, to }
    at = to
  }
}

function applicationName(head: Uint8Array): string {
  return head[0] === 11 ? latin1(head, 1, head.length) : ''
}

function kindOf(label: number, name: string): RemovedKind {
  if (label === extension.comment) return 'comment'
  if (label === extension.plainText) return 'text'
  return kindOfApplication[name] ?? 'application'
}
