import { byteLength, intersect, merged, subtract, touches } from '../byte-spans.ts'
import type { ByteSpan } from '../facts.ts'
import type { Box, Region } from '../isobmff/boxes.ts'
import type { ItemDirectory, ItemReference } from '../isobmff/item-directory.ts'
import { parseItems } from '../isobmff/items.ts'
import { parseMovie, pictureHandlers, type Track } from '../isobmff/movie.ts'
import { heldDataOf, strayHeldData, withoutItems } from '../isobmff/without-items.ts'
import { charactersOf, fourCC, u32be, u64be } from '../numbers.ts'
import {
  blankNames,
  emptyBox,
  emptyBoxes,
  emptyOut,
  stripDirectory,
  stripMovie,
  stripProfiles,
} from './avif-boxes.ts'
import { brandsOf, strippedBrands } from './avif-brands.ts'
import { blankSpans } from './avif-fields.ts'
import { goneItems, itemRanges } from './avif-items.ts'
import { mayHidePlace, namesPlace } from './location-tags.ts'
import type { RemovedItem, StripMode } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor, type MediaSource, type SourceCursor } from './source.ts'
import type { Stripping } from './stripping.ts'

const paddingBoxes = new Set(['free', 'skip', 'wide'])

/**
 * Removes metadata items, descriptive boxes and invisible tracks from an AVIF file without moving a byte. It takes
 * items out of the directory, which keeps its length, and overwrites their data with zeros.
 */
export function* stripAvif(stripping: Stripping): Reading<void> {
  const { source, edits, mode, end } = stripping
  const boxes = topLevelBoxes(createSourceCursor(source), end)
  const media = boxes.filter(({ type }) => type === 'mdat').map(({ body, end: to }) => ({ from: body, to }))
  const kept: ByteSpan[] = []
  const freed: ByteSpan[] = []
  const brands = boxes[0]!
  const isSequence = brandsOf(source.read(brands.body, brands.end - brands.body)).includes('avis')
  stripBrands(brands)
  for (const box of boxes) {
    if (box.type === 'meta') yield* stripItems(box)
    else if (box.type === 'moov' && isSequence) stripSequence(box)
  }
  const pixels = merged(kept)
  const wanted = ['meta', 'mdat', ...(isSequence ? ['moov'] : [])]
  for (const box of boxes) {
    if (box !== brands && !wanted.includes(box.type)) yield* stripTopLevel(stripping, box, pixels, freed)
  }
  freed.push(...(yield* unreferencedData()))
  for (const { from, to } of subtract(freed, pixels)) edits.blank(from, to)

  /** Data that no item and no sample uses; an editor may have left or hidden it. */
  function* unreferencedData(): Reading<ByteSpan[]> {
    const hidden: ByteSpan[] = []
    for (const { from, to } of subtract(media, [...pixels, ...freed])) {
      if (yield* isZero(source, from, to)) continue
      hidden.push({ from, to })
      edits.report({ kind: 'application', bytes: to - from })
    }
    return hidden
  }

  function* stripItems(box: Box): Reading<void> {
    const region = regionOf(source, box)
    const directory = parseItems(region)
    const file = { ...stripping, region, directory, media }
    const gone = yield* goneItems(file)
    for (const kind of gone.values()) edits.report({ kind, bytes: 0 })
    for (const { id, construction, extents } of directory.locations) {
      const kind = gone.get(id)
      if (!kind || construction > 1) continue
      edits.report({ kind, bytes: extents.reduce((sum, { length }) => sum + length, 0) })
    }
    const ids = new Set(gone.keys())
    kept.push(...itemRanges(file, (id) => !ids.has(id)))
    freed.push(
      ...intersect(
        itemRanges(file, (id) => ids.has(id)),
        media,
      ),
    )
    const infos = directory.infos.filter(({ id }) => !ids.has(id))
    for (const { from, to } of heldDataOf(directory, ids)) region.bytes.fill(0, from, to)
    const held = blankSpans(region, strayHeldData(directory))
    const described = stripDirectory(region, { ...directory, infos }, mode)
    if (held > 0) described.push({ kind: 'application', bytes: held })
    edits.report(...described)
    const { references, strayBytes } = linkedReferences(region, directory)
    if (strayBytes > 0) edits.report({ kind: 'application', bytes: strayBytes })
    if (ids.size > 0 || strayBytes > 0) {
      edits.replace(box.body, box.end, withoutItems(region, { ...directory, references }, ids))
    } else if (described.length > 0) edits.replace(box.body, box.end, region.bytes)
  }

  function stripBrands({ body, end }: Box): void {
    const stripped = strippedBrands(source.read(body, end - body))
    if (!stripped) return
    edits.report({ kind: 'application', bytes: stripped.bytes })
    edits.replace(body, end, stripped.content)
  }

  function stripSequence(box: Box): void {
    const region = regionOf(source, box)
    const tracks = stripTracks(region, media, mode)
    kept.push(...tracks.kept)
    freed.push(...tracks.freed)
    const removed = [...tracks.removed, ...stripMovie(region, mode)]
    edits.report(...removed)
    if (removed.length > 0) edits.replace(box.body, box.end, region.bytes)
  }
}

