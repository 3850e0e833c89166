import { MediaFailure } from '../failure.ts'
import type { Region } from '../isobmff/boxes.ts'
import type { ItemDirectory } from '../isobmff/item-directory.ts'
import { parseItems } from '../isobmff/items.ts'
import { parseMovie } from '../isobmff/movie.ts'
import { av1BitsPerPixel, primaryPicture } from '../isobmff/picture.ts'
import { fourCC, u32be, u64be } from '../numbers.ts'
import {
  foundSize,
  malformed,
  type ReadState,
  type Step,
  type Steps,
  skip,
  skipToEnd,
  take,
  takeUpTo,
} from './steps.ts'

/** Brands of image files in general. Only their items tell whether they are AV1. */
const openBrands = new Set(['mif1', 'msf1', 'miaf'])
/** Brands of HEVC pictures. The file is HEIC, even if little of it arrived. */
const hevcBrand = /^(?:hei[cxms]|hev[cxms])$/
const longestTypeBox = 4096
const maxDirectory = 1_048_576
/** Three are usual, and two per frame of a fragmented sequence. Each takes memory during stripping. */
const maxBoxes = 10_000
/** Boxes that may follow the description of the pictures. Any other box there is not part of the picture. */
const furtherBoxes = new Set('mdat free skip wide uuid pdin moov moof mfra sidx prft'.split(' '))

/**
 * Reads AVIF: an image file (`avif`) or an image sequence (`avis`) of AV1 (AVIF specification 1.1; ISO/IEC 23008-12).
 * The file is complete if all its boxes are closed and hold all data of its items and samples. Refuses a directory of
 * more than 1 MiB, and more than 10,000 boxes.
 */
export function* readAvif(file: ReadState): Steps {
  const isSequence = yield* readBrands(file)
  const seen = new Set<string>()
  let described = false
  let dataEnd = 0
  for (let boxes = 1; ; boxes++) {
    const start = file.offset
    const satisfied = described && dataEnd <= start
    const head = yield takeUpTo(8)
    if (head.length < 8) return satisfied ? start : undefined
    const type = fourCC(head, 4)
    const size = u32be(head, 0)
    const describes = type === 'meta' || (type === 'moov' && isSequence)
    if (satisfied && ((!describes && !furtherBoxes.has(type)) || (size > 1 && size < 8))) return start
    if (boxes > maxBoxes) throw malformed(file, `It has more than ${maxBoxes} boxes`)
    const length = size === 1 ? u64be(yield take(8), 0) - 16 : size === 0 ? undefined : size - 8
    if (length !== undefined && length < 0) throw malformed(file, `A box of ${size} bytes cannot be`)
    if (describes) {
      if (seen.has(type)) throw malformed(file, `A second ${type} box`)
      seen.add(type)
      const region = { offset: file.offset, bytes: yield* contentOf(file, type, length) }
      const end = type === 'meta' ? readItems(file, region) : readSequence(file, region)
      dataEnd = Math.max(dataEnd, end)
      described ||= file.findings.width > 0 && (type === 'moov' || !isSequence)
    } else yield length === undefined ? skipToEnd() : skip(length)
  }
}

/** Returns whether the file is a sequence. Leaves the type open if only the items can tell. */
function* readBrands(file: ReadState): Generator<Step, boolean, Uint8Array> {
  const size = u32be(yield take(8), 0)
  if (size < 16 || size > longestTypeBox || size % 4 !== 0) throw unknown(file, 'The file type box is wrong')
  const box = yield take(size - 8)
  const brands = new Set([fourCC(box, 0)])
  for (let at = 8; at < box.length; at += 4) brands.add(fourCC(box, at))
  const isSequence = brands.has('avis')
  if (isSequence || brands.has('avif')) file.findings.type = 'image/avif'
  else if (
    ![...brands].some((brand) => openBrands.has(brand)) ||
    [...brands].some((brand) => hevcBrand.test(brand))
  ) {
    throw unknown(file, `A media file of kind ${JSON.stringify(fourCC(box, 0))}, not AVIF`)
  }
  return isSequence
}

/** Takes the content of a box that describes pictures. A box without a length extends to the end of the file. */
function* contentOf(
  file: ReadState,
  type: string,
  length: number | undefined,
): Generator<Step, Uint8Array, Uint8Array> {
  const bytes = yield length === undefined
    ? takeUpTo(maxDirectory + 1)
    : take(Math.min(length, maxDirectory + 1))
  if (bytes.length > maxDirectory) throw malformed(file, `The ${type} box is longer than 1 MiB`)
  return bytes
}

/** Describes the primary item, and returns the end of all items' data in the file. */
function readItems(file: ReadState, region: Region): number {
  const directory = parseItems(region)
  const picture = primaryPicture(region, directory)
  const isDescribed = picture?.isConfigured && directory.handler === 'pict' && directory.locations.length > 0
  const { findings } = file
  if (picture && findings.width === 0) {
    if (picture.codec !== 'av01') {
      throw unknown(file, `The picture is coded as ${JSON.stringify(picture.codec)}, not AV1`)
    }
    findings.type = 'image/avif'
    if (!isDescribed) findings.notShown = 'incomplete-avif'
    findings.orientation = picture.orientation
    findings.bitsPerPixel = picture.bitsPerPixel
    findings.frames = Math.max(findings.frames, 1)
    foundSize(file, picture.shown.width, picture.shown.height)
    findings.decoded = picture.coded
  }
  return itemDataEnd(file, directory)
}

function itemDataEnd(file: ReadState, { locations, itemData }: ItemDirectory): number {
  const held = itemData ? itemData.end - itemData.body : 0
  let dataEnd = 0
  for (const { construction, extents } of locations) {
    for (const { offset, length } of extents) {
      if (construction === 0) dataEnd = Math.max(dataEnd, offset + length)
      else if (construction === 1 && offset + length > held) throw malformed(file, 'An item lacks its data')
    }
  }
  return dataEnd
}

/** Counts the frames of the picture track, and returns the end of all tracks' data in the file. */
function readSequence(file: ReadState, region: Region): number {
  const tracks = parseMovie(region)
  const pictures = tracks.find((track) => track.handler === 'pict' && track.codec === 'av01')
  const { findings } = file
  if (pictures && findings.type !== undefined) {
    if (pictures.samples === 0) throw malformed(file, 'The sequence has no frames')
    findings.frames = pictures.samples
    if (findings.width === 0) {
      const alpha = tracks.some((track) => track.handler === 'auxv')
      findings.bitsPerPixel = av1BitsPerPixel(pictures.configuration, alpha)
      foundSize(file, pictures.width, pictures.height)
    }
  }
  let dataEnd = 0
  for (const { extents } of tracks) {
    for (const { offset, length } of extents) dataEnd = Math.max(dataEnd, offset + length)
  }
  return dataEnd
}

function unknown(file: ReadState, reason: string): MediaFailure {
  return new MediaFailure('UNKNOWN_TYPE', reason, file.offset)
}
