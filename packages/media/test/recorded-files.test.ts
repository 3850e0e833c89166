import { test } from 'bun:test'
import { expectRecorded, hashOf } from '@pictoglyph/recorded'
import type { ByteSpan } from '../src/facts.ts'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import type { MediaType } from '../src/media-type.ts'
import { fourCC, u16be, u32be } from '../src/numbers.ts'
import { strip } from '../src/strip/strip.ts'
import { avifLayouts, laidOut } from './build/avif-layouts.ts'
import { big, bytesOf } from './build/bytes.ts'
import { text, tiff } from './build/tiff.ts'
import { splitFile } from './file-parts.ts'
import { damagedSamples } from './guards/damaged-samples.ts'
import { samples } from './samples.ts'
import { coded, picture, strayAvifs } from './stray-avif.ts'

const formats: Partial<Record<MediaType, string>> = {
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
}

/** Boxes that hold only boxes, by the bytes before them. */
const containers: Record<string, number> = {
  ...{ meta: 4, iprp: 0, ipco: 0, iref: 4, grpl: 0, iinf: 6 },
  ...{ moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 },
}

function textOf(bytes: Uint8Array): string {
  const text = JSON.stringify(Buffer.from(bytes).toString('latin1'))
  return text.length < 1_000 ? text : `${text.length} letters ${hashOf(bytes)}`
}

/** The parts of a file. A rewritten part has its length and a hash; another has its name alone. */
function partsOf(bytes: Uint8Array, original: Uint8Array): string[] {
  const { type } = inspect(bytes)
  if (type === 'image/svg+xml') return [textOf(bytes)]
  const whole = Buffer.from(original)
  const described = (name: string, part: Uint8Array): string =>
    whole.includes(part) ? name : `${name} ${part.length} ${hashOf(part)}`
  if (type === 'image/avif') return boxesOf(bytes, { from: 0, to: bytes.length }, described)
  const parts =
    type === 'image/jpeg'
      ? jpegParts(bytes)
      : splitFile(formats[type]!, bytes).parts.map((part) => part.bytes)
  return parts.map((part) => described(nameOf(type, part), part))
}

/** Cut before each marker; a scan's data belong to its header. Both pictures of a file with a gain map. */
function jpegParts(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += parts.at(-1)!.length) {
    const code = bytes[at + 1]!
    const isAlone = code === 0xd8 || code === 0xd9
    let to = at + 2 + (isAlone ? 0 : u16be(bytes, at + 2))
    while (code === 0xda && to < bytes.length && !isMarker(bytes, to)) to++
    parts.push(bytes.subarray(at, to))
  }
  return parts
}

const isMarker = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xff && bytes[at + 1]! > 1 && (bytes[at + 1]! < 0xd0 || bytes[at + 1]! > 0xd7)

function nameOf(type: MediaType, part: Uint8Array): string {
  if (type === 'image/png') return fourCC(part, 4)
  if (type === 'image/webp') return fourCC(part, 0)
  return u16be(part, 0).toString(16).padStart(4, '0')
}

function boxesOf(
  bytes: Uint8Array,
  { from, to }: ByteSpan,
  described: (name: string, part: Uint8Array) => string,
): string[] {
  const boxes: string[] = []
  for (let at = from; at + 8 <= to; ) {
    const name = fourCC(bytes, at + 4)
    const end = Math.max(at + u32be(bytes, at), at + 8)
    const within = containers[name]
    const whole = described(name, bytes.subarray(at, end))
    if (within === undefined || whole === name) boxes.push(whole)
    else boxes.push(`${name} (${boxesOf(bytes, { from: at + 8 + within, to: end }, described).join(', ')})`)
    at = end
  }
  return boxes
}

function linesOf([name, bytes]: [name: string, bytes: Uint8Array]): string[] {
  const known = attempt(() => inspect(bytes))
  if (known instanceof MediaFailure) return [name, `  ${reasonOf(known)}`]
  const { scans, gainMap, openScan, decoded, ...facts } = known
  const told = {
    ...facts,
    decoded: `${decoded.width}×${decoded.height}`,
    scans: scans.map(spanOf).join(' '),
    openScan: openScan && spanOf(openScan),
    gainMap: gainMap && `${spanOf(gainMap)} ${gainMap.width}×${gainMap.height}`,
  }
  const stripped = strippedLines(bytes, 'strip')
  const located = strippedLines(bytes, 'location')
  return [
    name,
    `  ${Object.entries({ ...usual, ...told })
      .filter(isTold)
      .map((fact) => fact.join(' '))
      .join(', ')}`,
    ...stripped.map((line, at) => (at === 0 ? `  strip: ${line}` : line)),
    located.join() === stripped.join() ? '  location: the same' : `  location: ${located.join('\n')}`,
  ].flatMap((line) => line.split('\n'))
}

const spanOf = ({ from, to }: ByteSpan): string => `${from}-${to}`

/** Facts of most files, which are recorded where they differ. */
const usual: Record<string, unknown> = {
  ...{ orientation: 1, frames: 1, animated: false, notShown: undefined, complete: true },
  ...{ lacksEndMarker: false, trailingBytes: 0, scans: '', openScan: undefined, gainMap: undefined },
}

const isTold = ([name, fact]: [string, unknown]): boolean => !(name in usual && fact === usual[name])

function strippedLines(bytes: Uint8Array, mode: 'strip' | 'location'): string[] {
  const stripped = attempt(() => strip(bytes, mode))
  if (stripped instanceof MediaFailure) return [reasonOf(stripped)]
  const removed = stripped.removed.map(({ kind, bytes }) => `${kind} ${bytes}`)
  if (removed.length === 0) return ['nothing']
  return [removed.join(', '), `    leaves ${partsOf(stripped.bytes, bytes).join(', ')}`]
}

const reasonOf = ({ code, message }: MediaFailure): string => `${code} ${message}`

function attempt<T>(work: () => T): T | MediaFailure {
  try {
    return work()
  } catch (error) {
    if (error instanceof MediaFailure) return error
    throw error
  }
}

const exif = bytesOf(big(4, 0), tiff({ entries: [text(0x8298, 'owner')] }))

test('every file has the recorded facts and parts, before and after its metadata is removed', async () => {
  const files: [name: string, bytes: Uint8Array][] = [
    ...[...samples, ...damagedSamples].map(({ name, bytes }): [string, Uint8Array] => [name, bytes]),
    ...strayAvifs.map(([name, planted]): [string, Uint8Array] => [`AVIF with ${name}`, picture(planted)]),
    ...avifLayouts.map(([way, layout]): [string, Uint8Array] => [
      `AVIF ${way}`,
      laidOut(layout, { data: coded.data, held: coded.data.length, exif }),
    ]),
  ]
  const short = files.filter(([, bytes]) => bytes.length < 40_000)
  await expectRecorded(new URL('./recorded-files.txt', import.meta.url), short.flatMap(linesOf))
}, 120_000)
