import { type Box, boxesIn, broken, createFields, type Region } from './boxes.ts'
import type { ItemProperties } from './item-directory.ts'

/**
 * An `iprp` box: its properties (`ipco`), and which item has which of them (`ipma`; a file has one of a version and
 * flags, ISO/IEC 23008-12, 9.3.2).
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
  const layouts = new Set<string>()
  for (const each of inner) {
    if (each.type !== 'ipma') continue
    const layout = readAssociations(region, each, found)
    if (layouts.has(layout)) throw broken(region, each.start, 'A second ipma box of the same layout')
    layouts.add(layout)
  }
  return found
}

/** Adds the records of an `ipma` box to what was found. @returns how they are laid out */
function readAssociations(region: Region, box: Box, found: ItemProperties): string {
  const { properties, associations, propertiesOf } = found
  const fields = createFields(region, box.body, box.end)
  const version = fields.number(1)
  fields.skip(2)
  const wide = (fields.number(1) & 1) === 1
  const count = fields.number(4)
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
    associations.push({ id, start, end: fields.at })
  }
  return `${version === 0 ? 2 : 4} bytes, ${wide ? 2 : 1}`
}
