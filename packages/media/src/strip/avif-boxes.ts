import { strippedProfile } from '../colour-profile.ts'
import type { ByteSpan } from '../facts.ts'
import { type Box, boxesIn, handlerName, type Region } from '../isobmff/boxes.ts'
import type { ItemDirectory, ItemInfo } from '../isobmff/item-directory.ts'
import { charactersOf, fourCC, latin1, u32be } from '../numbers.ts'
import { behindFields, blankSpans, profileKinds, propertyLength, strayBoxes } from './avif-fields.ts'
import { mayHidePlace, mentionsPlace, namesPlace } from './location-tags.ts'
import type { RemovedItem, StripMode } from './plan.ts'
import { readThrough } from './reading.ts'
import { sourceOf } from './source.ts'

const movieBoxes = new Set(['mvhd', 'trak', 'iods'])
const trackBoxes = new Set(['tkhd', 'mdia', 'edts', 'tref', 'trgr'])
const mediaBoxes = new Set(['mdhd', 'hdlr', 'minf'])
const informationBoxes = new Set(['vmhd', 'smhd', 'dinf', 'stbl'])
const tableBoxes = new Set('stsd stts ctts stsc stsz stco co64 stss'.split(' '))
const directoryBoxes = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'idat', 'grpl'])
/** Item properties with descriptions or dates (ISO/IEC 23008-12, 6.5 and annex). */
const describingProperties = new Set(['udes', 'altt', 'crtt', 'mdft'])
/** Usual names, which only tell an item's purpose. */
const usualNames = new Set(['Color', 'Alpha', 'GMap', 'SampleTransform'])
const datedHeads = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Type of a box without information, whose content is zeros. */
export const emptyBox = 'free'

/** Empties descriptive boxes and dates in a `moov` box's content, in place. Returns the removed data. */
export function stripMovie(region: Region, mode: Exclude<StripMode, 'keep'>): RemovedItem[] {
  const boxes = boxesIn(region, 0, region.bytes.length)
  let bytes = 0
  emptyOthers(boxes, movieBoxes)
  const tracks = boxes.filter(({ type }) => type === 'trak')
  const inTracks = tracks.map((track) => boxesIn(region, track.body, track.end))
  for (const inTrack of inTracks) emptyOthers(inTrack, trackBoxes)
  const inMedia = within(inTracks.flat(), 'mdia', mediaBoxes)
  within(within(inMedia, 'minf', informationBoxes), 'stbl', tableBoxes)
  const dated = [...boxes, ...inTracks.flat(), ...inMedia]
  const time = mode === 'strip' ? clearDates(region, dated) : 0
  return [
    { kind: 'application' as const, bytes },
    { kind: 'time' as const, bytes: time },
  ].filter((item) => item.bytes > 0)

  /** Empties all boxes but `wanted`, and returns the content of those with a type. */
  function within(outer: Box[], type: string, wanted: Set<string>): Box[] {
    const inner = outer.filter((box) => box.type === type).map((box) => boxesIn(region, box.body, box.end))
    for (const each of inner) emptyOthers(each, wanted)
    return inner.flat()
  }

  /** Of the wanted boxes, only tracks may occur more than once. */
  function emptyOthers(found: Box[], wanted: Set<string>): void {
    const seen = new Set<string>()
    const again = found.filter(({ type }) => wanted.has(type) && seen.size === seen.add(type).size)
    const repeated = again.filter(({ type }) => type !== 'trak')
    bytes += emptyBoxes(region, found, wanted, mode) + emptyBoxes(region, repeated, new Set(), mode)
  }
}

/**
 * Empties descriptive boxes in a `meta` box's content, except its items, in place. It also empties what decoders
 * ignore: unknown properties, properties of no item, boxes in the wrong position, and bytes after fields.
 * @param directory only with the items to keep
 */
