import { u32be } from '../../src/numbers.ts'
import { big, bytesOf, find, type Part } from './bytes.ts'

export function box(type: string, ...content: Part[]): Uint8Array {
  const body = bytesOf(...content)
  return bytesOf(big(4, body.length + 8), type, body)
}

export function fullBox(type: string, version: number, flags: number, ...content: Part[]): Uint8Array {
  return box(type, big(1, version), big(3, flags), ...content)
}

/** The kind of content, `pict` for pictures, and the writing program. */
export function handler(type: string, program = ''): Uint8Array {
  return fullBox('hdlr', 0, 0, big(4, 0), type, big(12, 0), `${program}\0`)
}

export const pictureHandler = handler('pict')

/** The properties of items, counted from 1. */
export function associations(...records: Pick<BuiltItem, 'id' | 'properties'>[]): Uint8Array {
  const written = records.map(({ id, properties }) => [
    big(2, id),
    big(1, properties.length),
    properties.map((one) => big(1, one)),
  ])
  return fullBox('ipma', 0, 0, big(4, records.length), written)
}

export interface BuiltItem {
  id: number
  type: string
  data: Uint8Array
  /** Numbers of properties, counted from 1. */
  properties: number[]
  name?: string
  /** For `mime` items. */
  contentType?: string
  /** Whether it is not displayed by itself, like the tiles of a grid. */
  hidden?: boolean
  /** Declared locations of its data, computed from the real ones; `none` omits them. */
  places?: ((at: number, length: number) => [offset: number, length: number][]) | 'none'
  /** Whether it has a location and no description. */
  undescribed?: boolean
}

export interface BuiltImage {
  primary: number
  items: BuiltItem[]
  properties: Uint8Array[]
  references?: { type: string; from: number; to: number[] }[]
  /** Items of which a viewer may choose one, the best first. */
  alternatives?: number[]
  brands?: string
  /** Bytes of `mdat` before the first item. */
  lead?: Part
  /** Name of the writing program. */
  program?: string
  /** Number of parts of each item's data, one after another. */
  parts?: number
  /** Boxes after the others. */
  further?: Part[]
  /** Boxes at the end of the directory. */
  inDirectory?: Part[]
}

/** An AVIF file with its items in `mdat`, one after another. */
export function avif(image: BuiltImage): Uint8Array {
  const type = box('ftyp', image.brands ?? 'avif\0\0\0\0avifmif1miaf')
  const lead = bytesOf(image.lead ?? '')
  const directory = (dataStart: number): Uint8Array => {
    let offset = dataStart + lead.length
    const locations = image.items.flatMap(({ id, data, places }): Part[] => {
      const count = image.parts ?? 1
      const usual = Array.from({ length: count }, (_, part): [number, number] => {
        const length =
          Math.floor(((part + 1) * data.length) / count) - Math.floor((part * data.length) / count)
        offset += length
        return [offset - length, length]
      })
      if (places === 'none') return []
      const extents = places?.(offset - data.length, data.length) ?? usual
      return [
        [
          big(2, id),
          big(2, 0),
          big(2, extents.length),
          extents.map(([at, length]) => [big(4, at), big(4, length)]),
        ],
      ]
    })
    const described = image.items.filter(({ undescribed }) => !undescribed)
    const infos = described.map(({ id, type, name, contentType, hidden }) =>
      fullBox(
        'infe',
        2,
        hidden ? 1 : 0,
        big(2, id),
        big(2, 0),
        type,
        `${name ?? ''}\0`,
        contentType ? `${contentType}\0` : '',
      ),
    )
    const references = (image.references ?? []).map(({ type, from, to }) =>
      box(
        type,
        big(2, from),
        big(2, to.length),
        to.map((one) => big(2, one)),
      ),
    )
    return fullBox(
      'meta',
      0,
      0,
      handler('pict', image.program),
      fullBox('pitm', 0, 0, big(2, image.primary)),
      fullBox('iloc', 0, 0, '\x44\0', big(2, locations.length), locations),
      fullBox('iinf', 0, 0, big(2, infos.length), infos),
      references.length > 0 ? fullBox('iref', 0, 0, references) : '',
      box(
        'iprp',
        box('ipco', image.properties),
        associations(...described.filter(({ properties }) => properties.length > 0)),
      ),
      image.alternatives
        ? box(
            'grpl',
            fullBox(
              'altr',
              0,
              0,
              big(4, 100),
              big(4, image.alternatives.length),
              image.alternatives.map((one) => big(4, one)),
            ),
          )
        : '',
      image.inDirectory ?? [],
    )
  }
  const dataStart = type.length + directory(0).length + 8
  return bytesOf(
    type,
    directory(dataStart),
    box(
      'mdat',
      lead,
      image.items.map(({ data }) => data),
    ),
    image.further ?? [],
  )
}

