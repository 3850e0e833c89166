import { fourCC } from '../numbers.ts'
import { type Box, boxesIn, broken, createFields, type Region } from './boxes.ts'
import type { ItemDirectory, ItemInfo, ItemProperties, ItemReference } from './item-directory.ts'
import { readLocations } from './item-locations.ts'

/**
 * Reads a `meta` box. `region` holds its content, which begins with a version and flags. Each known box may occur
 * once, and each item may have one description and one location: readers treat repetitions differently.
 * @throws {MediaFailure} MALFORMED
 */
export function parseItems(region: Region): ItemDirectory {
  if (region.bytes.length < 4) throw broken(region, 0, 'The meta box is empty')
  const boxes = boxesIn(region, 4, region.bytes.length)
  const directory: ItemDirectory = {
    boxes,
    handler: undefined,
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
  for (const box of boxes) {
    const reader = readers[box.type]
    if (!reader) continue
    if (read.has(box.type)) throw broken(region, box.start, `A second ${box.type} box`)
    read.add(box.type)
    Object.assign(directory, reader(region, box))
  }
  return directory
}

/** Reads each box into the directory. */
const readers: Record<string, (region: Region, box: Box) => Partial<ItemDirectory>> = {
  hdlr: (region, box) => ({ handler: readHandler(region, box) }),
  pitm: (region, box) => ({ primary: readPrimary(region, box) }),
  idat: (_, box) => ({ itemData: box }),
  iinf: (region, box) => ({ infos: readInfos(region, box) }),
  iloc: (region, box) => ({ locations: readLocations(region, box) }),
  iref: (region, box) => ({ references: readReferences(region, box) }),
  iprp: readProperties,
}

function readHandler(region: Region, box: Box): string {
  createFields(region, box.body, box.end).skip(12)
  return fourCC(region.bytes, box.body + 8)
}

function readPrimary(region: Region, box: Box): number {
  const fields = createFields(region, box.body, box.end)
  const version = fields.number(1)
  fields.skip(3)
  return fields.number(version === 0 ? 2 : 4)
}

function readInfos(region: Region, box: Box): ItemInfo[] {
  const fields = createFields(region, box.body, box.end)
  const version = fields.number(1)
  fields.skip(version === 0 ? 5 : 7)
  const infos: ItemInfo[] = []
  const ids = new Set<number>()
  for (const entry of boxesIn(region, fields.at, box.end)) {
    if (entry.type !== 'infe') continue
    const info = readInfo(region, entry)
    if (ids.has(info.id)) throw broken(region, entry.start, `Two items have the number ${info.id}`)
    ids.add(info.id)
    infos.push(info)
  }
  return infos
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

function readReferences(region: Region, box: Box): ItemReference[] {
  const version = createFields(region, box.body, box.end).number(1)
  const idSize = version === 0 ? 2 : 4
  return boxesIn(region, box.body + 4, box.end).map(({ type, body, start, end }) => {
    const fields = createFields(region, body, end)
    const from = fields.number(idSize)
    const to = Array.from({ length: fields.number(2) }, () => fields.number(idSize))
    return { type, from, to, start, end }
  })
}

/**
 * Reads an `iprp` box: its properties (`ipco`), and their assignment to items (`ipma`). A file should have one `ipma`
 * for each version and flags (ISO/IEC 23008-12, 9.3.2). Several are accepted if no item occurs in two of them,
 * because an encoder writes such files and browsers display them.
 * @throws {MediaFailure} MALFORMED
 */
function readProperties(region: Region, box: Box): ItemProperties {
  const inner = boxesIn(region, box.body, box.end)
  const [container, second] = inner.filter(({ type }) => type === 'ipco')
  if (second) throw broken(region, second.start, 'A second ipco box')
  const found: ItemProperties = {
    properties: container ? boxesIn(region, container.body, container.end) : [],
    associations: [],
    propertiesOf: new Map(),
  }
  const known = new Set<number>()
  for (const each of inner) {
    if (each.type !== 'ipma') continue
    const items = readAssociations(region, each, found)
    for (const id of items) {
      if (known.has(id)) throw broken(region, each.start, `The item ${id} has its properties in two places`)
      known.add(id)
    }
  }
  return found
}

/** Adds the records of an `ipma` box. @returns their items */
function readAssociations(region: Region, box: Box, found: ItemProperties): Set<number> {
  const { properties, associations, propertiesOf } = found
  const fields = createFields(region, box.body, box.end)
  const version = fields.number(1)
  fields.skip(2)
  const wide = (fields.number(1) & 1) === 1
  const count = fields.number(4)
  const items = new Set<number>()
  for (let index = 0; index < count; index++) {
    const start = fields.at
    const id = fields.number(version === 0 ? 2 : 4)
    const ofItem = propertiesOf.get(id) ?? []
    for (let left = fields.number(1); left > 0; left--) {
      const number = wide ? fields.number(2) & 0x7fff : fields.number(1) & 0x7f
      const property = properties[number - 1]
      if (property) ofItem.push(property)
    }
    propertiesOf.set(id, ofItem)
    associations.push({ id, boxStart: box.start, start, end: fields.at })
    items.add(id)
  }
  return items
}
