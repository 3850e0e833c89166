import { expect, it } from 'bun:test'
import { scrub } from '../src/index.ts'
import { avif, size } from './build/avif.ts'
import { bytesOf, find } from './build/bytes.ts'
import { comment, gif, onePixelFrame } from './build/gif.ts'
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

it('a comment in a GIF goes with the places wherever its blocks cut their names', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = gif(3, 3, comment(`${'x'.repeat(length)} Latitude Planted`), onePixelFrame())
    expect(find(scrub(bytes, 'location').bytes, 'Latitude')).toBe(-1)
    expect(scrub(bytes, 'location').removed.map(({ kind }) => kind)).toEqual(['comment'])
  }
})

it('a comment in a GIF that names no place stays, however many blocks it has', () => {
  const bytes = gif(3, 3, comment('x'.repeat(1000)), onePixelFrame())
  expect(scrub(bytes, 'location')).toEqual({ bytes, removed: [] })
})

it('text of an AVIF whose parts stand apart goes with the places', () => {
  const text = bytesOf('Planted')
  const items = [
    { id: 1, type: 'av01', data: bytesOf('picture'), properties: [1] },
    { id: 2, type: 'mime', data: text, properties: [], contentType: 'text/plain' },
  ]
  const whole = avif({ primary: 1, items, properties: [size(3, 3)] })
  expect(scrub(whole, 'location').removed).toEqual([])
  const apart = avif({ primary: 1, items, properties: [size(3, 3)], parts: 2 })
  const scrubbed = scrub(apart, 'location')
  expect(find(scrubbed.bytes, 'Planted')).toBe(-1)
  expect(scrubbed.removed).toEqual([{ kind: 'application', bytes: text.length }])
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