export function size(width: number, height: number): Uint8Array {
  return fullBox('ispe', 0, 0, big(4, width), big(4, height))
}

/** The coded picture and its `av1C` box from a plain AVIF file of sharp's. */
export function codedPicture(file: Uint8Array): { data: Uint8Array; configuration: Uint8Array } {
  const mdat = find(file, 'mdat') - 4
  const configuration = find(file, 'av1C') - 4
  return {
    data: file.slice(mdat + 8, mdat + u32be(file, mdat)),
    configuration: file.slice(configuration, configuration + u32be(file, configuration)),
  }
}

/** Additions to the pictures of a sequence. */
interface BuiltSequence {
  /** Name of the program that wrote the pictures. */
  program?: string
  /** Tracks of one sample each, with a handler such as `soun`. */
  tracks?: { handler: string; sample: Part; entry?: Uint8Array }[]
  /** Boxes before the tracks, and at the start of a track, its media and so on. */
  heads?: { movie?: Part; track?: Part; media?: Part; information?: Part; table?: Part }
  /** Descriptions of samples to replace or follow that of the pictures. */
  entries?: (picture: Uint8Array) => Uint8Array[]
  /** Handler of the pictures' track. */
  kind?: string
}

/** An image sequence of `frames` times the same coded picture, from one chunk of samples. */
export function avis(
  width: number,
  height: number,
  frames: number,
  coded: ReturnType<typeof codedPicture>,
  {
    program = '',
    tracks = [],
    heads = {},
    entries = (picture) => [picture],
    kind = 'pict',
  }: BuiltSequence = {},
): Uint8Array {
  const type = box('ftyp', 'avis\0\0\0\0avismsf1miafMA1B')
  const picture = box(
    'av01',
    big(6, 0),
    big(2, 1),
    big(16, 0),
    big(2, width),
    big(2, height),
    big(14, 0),
    big(1, program.length),
    program.padEnd(31, '\0'),
    big(4, 0),
    coded.configuration,
  )
  const movie = (dataStart: number): Uint8Array => {
    let offset = dataStart + frames * coded.data.length
    const further = tracks.map((each) => {
      const { length } = bytesOf(each.sample)
      offset += length
      const entry = each.entry ?? box('mp4a', big(28, 0))
      const layout = { entries: [entry], samples: 1, length, offset: offset - length }
      return track(heads, handler(each.handler), layout)
    })
    const layout = {
      entries: entries(picture),
      samples: frames,
      length: coded.data.length,
      offset: dataStart,
    }
    return box('moov', heads.movie ?? '', track(heads, handler(kind, program), layout), further)
  }
  const dataStart = type.length + movie(0).length + 8
  const pictures = Array.from({ length: frames }, () => coded.data)
  return bytesOf(type, movie(dataStart), box('mdat', pictures, ...tracks.map(({ sample }) => sample)))
}

/** A track with samples of equal length in one chunk. */
function track(
  heads: NonNullable<BuiltSequence['heads']>,
  kind: Part,
  {
    entries,
    samples,
    length,
    offset,
  }: { entries: Uint8Array[]; samples: number; length: number; offset: number },
): Uint8Array {
  const table = box(
    'stbl',
    heads.table ?? '',
    fullBox('stsd', 0, 0, big(4, entries.length), entries),
    fullBox('stts', 0, 0, big(4, 1), big(4, samples), big(4, 1)),
    fullBox('stsc', 0, 0, big(4, 1), big(4, 1), big(4, samples), big(4, 1)),
    fullBox('stsz', 0, 0, big(4, length), big(4, samples)),
    fullBox('stco', 0, 0, big(4, 1), big(4, offset)),
  )
  const media = [heads.media ?? '', kind, box('minf', heads.information ?? '', table)]
  return box('trak', heads.track ?? '', box('mdia', media))
}
