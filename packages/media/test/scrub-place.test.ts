import { expect, it } from 'bun:test'
import { scrub } from '../src/index.ts'
import { find } from './build/bytes.ts'
import { segment, withSegments } from './build/jpeg.ts'
import { samples } from './samples.ts'

const jpeg = samples.find(({ name }) => name === 'JPEG')!.bytes

function withXmp(namespace: string, property: string): Uint8Array {
  const [prefix] = property.split(':')
  const packet = `<rdf:Description xmlns:${prefix}="${namespace}" ${property}="Planted"/>`
  return withSegments(jpeg, segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', packet))
}

const places = [
  ['http://ns.adobe.com/exif/1.0/', 'exif:GPSLatitude'],
  ['http://ns.adobe.com/photoshop/1.0/', 'photoshop:City'],
  ['http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/', 'Iptc4xmpCore:Location'],
  ['http://ns.adobe.com/xmp/1.0/DynamicMedia/', 'xmpDM:shotLocation'],
  ['http://purl.org/dc/elements/1.1/', 'dc:coverage'],
  ['http://prismstandard.org/namespaces/prl/2.1/', 'prl:geography'],
  ['http://rs.tdwg.org/dwc/index.htm', 'dwc:municipality'],
  ['http://developer.sonyericsson.com/cell/1.0/', 'cell:cellid'],
] as const

it.each(places)('XMP that says a place goes with the places: %s %s', (namespace, property) => {
  expect(find(scrub(withXmp(namespace, property), 'location').bytes, 'Planted')).toBe(-1)
})

const others = [
  ['http://purl.org/dc/elements/1.1/', 'dc:creator'],
  ['http://ns.adobe.com/tiff/1.0/', 'tiff:Orientation'],
  ['http://ns.adobe.com/exif/1.0/', 'exif:SubjectLocation'],
] as const

it.each(others)('XMP that says none stays: %s %s', (namespace, property) => {
  const bytes = withXmp(namespace, property)
  expect(scrub(bytes, 'location')).toEqual({ bytes, removed: [] })
})
