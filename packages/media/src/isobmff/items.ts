import { fourCC } from '../numbers.ts'
import { type Box, boxesIn, broken, createFields, type Region } from './boxes.ts'

/** Part of an item's data. Offsets count from the start of the file, or of the `idat` box. */
export interface Extent {
  offset: number
  /** 0 means everything up to the end. */
  length: number
}

/** Where a record stands in the bytes of the `meta` box. */
interface Span {
  start: number
  end: number
}

/** One item: a picture, a part of one, or metadata (an `infe` box). */
export interface ItemInfo extends Span {
  id: number
  type: string
  /** Where its name begins, and after it the media type of a `mime` item. */
  namesAt: number
}

/** Where the data of an item stands (a record of the `iloc` box). */
export interface ItemLocation extends Span {
  id: number
  /** What offsets count from: 0 the file, 1 the `idat` box, 2 another item. */
  construction: number
  extents: Extent[]
}

/** What an item has to do with others, such as the tiles of a grid (`dimg`). */
export interface ItemReference extends Span {
  type: string
  from: number
  to: number[]
}

/** The record of the `ipma` box that gives an item its properties. */
export interface ItemAssociation extends Span {
  id: number
}

/** The items of an image file, as its `meta` box declares them (ISO/IEC 14496-12, 8.11; 23008-12, 9). */
export interface ItemDirectory {
  boxes: Box[]
  handler: string
  primary: number | undefined
  infos: ItemInfo[]
  locations: ItemLocation[]
  references: ItemReference[]
  properties: Box[]
  associations: ItemAssociation[]
  propertiesOf: Map<number, Box[]>
  itemData: Box | undefined
}

/**
 * Reads a `meta` box. `region` holds its content, which begins with a version and flags. Each box that is read
 * stands there once at most, and each item is described once and placed once: what is said twice would be read
 * as differently as there are readers.
 * @throws {MediaFailure} MALFORMED
 */
export function parseItems(region: Region): ItemDirectory {
  const { bytes } = region
  if (bytes.length < 4) throw broken(region, 0, 'The meta box is empty')
  const directory: ItemDirectory = {
    boxes: boxesIn(region, 4, bytes.length),
    handler: '',
    primary: undefined,
    infos: [],
    locations: [],
    references: [],
    properties: [],
    associations: [],
    propertiesOf: new Map(),
    itemData: undefined,
  }
  const read = new Set<string>()
  for (const box of directory.boxes) {
    const reader = readers[box.type]
    if (!reader) continue
    if (read.has(box.type)) throw broken(region, box.start, `A second ${box.type} box`)
    read.add(box.type)
    reader(region, box, directory)
  }
  return directory
}

type BoxReader = (region: Region, box: Box, directory: ItemDirectory) => void

const readers: Record<string, BoxReader> = {
  hdlr(region, box, directory) {
    const fields = createFields(region, box.body, box.end)
    fields.skip(8)
    const at = fields.at
    fields.skip(4)
    directory.handler = fourCC(region.bytes, at)
  },
  pitm(region, box, directory) {
    const fields = createFields(region, box.body, box.end)
    const version = fields.number(1)
    fields.skip(3)
    directory.primary = fields.number(version === 0 ? 2 : 4)
  },
  idat(_, box, directory) {
    directory.itemData = box
  },
  iinf(region, box, directory) {
    const fields = createFields(region, box.body, box.end)
    const version = fields.number(1)
    fields.skip(version === 0 ? 5 : 7)
    const ids = new Set<number>()
    for (const entry of boxesIn(region, fields.at, box.end)) {
      if (entry.type !== 'infe') continue
      const info = readInfo(region, entry)
      if (ids.has(info.id)) throw broken(region, entry.start, `Two items have the number ${info.id}`)
      ids.add(info.id)
      directory.infos.push(info)
    }
  },
  iloc: readLocations,
  iref(region, box, directory) {
    const version = createFields(region, box.body, box.end).number(1)
    const idSize = version === 0 ? 2 : 4
    for (const reference of boxesIn(region, box.body + 4, box.end)) {
      const fields = createFields(region, reference.body, reference.end)
      const from = fields.number(idSize)
      const to = Array.from({ length: fields.number(2) }, () => fields.number(idSize))
      directory.references.push({
        type: reference.type,
        from,
        to,
        start: reference.start,
        end: reference.end,
      })
    }
  },
  iprp(region, box, directory) {
    const inner = boxesIn(region, box.body, box.end)
    const [container, second] = inner.filter(({ type }) => type === 'ipco')
    if (second) throw broken(region, second.start, 'A second ipco box')
    if (container) directory.properties = boxesIn(region, container.body, container.end)
    const layouts = new Set<string>()
    for (const each of inner) {
      if (each.type !== 'ipma') continue
      const layout = readAssociations(region, each, directory)
      if (layouts.has(layout)) throw broken(region, each.start, 'A second ipma box of the same layout')
      layouts.add(layout)
    }
  },
}

