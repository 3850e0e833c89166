import { strippedProfile } from '../colour-profile.ts'
import type { ByteSpan } from '../facts.ts'
import { type Box, boxesIn, handlerName, type Region } from '../isobmff/boxes.ts'
import type { ItemDirectory, ItemInfo } from '../isobmff/item-directory.ts'
import { fourCC, latin1 } from '../numbers.ts'
import { mentionsPlace } from './location-tags.ts'
import type { RemovedItem, StripMode } from './plan.ts'
import { readThrough } from './reading.ts'
import { sourceOf } from './source.ts'

const movieBoxes = new Set(['mvhd', 'trak', 'mvex', 'iods'])
const trackBoxes = new Set(['tkhd', 'mdia', 'edts', 'tref', 'trgr'])
const directoryBoxes = new Set([
  'hdlr',
  'pitm',
  'iinf',
  'iloc',
  'iref',
  'iprp',
  'idat',
  'grpl',
  'dinf',
  'ipro',
])
/** Item properties that describe in words or give a date (ISO/IEC 23008-12, 6.5 and annex). */
const describingProperties = new Set(['udes', 'altt', 'crtt', 'mdft'])
const profileTypes = new Set(['prof', 'rICC'])
/** Usual names, which only say what an item is for. */
const usualNames = new Set(['Color', 'Alpha', 'GMap', 'SampleTransform'])
const datedHeads = new Set(['mvhd', 'tkhd', 'mdhd'])

/** A box that says nothing has this type, and its content is zeros. */
export const emptyBox = 'free'

/** Empties descriptive boxes, and dates, in a `moov` box's content, in place. Returns what was removed. */
export function stripMovie(region: Region, mode: Exclude<StripMode, 'keep'>): RemovedItem[] {
  const boxes = boxesIn(region, 0, region.bytes.length)
  let bytes = emptyBoxes(region, boxes, movieBoxes, mode)
  const tracks = boxes.filter(({ type }) => type === 'trak')
  const inTracks = tracks.map((track) => boxesIn(region, track.body, track.end))
  for (const inTrack of inTracks) bytes += emptyBoxes(region, inTrack, trackBoxes, mode)
  const media = inTracks.flat().filter(({ type }) => type === 'mdia')
  const dated = [...boxes, ...inTracks.flat(), ...media.flatMap((box) => boxesIn(region, box.body, box.end))]
  const time = mode === 'strip' ? clearDates(region, dated) : 0
  return [
    { kind: 'application' as const, bytes },
    { kind: 'time' as const, bytes: time },
  ].filter((item) => item.bytes > 0)
}

/** The same for the content of a `meta` box, except its items. @param items those that stay */
export function stripDirectory(
  region: Region,
  { boxes, properties, infos: items }: Pick<ItemDirectory, 'boxes' | 'properties' | 'infos'>,
  mode: Exclude<StripMode, 'keep'>,
): RemovedItem[] {
  const describing = properties.filter(({ type }) => describingProperties.has(type))
  const ofPrograms = properties.filter(({ type }) => type === 'uuid')
  const bytes =
    emptyBoxes(region, boxes, directoryBoxes, mode) + emptyBoxes(region, ofPrograms, new Set(), mode)
  const itemNames = mode === 'strip' ? items.map((item) => itemName(region, item)) : []
  const text = emptyBoxes(region, describing, new Set(), mode) + blankNames(region, itemNames)
  const names = boxes.filter(({ type }) => type === 'hdlr').map(handlerName)
  const program = mode === 'strip' ? blankNames(region, names) + stripProfiles(region, properties) : 0
  return [
    { kind: 'application' as const, bytes: bytes + program },
    { kind: 'text' as const, bytes: text },
  ].filter((item) => item.bytes > 0)
}

/**
 * Removes the tags that name a monitor from the profiles in `colr` boxes (ISO/IEC 14496-12, 12.1.5). Returns how many
 * bytes.
 */
export function stripProfiles({ bytes }: Region, boxes: Box[]): number {
  let removed = 0
  for (const { type, body, end } of boxes) {
    if (type !== 'colr' || body + 4 > end || !profileTypes.has(fourCC(bytes, body))) continue
    const without = strippedProfile(bytes.subarray(body + 4, end), 'strip')
    if (!without) continue
    bytes.set(without.profile, body + 4)
    removed += without.removedBytes
  }
  return removed
}

/** Where an item's name is, unless it is a usual name of its kind. */
function itemName({ bytes }: Region, { namesAt, end }: ItemInfo): ByteSpan {
  const length = bytes.subarray(namesAt, end).indexOf(0)
  const to = length === -1 ? end : namesAt + length
  return { from: usualNames.has(latin1(bytes, namesAt, to)) ? to : namesAt, to }
}

/** Empties the boxes that are not in `wanted`. If only places go, text and padding without a place stay. */
function emptyBoxes(
  { bytes }: Region,
  boxes: Box[],
  wanted: Set<string>,
  mode: Exclude<StripMode, 'keep'>,
): number {
  let removed = 0
  for (const { type, start, body, end } of boxes) {
    if (wanted.has(type) || (type === emptyBox && bytes.subarray(body, end).every((byte) => byte === 0)))
      continue
    const source = sourceOf(bytes)
    const isRead = describingProperties.has(type) || type === emptyBox
    if (mode === 'location' && isRead && !readThrough(mentionsPlace(source, body, end))) continue
    removed += emptyOut({ bytes }, { start, body, end })
  }
  return removed
}

/** Turns a box into an empty one. Returns how many bytes it held. */
export function emptyOut({ bytes }: Pick<Region, 'bytes'>, { start, body, end }: Omit<Box, 'type'>): number {
  for (let index = 0; index < 4; index++) bytes[start + 4 + index] = emptyBox.charCodeAt(index)
  bytes.fill(0, body, end)
  return end - body
}

/** Writes zeros over names. Answers how many bytes of them there were. */
export function blankNames({ bytes }: Region, names: ByteSpan[]): number {
  let removed = 0
  for (const { from, to } of names) {
    if (bytes.subarray(from, to).every((byte) => byte === 0)) continue
    bytes.fill(0, from, to)
    removed += to - from
  }
  return removed
}

/** Zeros the times of creation and change, two numbers of 4 bytes each, or of 8 in version 1. */
function clearDates({ bytes }: Region, boxes: Box[]): number {
  let removed = 0
  for (const { type, body, end } of boxes) {
    const dates = body + 4
    const datesEnd = Math.min(dates + (bytes[body] === 0 ? 8 : 16), end)
    if (!datedHeads.has(type) || bytes.subarray(dates, datesEnd).every((byte) => byte === 0)) continue
    bytes.fill(0, dates, datesEnd)
    removed += datesEnd - dates
  }
  return removed
}