export function stripDirectory(
  region: Region,
  directory: ItemDirectory,
  mode: Exclude<StripMode, 'keep'>,
): RemovedItem[] {
  const { boxes, properties, infos, propertiesOf } = directory
  const used = new Set(infos.flatMap(({ id }) => propertiesOf.get(id) ?? []))
  const describing = properties.filter(({ type }) => describingProperties.has(type))
  const isRead = (box: Box): boolean => used.has(box) && (propertyLength(region, box) ?? 0) > 0
  const unread = properties.filter((box) => !describingProperties.has(box.type) && !isRead(box))
  const groups = boxes.filter(({ type }) => type === 'grpl')
  const stray = [...unread, ...strayBoxes(region, directory), ...groups.slice(1)]
  const behind = [
    ...behindFields(region, directory),
    ...properties
      .filter(isRead)
      .map((box) => ({ from: Math.min(box.body + propertyLength(region, box)!, box.end), to: box.end })),
    ...groups.slice(0, 1).flatMap((group) => behindGroups(region, group)),
  ]
  const bytes =
    emptyBoxes(region, boxes, directoryBoxes, mode) +
    emptyBoxes(region, stray, new Set(), mode) +
    blankSpans(region, behind)
  const itemNames = infos.map((item) => itemName(region, item))
  const text = emptyBoxes(region, describing, new Set(), mode) + blankNames(region, itemNames, mode)
  const names = boxes.filter(({ type }) => type === 'hdlr').map(handlerName)
  const program = blankNames(region, names, mode) + stripProfiles(region, properties, mode)
  return [
    { kind: 'application' as const, bytes: bytes + program },
    { kind: 'text' as const, bytes: text },
  ].filter((item) => item.bytes > 0)
}

/** Bytes after the item numbers of each group (ISO/IEC 14496-12, 8.18.3). */
function behindGroups(region: Region, group: Box): ByteSpan[] {
  return boxesIn(region, group.body, group.end)
    .filter(({ body, end }) => body + 12 <= end)
    .map(({ body, end }) => ({ from: Math.min(body + 12 + 4 * u32be(region.bytes, body + 8), end), to: end }))
}

/**
 * Removes data without colours from the profiles in `colr` boxes (ISO/IEC 14496-12, 12.1.5). Returns the number of
 * bytes.
 */
export function stripProfiles({ bytes }: Region, boxes: Box[], mode: Exclude<StripMode, 'keep'>): number {
  let removed = 0
  for (const { type, body, end } of boxes) {
    if (type !== 'colr' || body + 4 > end || !profileKinds.has(fourCC(bytes, body))) continue
    const without = strippedProfile(bytes.subarray(body + 4, end), mode)
    if (!without) continue
    bytes.set(without.profile, body + 4)
    removed += without.removedBytes
  }
  return removed
}

/** Position of an item's name, unless it is a usual name of its kind. */
function itemName({ bytes }: Region, { namesAt, end }: ItemInfo): ByteSpan {
  const length = bytes.subarray(namesAt, end).indexOf(0)
  const to = length === -1 ? end : namesAt + length
  return { from: usualNames.has(latin1(bytes, namesAt, to)) ? to : namesAt, to }
}

/** Empties the boxes that are not in `wanted`. In the mode `location`, text and padding without a place stay. */
export function emptyBoxes(
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
    const hides = type === emptyBox ? mayHidePlace : mentionsPlace
    if (mode === 'location' && isRead && !readThrough(hides(source, body, end))) continue
    removed += emptyOut({ bytes }, { start, body, end })
  }
  return removed
}

/** Turns a box into an empty one. Returns the length of its content. */
export function emptyOut({ bytes }: Pick<Region, 'bytes'>, { start, body, end }: Omit<Box, 'type'>): number {
  bytes.set(charactersOf(emptyBox), start + 4)
  bytes.fill(0, body, end)
  return end - body
}

/** Overwrites names with zeros; in the mode `location`, only those with a place. Returns the number of bytes. */
export function blankNames({ bytes }: Region, names: ByteSpan[], mode: Exclude<StripMode, 'keep'>): number {
  let removed = 0
  for (const { from, to } of names) {
    const name = bytes.subarray(from, to)
    if (name.every((byte) => byte === 0) || (mode === 'location' && !namesPlace(name))) continue
    bytes.fill(0, from, to)
    removed += to - from
  }
  return removed
}

/** Zeros the times of creation and change: two numbers of 4 bytes each, or of 8 in version 1. */
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
