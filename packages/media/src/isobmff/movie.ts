import type { ByteSpan } from '../facts.ts'
import { fourCC, u16be } from '../numbers.ts'
import {
  type Box,
  boxesIn,
  broken,
  createFields,
  type Fields,
  handlerName,
  maxParts,
  type Region,
} from './boxes.ts'
import type { Extent } from './item-directory.ts'

/** Handlers of tracks with pictures, or with data that belongs to pictures. */
export const pictureHandlers: ReadonlySet<string> = new Set(['pict', 'auxv', 'vide'])

/** A track of an image sequence. */
export interface Track {
  /** The track's `trak` box. */
  box: Box
  /** `pict` for pictures, `auxv` for auxiliary ones such as transparency. */
  handler: string
  /** The kind of its first sample description, `av01` for AV1; empty if it contains no picture or is unreadable. */
  codec: string
  width: number
  height: number
  samples: number
  /** Positions of its samples in the file. */
  extents: Extent[]
  /** The `av1C` box's content, if present. */
  configuration: Uint8Array | undefined
  /** The boxes in its sample descriptions, and unreadable further descriptions. */
  described: Box[]
  /** Positions of the names of programs that wrote the track or encoded its pictures, in the region's bytes. */
  names: ByteSpan[]
}

/**
 * Reads the tracks of a `moov` box (ISO/IEC 14496-12, 8.2 to 8.7); `region` holds its content.
 * @throws {MediaFailure} MALFORMED
 */
export function parseMovie(region: Region): Track[] {
  return boxesIn(region, 0, region.bytes.length)
    .filter((box) => box.type === 'trak')
    .map((box) => readTrack(region, box))
}

function readTrack(region: Region, trak: Box): Track {
  const media = child(region, trak, 'mdia')
  const handlerBox = media && child(region, media, 'hdlr')
  const information = media && child(region, media, 'minf')
  const table = information && child(region, information, 'stbl')
  const boxes = new Map<string, Box>()
  for (const box of table ? boxesIn(region, table.body, table.end) : []) {
    if (boxes.has(box.type) && readTables.has(box.type)) {
      throw broken(region, box.start, `A second ${box.type} box`)
    }
    boxes.set(box.type, box)
  }
  const entries = sampleEntries(region, boxes.get('stsd'))
  const handler =
    handlerBox && handlerBox.body + 12 <= handlerBox.end ? fourCC(region.bytes, handlerBox.body + 8) : ''
  return {
    box: trak,
    handler,
    ...readDescription(region, pictureHandlers.has(handler) ? entries : []),
    ...readSamples(region, boxes),
    names: [handlerBox && handlerName(handlerBox), ...entries.map(coderName)].filter(
      (name) => name !== undefined,
    ),
  }
}

const readTables = new Set(['stsd', 'stsz', 'stsc', 'stco', 'co64'])

/** @throws {MediaFailure} MALFORMED for a second one, because readers treat repetitions differently */
function child(region: Region, parent: Box, type: string): Box | undefined {
  const [box, second] = boxesIn(region, parent.body, parent.end).filter((each) => each.type === type)
  if (second) throw broken(region, second.start, `A second ${type} box`)
  return box
}

const visualEntryLength = 78
const coderNameAt = 42
const coderNameLength = 32

/** The descriptions of a track's samples (ISO/IEC 14496-12, 8.5.2). */
function sampleEntries(region: Region, stsd: Box | undefined): Box[] {
  return stsd ? boxesIn(region, stsd.body + 8, stsd.end) : []
}

/** The name of the encoder (ISO/IEC 14496-12, 12.1.3, `compressorname`). */
function coderName({ body, end }: Box): ByteSpan | undefined {
  const from = body + coderNameAt
  return body + visualEntryLength > end ? undefined : { from, to: from + coderNameLength }
}

function readDescription(
  region: Region,
  entries: Box[],
): Pick<Track, 'codec' | 'width' | 'height' | 'configuration' | 'described'> {
  const [entry] = entries
  const isShort = ({ body, end }: Box): boolean => body + visualEntryLength > end
  if (!entry || isShort(entry)) {
    return { codec: '', width: 0, height: 0, configuration: undefined, described: [] }
  }
  const described = entries.flatMap((each) =>
    isShort(each) ? [each] : boxesIn(region, each.body + visualEntryLength, each.end),
  )
  const av1C = described.find((box) => box.type === 'av1C')
  return {
    codec: entry.type,
    width: u16be(region.bytes, entry.body + 24),
    height: u16be(region.bytes, entry.body + 26),
    configuration: av1C && region.bytes.subarray(av1C.body, av1C.end),
    described,
  }
}

function readSamples(region: Region, boxes: Map<string, Box>): Pick<Track, 'samples' | 'extents'> {
  const sizes = readSizes(region, boxes.get('stsz'))
  const runs = readRuns(region, boxes.get('stsc'))
  const offsets = readOffsets(region, boxes.get('stco'), 4) ?? readOffsets(region, boxes.get('co64'), 8) ?? []
  const extents: Extent[] = []
  let sample = 0
  let run = -1
  for (const [index, offset] of offsets.entries()) {
    while (run + 1 < runs.length && runs[run + 1]!.firstChunk <= index + 1) run++
    const next = Math.min(sample + (runs[run]?.samplesPerChunk ?? 0), sizes.count)
    extents.push({ offset, length: sizes.sum(sample, next) })
    sample = next
  }
  return { samples: sizes.count, extents }
}

interface SampleSizes {
  count: number
  /** Sums the lengths of the samples `from` up to `to`. */
  sum(from: number, to: number): number
}

function readSizes(region: Region, stsz: Box | undefined): SampleSizes {
  if (!stsz) return { count: 0, sum: () => 0 }
  const fields = createFields(region, stsz.body, stsz.end)
  fields.skip(4)
  const common = fields.number(4)
  const count = fields.number(4)
  if (common !== 0) return { count, sum: (from, to) => (to - from) * common }
  const sizes = Array.from({ length: Math.min(count, fields.left / 4 + 1) }, () => fields.number(4))
  return {
    count,
    sum(from, to) {
      let total = 0
      for (let index = from; index < to; index++) total += sizes[index]!
      return total
    },
  }
}

/** @throws {MediaFailure} MALFORMED for more rows than {@link maxParts} */
function rowCount(region: Region, fields: Fields): number {
  const count = fields.number(4)
  if (count > maxParts) throw broken(region, fields.at, `Its pictures are in more than ${maxParts} parts`)
  return count
}

function readRuns(region: Region, stsc: Box | undefined): { firstChunk: number; samplesPerChunk: number }[] {
  if (!stsc) return []
  const fields = createFields(region, stsc.body, stsc.end)
  fields.skip(4)
  const count = rowCount(region, fields)
  const runs = []
  for (let index = 0; index < count; index++) {
    const firstChunk = fields.number(4)
    runs.push({ firstChunk, samplesPerChunk: fields.number(4) })
    fields.skip(4)
  }
  return runs
}

function readOffsets(region: Region, box: Box | undefined, size: number): number[] | undefined {
  if (!box) return undefined
  const fields = createFields(region, box.body, box.end)
  fields.skip(4)
  const count = rowCount(region, fields)
  const offsets: number[] = []
  for (let index = 0; index < count; index++) offsets.push(fields.number(size))
  return offsets
}
