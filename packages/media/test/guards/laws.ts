import type { ImageFacts } from '../../src/facts.ts'
import { u32le } from '../../src/numbers.ts'
import { bytesOf, find } from '../build/bytes.ts'
import type { DamagedSample } from './damaged-sample.ts'
import { hides } from './hiding.ts'
import type * as media from './media.ts'

/** The package, original or instrumented. */
export type Media = typeof media

export const modes = ['location', 'strip'] as const
export type Mode = (typeof modes)[number]

type Stripped = ReturnType<Media['strip']>
/** A requirement that a result violates. */
type Law = (result: Stripped, sample: DamagedSample, mode: Mode, media: Media) => string | false | undefined

/** The violation of a package on a damaged image; `undefined` if it keeps its promises. */
export function complaintOf(media: Media, sample: DamagedSample, mode: Mode): string | undefined {
  const isRefused = sample[mode] === 'refused'
  let result: Stripped
  try {
    result = strippedBy(media, sample, mode)
  } catch (error) {
    if (!(error instanceof media.MediaFailure)) throw error
    return isRefused ? undefined : `is refused: ${error.message}`
  }
  if (isRefused) return 'is not refused'
  for (const law of [words, receipt, picture, repetition]) {
    const complaint = law(result, sample, mode, media)
    if (complaint) return complaint
  }
  return undefined
}

/** Planted words are removed. The others stay in `location`, and go in `strip` if it removes more. */
const words: Law = ({ bytes }, { planted, stay, clean, strip, location }, mode) => {
  const left = planted.find((word) => hides(bytes, word))
  if (left !== undefined) return `keeps ${left}`
  const goesToo = mode === 'strip' && `${strip}` !== `${location}`
  for (const word of stay) {
    const isThere = find(bytes, word) !== -1
    if (isThere && goesToo) return `keeps ${word}`
    if (!isThere && mode === 'location') return `loses ${word}`
  }
  return clean && !goesToo && !isSame(bytes, clean) && 'leaves something else'
}

/** The receipt lists all removed kinds, and only these. */
const receipt: Law = ({ bytes, removed }, sample, mode) => {
  const kinds = (found: readonly string[]): string => found.toSorted().join()
  const told = removed.map(({ kind }) => kind)
  if (kinds(told) !== kinds([sample[mode]].flat())) return `reports ${kinds(told) || 'nothing'}`
  if (sample.end === undefined && isSame(bytes, sample.bytes) !== (told.length === 0)) {
    return told.length > 0 ? 'changes nothing' : 'changes without a word'
  }
  // Headers of EXIF do not count, nor does a shorter notation in an SVG.
  const isSvg = sample.bytes[0] === 0x3c
  const toldBytes = removed.reduce((sum, each) => sum + each.bytes, 0)
  return !isSvg && sample.bytes.length - bytes.length > toldBytes + 24 && `reports only ${toldBytes} bytes`
}

/** The result is the same complete picture, and announces its parts correctly. */
const picture: Law = ({ bytes }, sample, mode, media) => {
  const [before, after] = [media.inspect(sample.bytes), media.inspect(bytes)]
  const { orientation = before.orientation, hasGainMap = before.gainMap !== undefined } = sample.facts ?? {}
  if (before.orientation !== orientation) return 'is turned otherwise'
  if ((before.gainMap !== undefined) !== hasGainMap) return hasGainMap ? 'has no gain map' : 'has a gain map'
  for (const trait of ['type', 'width', 'height', 'frames', 'orientation'] as const) {
    if (before[trait] !== after[trait]) return `has another ${trait}`
  }
  if (before.gainMap?.width !== after.gainMap?.width) return 'has another gain map'
  if (!after.complete || after.trailingBytes > 0) return 'has no proper end'
  const [scans, kept] = [scansOf(sample.bytes, before), scansOf(bytes, after)]
  if (sample.end === undefined && kept.some((scan, index) => scan !== scans[index])) return 'has other scans'
  if (mode === 'strip' && after.orientation === 1 && hasExif(bytes)) return 'keeps EXIF'
  const announced = wronglyAnnouncedIn(bytes)
  return announced && `announces ${announced}`
}

const repetition: Law = ({ bytes }, _, mode, media) => {
  const again = media.strip(bytes, mode)
  return (again.removed.length > 0 || !isSame(again.bytes, bytes)) && 'changes again'
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return Buffer.compare(bytes, others) === 0
}

function scansOf(bytes: Uint8Array, { scans }: ImageFacts): string[] {
  return scans.map(({ from, to }) => Buffer.from(bytes.subarray(from, to)).toString('latin1'))
}

function strippedBy(media: Media, sample: DamagedSample, mode: Mode): Stripped {
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

/** A chunk that a WebP's header announces wrongly, or omits. */
function wronglyAnnouncedIn(bytes: Uint8Array): string | undefined {
  if (find(bytes.subarray(8, 16), 'WEBPVP8X') !== 0) return undefined
  const names = new Set<string>()
  for (let at = 12; at < bytes.length; at += 8 + u32le(bytes, at + 4) + (bytes[at + 4]! & 1)) {
    names.add(Buffer.from(bytes.subarray(at, at + 4)).toString('latin1'))
  }
  return announcedChunks.find(([flag, name]) => ((bytes[20]! & flag) !== 0) !== names.has(name))?.[1]
}
