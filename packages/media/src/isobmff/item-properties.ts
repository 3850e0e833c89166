import { type Box, boxesIn, broken, createFields, type Region } from './boxes.ts'
import type { ItemProperties } from './item-directory.ts'

/**
 * An `iprp` box: its properties (`ipco`), and which item has which of them (`ipma`). A file should have one `ipma` for
 * each version and flags (ISO/IEC 23008-12, 9.3.2). Several are read if no item occurs in two of them, because an
 * encoder wrote such files and browsers show them.
 * @throws {MediaFailure} MALFORMED
 */
export function readProperties(region: Region, box: Box): ItemProperties {
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

/** Adds the records of an `ipma` box to those found. @returns their items */
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
