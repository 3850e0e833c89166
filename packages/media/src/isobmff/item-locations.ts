import { type Box, broken, createFields, type Fields, maxParts, type Region } from './boxes.ts'
import type { Extent, ItemLocation } from './item-directory.ts'

/** Lengths of the numbers in an `iloc` box, in bytes (ISO/IEC 14496-12, 8.11.3). */
interface LocationLayout {
  version: number
  idSize: number
  offsetSize: number
  lengthSize: number
  baseSize: number
  indexSize: number
}

/** The records of an `iloc` box. @throws {MediaFailure} MALFORMED, also for two records of one item */
export function readLocations(region: Region, box: Box): ItemLocation[] {
  const fields = createFields(region, box.body, box.end)
  const layout = readLayout(region, box, fields)
  const count = fields.number(layout.idSize)
  const locations: ItemLocation[] = []
  const ids = new Set<number>()
  let parts = 0
  for (let index = 0; index < count; index++) {
    const start = fields.at
    const id = fields.number(layout.idSize)
    if (ids.has(id)) throw broken(region, start, `The item ${id} is in two places`)
    ids.add(id)
    const construction = layout.version === 0 ? 0 : fields.number(2) & 15
    fields.skip(2)
    const extents = readExtents(region, fields, { layout, start })
    parts += extents.length
    if (locations.length === maxParts || parts > maxParts) {
      throw broken(region, start, `Its items are in more than ${maxParts} parts`)
    }
    locations.push({ id, construction, extents, start, end: fields.at })
  }
  return locations
}

function readLayout(region: Region, box: Box, fields: Fields): LocationLayout {
  const version = fields.number(1)
  fields.skip(3)
  const sizes = fields.number(2)
  const numbers = {
    offsetSize: sizes >> 12,
    lengthSize: (sizes >> 8) & 15,
    baseSize: (sizes >> 4) & 15,
    indexSize: version === 0 ? 0 : sizes & 15,
  }
  if (!Object.values(numbers).every((size) => size === 0 || size === 4 || size === 8)) {
    throw broken(region, box.start, 'Item locations have a size that does not exist')
  }
  return { version, idSize: version < 2 ? 2 : 4, ...numbers }
}

/** @param record.start position of the item's record */
function readExtents(
  region: Region,
  fields: Fields,
  { layout, start }: { layout: LocationLayout; start: number },
): Extent[] {
  const { offsetSize, lengthSize, baseSize, indexSize } = layout
  const base = fields.number(baseSize)
  const count = fields.number(2)
  if (count > 1 && offsetSize + lengthSize === 0) {
    throw broken(region, start, 'An item is said to have many parts in one place')
  }
  const extents: Extent[] = []
  for (let extent = 0; extent < count; extent++) {
    fields.skip(indexSize)
    const offset = base + fields.number(offsetSize)
    extents.push({ offset, length: fields.number(lengthSize) })
  }
  return extents
}