/** The references between existing items, and the number of bytes in other references and after the items of one. */
function linkedReferences(
  { bytes }: Region,
  { boxes, infos, references: all }: ItemDirectory,
): { references: ItemReference[]; strayBytes: number } {
  const items = new Set(infos.map(({ id }) => id))
  const references = all.filter(({ from, to }) => [from, ...to].every((id) => items.has(id)))
  const table = boxes.find(({ type }) => type === 'iref')
  const idLength = table && bytes[table.body] === 0 ? 2 : 4
  const written = references.reduce((sum, { to }) => sum + 8 + idLength + 2 + to.length * idLength, 0)
  return { references, strayBytes: table ? table.end - table.body - 4 - written : 0 }
}

/** A copy of a box's content, for editing. */
function regionOf(source: MediaSource, { body, end }: Box): Region {
  return { offset: body, bytes: source.read(body, end - body).slice() }
}

/** Empties padding, and boxes that are not part of the picture. */
function* stripTopLevel(
  { source, edits, mode }: Stripping,
  box: Box,
  kept: ByteSpan[],
  freed: ByteSpan[],
): Reading<void> {
  const { type, start, body, end } = box
  if (touches(kept, start, end)) return
  if (paddingBoxes.has(type)) {
    if (mode === 'location' && !(yield* mayHidePlace(source, body, end))) return
    if (yield* isZero(source, body, end)) return
  } else {
    edits.replace(start + 4, start + 8, charactersOf(emptyBox))
  }
  freed.push({ from: body, to: end })
  edits.report({ kind: 'application', bytes: end - body })
}

const windowBytes = 65_536

function* isZero(source: MediaSource, from: number, to: number): Reading<boolean> {
  for (let at = from; at < to; at += windowBytes) {
    const window = source.read(at, Math.min(windowBytes, to - at))
    if (window.some((byte) => byte !== 0)) return false
    yield
  }
  return true
}

/** Reads the heads of a file's boxes up to `end`. The file was inspected before. */
function topLevelBoxes(cursor: SourceCursor, end: number): Box[] {
  const boxes: Box[] = []
  let start = 0
  while (start + 8 <= end) {
    cursor.offset = start
    const head = cursor.take(8)
    const size = u32be(head, 0)
    const type = fourCC(head, 4)
    const isLarge = size === 1
    const length = isLarge ? u64be(cursor.take(8), 0) : size === 0 ? end - start : size
    boxes.push({ type, start, body: start + (isLarge ? 16 : 8), end: start + length })
    start += length
  }
  return boxes
}

/** Boxes that a sample description may contain. */
const entryBoxes = new Set('av1C colr pasp clap clli mdcv amve cclv auxi ccst btrt pixi'.split(' '))
const soundHandler = 'soun'

/** The result of stripping the tracks of a sequence. */
interface StrippedTracks {
  /** Positions of the samples of remaining tracks in the file. */
  kept: ByteSpan[]
  /** Positions of the samples of removed tracks within `mdat` boxes. */
  freed: ByteSpan[]
  removed: RemovedItem[]
}

/**
 * Empties the invisible tracks of a `moov` box's content in place. In the mode `location`, sound stays. In the mode
 * `strip`, it also removes the names of the programs that wrote the pictures.
 *
 * @param media the content of `mdat` boxes
 */
function stripTracks(region: Region, media: ByteSpan[], mode: Exclude<StripMode, 'keep'>): StrippedTracks {
  const tracks = parseMovie(region)
  const stays = ({ handler, codec, box }: Track): boolean =>
    pictureHandlers.has(handler)
      ? codec !== ''
      : mode === 'location' &&
        handler === soundHandler &&
        !namesPlace(region.bytes.subarray(box.body, box.end))
  const others = new Set(tracks.filter(stays))
  const gone = tracks.filter((track) => !others.has(track))
  const freed = intersect(gone.flatMap(samplesOf), media)
  let bytes = byteLength(freed)
  for (const { box } of gone) bytes += emptyOut(region, box)
  for (const { names, described } of others) {
    bytes +=
      blankNames(region, names, mode) +
      stripProfiles(region, described, mode) +
      emptyBoxes(region, described, entryBoxes, mode)
  }
  return {
    kept: [...others].flatMap(samplesOf),
    freed,
    removed: bytes > 0 ? [{ kind: 'application', bytes }] : [],
  }
}

function samplesOf({ extents }: Track): ByteSpan[] {
  return extents.map(({ offset, length }) => ({ from: offset, to: offset + length }))
}