function readInfo(region: Region, entry: Box): ItemInfo {
  const fields = createFields(region, entry.body, entry.end)
  const version = fields.number(1)
  fields.skip(3)
  if (version < 2) throw broken(region, entry.start, 'An item is described in a way image files do not use')
  const id = fields.number(version === 2 ? 2 : 4)
  fields.skip(2)
  const at = fields.at
  fields.skip(4)
  return { id, type: fourCC(region.bytes, at), namesAt: fields.at, start: entry.start, end: entry.end }
}

function readLocations(region: Region, box: Box, directory: ItemDirectory): void {
  const fields = createFields(region, box.body, box.end)
  const version = fields.number(1)
  fields.skip(3)
  const sizes = fields.number(2)
  const offsetSize = sizes >> 12
  const lengthSize = (sizes >> 8) & 15
  const baseSize = (sizes >> 4) & 15
  const indexSize = version === 0 ? 0 : sizes & 15
  if (
    ![offsetSize, lengthSize, baseSize, indexSize].every((size) => size === 0 || size === 4 || size === 8)
  ) {
    throw broken(region, box.start, 'Item locations have a size that does not exist')
  }
  const idSize = version < 2 ? 2 : 4
  const count = fields.number(idSize)
  const ids = new Set<number>()
  for (let index = 0; index < count; index++) {
    const start = fields.at
    const id = fields.number(idSize)
    if (ids.has(id)) throw broken(region, start, `The item ${id} is in two places`)
    ids.add(id)
    const construction = version === 0 ? 0 : fields.number(2) & 15
    fields.skip(2)
    const base = fields.number(baseSize)
    const extentCount = fields.number(2)
    if (extentCount > 1 && offsetSize + lengthSize === 0) {
      throw broken(region, start, 'An item is said to have many parts in one place')
    }
    const extents: Extent[] = []
    for (let extent = 0; extent < extentCount; extent++) {
      fields.skip(indexSize)
      const offset = base + fields.number(offsetSize)
      extents.push({ offset, length: fields.number(lengthSize) })
    }
    directory.locations.push({ id, construction, extents, start, end: fields.at })
  }
}

/** Answers how its records are laid out: a file has one `ipma` box of a version and flags (23008-12, 9.3.2). */
function readAssociations(region: Region, box: Box, directory: ItemDirectory): string {
  const fields = createFields(region, box.body, box.end)
  const version = fields.number(1)
  fields.skip(2)
  const wide = (fields.number(1) & 1) === 1
  const count = fields.number(4)
  for (let index = 0; index < count; index++) {
    const start = fields.at
    const id = fields.number(version === 0 ? 2 : 4)
    const properties = directory.propertiesOf.get(id) ?? []
    for (let left = fields.number(1); left > 0; left--) {
      const number = wide ? fields.number(2) & 0x7fff : fields.number(1) & 0x7f
      const property = directory.properties[number - 1]
      if (property) properties.push(property)
    }
    directory.propertiesOf.set(id, properties)
    directory.associations.push({ id, start, end: fields.at })
  }
  return `${version === 0 ? 2 : 4} bytes, ${wide ? 2 : 1}`
}
