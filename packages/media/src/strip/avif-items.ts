import { byteLength, intersect, merged, subtract } from '../byte-spans.ts'
import type { ByteSpan } from '../facts.ts'
import type { Region } from '../isobmff/boxes.ts'
import type { ItemDirectory, ItemInfo, ItemLocation } from '../isobmff/item-directory.ts'
import { latin1, startsWith, u32be } from '../numbers.ts'
import { maxExif, stripExif } from './exif.ts'
import { mayHidePlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import type { Stripping } from './stripping.ts'

/** Items with pixels, or with rules to derive them from other items. */
const pictureItems = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap', 'sato'])
const xmpType = 'application/rdf+xml'
/** JPEG's mark, which some writers put before the block. */
const exifMark = 'Exif\0\0'

/** The items of an image file, and their data. */
interface ItemFile extends Stripping {
  region: Region
  directory: ItemDirectory
  /** The content of `mdat` boxes. Item data elsewhere does not change. */
  media: ByteSpan[]
}

/** Finds the items that `mode` removes. */
export function* goneItems(file: ItemFile): Reading<Map<number, RemovedKind>> {
  const { directory, mode } = file
  const gone = new Map<number, RemovedKind>()
  const metadata = directory.infos.filter(({ type }) => !pictureItems.has(type))
  const described = new Set(directory.infos.map(({ id }) => id))
  for (const { id } of directory.locations) if (!described.has(id)) gone.set(id, 'application')
  if (mode === 'strip') {
    for (const info of metadata) gone.set(info.id, kindOf(file, info))
    const shown = shownItems(directory)
    for (const { id } of directory.infos) if (!shown.has(id) && !gone.has(id)) gone.set(id, 'preview')
    return gone
  }
  const mayHavePlace = createPlaceCheck(file, metadata)
  for (const info of metadata) if (yield* mayHavePlace(info)) gone.set(info.id, kindOf(file, info))
  return gone
}

/** The primary item's parts and enhancements, or all items if the file has no primary item. */
function shownItems({ primary, infos, references }: ItemDirectory): Set<number> {
  const ids = infos.map(({ id }) => id)
  if (primary === undefined || !ids.includes(primary)) return new Set(ids)
  const betterings = new Set(infos.filter(({ type }) => /^(?:tmap|sato)$/.test(type)).map(({ id }) => id))
  const links = references.flatMap(({ type, from, to }) =>
    to.flatMap((item): [from: number, to: number][] => {
      if (type === 'auxl') return [[item, from]]
      if (type !== 'dimg') return []
      return betterings.has(from)
        ? [
            [from, item],
            [item, from],
          ]
        : [[from, item]]
    }),
  )
  const linksOf = Map.groupBy(links, ([from]) => from)
  const shown = new Set([primary])
  for (const item of shown) for (const [, next] of linksOf.get(item) ?? []) shown.add(next)
  return shown
}

/** Ranges of the file with the data of the wanted items. */
export function itemRanges(file: ItemFile, wanted: (id: number) => boolean): ByteSpan[] {
  return file.directory.locations
    .filter(({ id, construction }) => construction === 0 && wanted(id))
    .flatMap((location) => rangesOf(file, location))
}

function rangesOf({ end, region }: ItemFile, { construction, extents }: ItemLocation): ByteSpan[] {
  const limit = construction === 0 ? end : region.bytes.length
  return extents.map(({ offset, length }) => ({ from: offset, to: length === 0 ? limit : offset + length }))
}

function namesOf({ region }: ItemFile, { namesAt, end }: ItemInfo): string[] {
  return latin1(region.bytes, namesAt, end).split('\0')
}

/** Whether an item holds unreadable program data: compressed, or no text. */
function isOpaque(file: ItemFile, info: ItemInfo): boolean {
  const [, type = '', coding = ''] = namesOf(file, info)
  return info.type !== 'mime' || coding !== '' || !(type === xmpType || /^text\/[\w+.-]+$/.test(type))
}

function kindOf(file: ItemFile, info: ItemInfo): RemovedKind {
  if (info.type === 'Exif') return 'exif'
  if (info.type === 'mime') return namesOf(file, info)[1] === xmpType ? 'xmp' : 'application'
  return info.type.trim() === 'uri' ? 'application' : 'preview'
}

/**
 * Decides for each metadata item whether it may name a place. An EXIF item stays if it can be edited in place. Items
 * with shared data, which no writer produces, count as places: reading each could take for ever. So does text in
 * several parts, which may split a name.
 */
function createPlaceCheck(file: ItemFile, metadata: ItemInfo[]): (info: ItemInfo) => Reading<boolean> {
  const { source, directory } = file
  const locations = new Map(directory.locations.map((location) => [location.id, location]))
  const ids = new Set(metadata.map(({ id }) => id))
  const all = itemRanges(file, (id) => ids.has(id))
  const isShared = byteLength(all) > source.size
  const isOnlyExif = metadata.filter(({ type }) => type === 'Exif').length === 1

  return function* mayHavePlace(info) {
    const location = locations.get(info.id)
    if (!location) return false
    if (isShared || location.construction !== 0) return true
    if (info.type === 'Exif') return !isOnlyExif || !editExif(file, location)
    if (isOpaque(file, info) || location.extents.length > 1) return true
    for (const { from, to } of rangesOf(file, location)) {
      if (yield* mayHidePlace(source, from, to)) return true
    }
    return false
  }
}

/** Removes the place from an EXIF item in place; returns whether this was possible. */
function editExif(file: ItemFile, location: ItemLocation): boolean {
  const { source, edits, media } = file
  const ranges = rangesOf(file, location)
  const length = byteLength(ranges)
  const others = itemRanges(file, (id) => id !== location.id)
  const isOnce = byteLength(merged(ranges)) === length
  const isApart = subtract(ranges, media).length === 0 && intersect(ranges, others).length === 0
  if (!isOnce || !isApart || length < 4 || length > maxExif) return false
  const payload = new Uint8Array(length)
  let at = 0
  for (const { from, to } of ranges) {
    payload.set(source.read(from, to - from), at)
    at += to - from
  }
  const lead = payload.subarray(4, 4 + u32be(payload, 0))
  const tiff = payload.subarray(4 + lead.length)
  if (lead.length > 0 && !(startsWith(lead, 0, exifMark) && lead.length === exifMark.length)) return false
  const { block, removed } = stripExif(tiff, 'location', undefined)
  if (removed.length === 0) return true
  if (block?.length !== tiff.length) return false
  payload.set(block, payload.length - block.length)
  at = 0
  for (const { from, to } of ranges) {
    edits.replace(from, to, payload.slice(at, at + to - from))
    at += to - from
  }
  edits.report(...removed)
  return true
}
