import type * as media from '../../src/index.ts'
import { u32le } from '../../src/numbers.ts'
import { bytesOf, find } from '../build/bytes.ts'
import type { DamagedSample } from './damaged-sample.ts'
import { hides } from './hiding.ts'

/** The package, as it is or woven. */
export type Media = typeof media

export const modes = ['location', 'strip'] as const
export type Mode = (typeof modes)[number]

/** What a package does wrong with a damaged image; `undefined` if it keeps what is promised. */
export function complaintOf(media: Media, sample: DamagedSample, mode: Mode): string | undefined {
  const expected = sample[mode]
  let result: ReturnType<Media['strip']>
  try {
    result = strippedBy(media, sample, mode)
  } catch (error) {
    if (!(error instanceof media.MediaFailure)) throw error
    return expected === 'refused' ? undefined : `is refused: ${error.message}`
  }
  if (expected === 'refused') return 'is not refused'
  for (const word of sample.planted) if (hides(result.bytes, word)) return `keeps ${word}`
  const goesToo = mode === 'strip' && `${sample.strip}` !== `${sample.location}`
  for (const word of sample.stay) {
    const isThere = find(result.bytes, word) !== -1
    if (isThere && goesToo) return `keeps ${word}`
    if (!isThere && mode === 'location') return `loses ${word}`
  }
  if (sample.clean && !goesToo && Buffer.compare(result.bytes, sample.clean) !== 0)
    return 'leaves something else'
  const removed = result.removed
    .map(({ kind }) => kind)
    .toSorted()
    .join()
  if (removed !== expected.toSorted().join()) return `reports ${removed || 'nothing'}`
  const isSame = Buffer.compare(result.bytes, sample.bytes) === 0
  if (isSame !== (removed === '') && sample.end === undefined)
    return isSame ? 'changes nothing' : 'changes without a word'
  const removedBytes = result.removed.reduce((sum, { bytes }) => sum + bytes, 0)
  // The heads of EXIF are not counted, nor what is written shorter in an SVG.
  const lostBytes = sample.bytes.length - result.bytes.length
  if (lostBytes > removedBytes + 24 && sample.bytes[0] !== 0x3c) return `reports only ${removedBytes} bytes`
  const announced = announcedBy(result.bytes)
  if (announced) return `announces ${announced}`
  const [before, after] = [media.inspect(sample.bytes), media.inspect(result.bytes)]
  const { orientation = before.orientation, hasGainMap = before.gainMap !== undefined } = sample.facts ?? {}
  if (before.orientation !== orientation) return 'is turned otherwise'
  if ((before.gainMap !== undefined) !== hasGainMap) return hasGainMap ? 'has no gain map' : 'has a gain map'
  if (mode === 'strip' && after.orientation === 1 && hasExif(result.bytes)) return 'keeps EXIF'
  for (const trait of ['type', 'width', 'height', 'frames', 'orientation'] as const) {
    if (before[trait] !== after[trait]) return `has another ${trait}`
  }
  const scansOf = (bytes: Uint8Array, { scans }: typeof before): string[] =>
    scans.map(({ from, to }) => Buffer.from(bytes.subarray(from, to)).toString('latin1'))
  const scans = scansOf(sample.bytes, before)
  const isOpen = sample.end !== undefined
  if (!isOpen && !scansOf(result.bytes, after).every((scan, index) => scan === scans[index]))
    return 'has other scans'
  if (before.gainMap?.width !== after.gainMap?.width) return 'has another gain map'
  if (!after.complete || after.trailingBytes > 0) return 'has no proper end'
  const again = media.strip(result.bytes, mode)
  if (again.removed.length > 0 || Buffer.compare(again.bytes, result.bytes) !== 0) return 'changes again'
  return undefined
}

function strippedBy(media: Media, sample: DamagedSample, mode: Mode): ReturnType<Media['strip']> {
  const { bytes, end, mistaken } = sample
  if (end === undefined && mistaken === undefined) return media.strip(bytes, mode)
  const found = media.inspect(bytes)
  const facts = { ...(end === undefined ? found : media.withEnd(found, end)), ...mistaken }
  const source = media.sourceOf(bytes)
  const plan = media.planStrip(source, mode, facts)
  return { bytes: bytesOf([...media.strippedChunks(source, plan, facts)]), removed: plan.removed }
}

function hasExif(bytes: Uint8Array): boolean {
  return ['Exif\0\0', 'eXIf', 'EXIF'].some((name) => find(bytes, name) !== -1)
}

const announcedChunks: [flag: number, name: string][] = [
  [0x20, 'ICCP'],
  [0x08, 'EXIF'],
  [0x04, 'XMP '],
]

/** A chunk that the head of a WebP announces wrongly, or not. */
function announcedBy(bytes: Uint8Array): string | undefined {
  if (find(bytes.subarray(8, 16), 'WEBPVP8X') !== 0) return undefined
  const names = new Set<string>()
  for (let at = 12; at < bytes.length; at += 8 + u32le(bytes, at + 4) + (bytes[at + 4]! & 1)) {
    names.add(Buffer.from(bytes.subarray(at, at + 4)).toString('latin1'))
  }
  return announcedChunks.find(([flag, name]) => ((bytes[20]! & flag) !== 0) !== names.has(name))?.[1]
}
