import { box, fullBox, pictureHandler, size } from './avif.ts'
import { big, bytesOf, type Part } from './bytes.ts'

/** The layout of a directory's numbers (ISO/IEC 14496-12, 8.11; 23008-12, 9.3). */
export interface AvifLayout {
  /** Bytes of an item's number. */
  id: 2 | 4
  infosVersion: number
  itemVersion: number
  placesVersion: number
  /** Bytes of the numbers of a location. */
  sizes: { offset: number; length: number; base: number; index: number }
  associations: { version: number; isWide: boolean }
  /** 0 for data in the file, 1 for data in the directory. */
  construction: number
  /** Whether the last location has no length, and so extends to the end. */
  isOpen: boolean
}

const usual: AvifLayout = {
  id: 2,
  infosVersion: 0,
  itemVersion: 2,
  placesVersion: 0,
  sizes: { offset: 4, length: 4, base: 0, index: 0 },
  associations: { version: 0, isWide: false },
  construction: 0,
  isOpen: false,
}

/** Several layouts of the same directory. */
export const avifLayouts: [way: string, layout: Partial<AvifLayout>][] = [
  ['as usual', {}],
  [
    'with item numbers of 32 bits',
    { id: 4, itemVersion: 3, placesVersion: 2, associations: { version: 1, isWide: false } },
  ],
  ['with a count of 32 bits', { infosVersion: 1 }],
  ['with properties counted in 15 bits', { associations: { version: 0, isWide: true } }],
  ['with places of 64 bits', { sizes: { offset: 8, length: 8, base: 0, index: 0 } }],
  ['with places from a base', { sizes: { offset: 4, length: 4, base: 4, index: 0 } }],
  ['with places from a base of 64 bits', { sizes: { offset: 4, length: 4, base: 8, index: 0 } }],
  ['with numbered parts', { placesVersion: 1, sizes: { offset: 4, length: 4, base: 0, index: 4 } }],
  ['with reserved bits that are set', { sizes: { offset: 4, length: 4, base: 0, index: 3 } }],
  ['with the data in it', { placesVersion: 1, construction: 1 }],
  ['with the data in it up to its end', { placesVersion: 1, construction: 1, isOpen: true }],
]

/**
 * A picture of 2 × 3 pixels with its data in two parts, and EXIF after them if given.
 * @param content.held number of data bytes that the file contains
 * @param content.kind other data after them, and its names
 */
export function laidOut(
  changes: Partial<AvifLayout>,
  {
    data,
    held,
    exif,
    kind = 'Exif',
  }: { data: Uint8Array; held: number; exif?: Uint8Array | undefined; kind?: string },
): Uint8Array {
  const layout = { ...usual, ...changes }
  const type = box('ftyp', 'avif\0\0\0\0avifmif1')
  const all = exif ? bytesOf(data, exif) : data.subarray(0, held)
  const isInside = layout.construction === 1
  const meta = (dataAt: number): Uint8Array => {
    const items = [
      { number: 1, type: 'av01', parts: [9, data.length - 9] },
      ...(exif ? [{ number: 2, type: kind, parts: [exif.length] }] : []),
    ]
    return fullBox(
      'meta',
      0,
      0,
      pictureHandler,
      fullBox('pitm', layout.id === 2 ? 0 : 1, 0, big(layout.id, 1)),
      infos(layout, items),
      places(layout, items, isInside ? 0 : dataAt),
      exif
        ? fullBox(
            'iref',
            layout.id === 2 ? 0 : 1,
            0,
            box('cdsc', big(layout.id, 2), big(2, 1), big(layout.id, 1)),
            box('note', big(layout.id, 1), big(2, 1), big(layout.id, 2)),
            box('more', big(layout.id, 1), big(2, 2), big(layout.id, 1), big(layout.id, 2)),
          )
        : '',
      box('iprp', box('ipco', size(2, 3)), associations(layout, items)),
      isInside ? box('idat', all) : '',
    )
  }
  const dataAt = type.length + meta(0).length + 8
  return bytesOf(type, meta(dataAt), isInside ? '' : box('mdat', all))
}

interface LaidOutItem {
  number: number
  type: string
  /** Lengths of its data's parts, which follow those of the item before. */
  parts: number[]
}

function infos({ id, infosVersion, itemVersion }: AvifLayout, items: LaidOutItem[]): Uint8Array {
  const entries = items.map(({ number, type }) =>
    fullBox('infe', itemVersion, 0, big(id, number), big(2, 0), `${type}\0`),
  )
  return fullBox('iinf', infosVersion, 0, big(infosVersion === 0 ? 2 : 4, items.length), entries)
}

function places(
  { id, placesVersion, sizes, construction, isOpen }: AvifLayout,
  items: LaidOutItem[],
  start: number,
): Uint8Array {
  let at = start
  const base = sizes.base === 0 ? 0 : start
  const last = items.at(-1)!
  const records = items.map(({ number, parts }): Part => {
    const extents = parts.map((length, part): Part => {
      at += length
      const isEnd = number === last.number && part === parts.length - 1
      const index = placesVersion === 0 ? '' : big(sizes.index, 9)
      return [index, big(sizes.offset, at - length - base), big(sizes.length, isOpen && isEnd ? 0 : length)]
    })
    const head = [big(id, number), placesVersion === 0 ? '' : big(2, construction), big(2, 0)]
    return [head, big(sizes.base, base), big(2, parts.length), extents]
  })
  const widths = [sizes.offset * 16 + sizes.length, sizes.base * 16 + sizes.index]
  return fullBox(
    'iloc',
    placesVersion,
    0,
    widths.map((width) => big(1, width)),
    big(placesVersion === 2 ? 4 : 2, items.length),
    records,
  )
}

function associations(
  { associations: { version, isWide } }: AvifLayout,
  items: Pick<LaidOutItem, 'number'>[],
): Uint8Array {
  const property = isWide ? big(2, 0x8001) : big(1, 0x81)
  const records = items.map(({ number }): Part => [big(version === 0 ? 2 : 4, number), big(1, 1), property])
  return fullBox('ipma', version, isWide ? 1 : 0, big(4, items.length), records)
}
