import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { strip } from '../src/strip/strip.ts'
import { avif, size } from './build/avif.ts'
import { big, bytesOf, find } from './build/bytes.ts'
import { comment, gif, onePixelFrame } from './build/gif.ts'
import { iptcDataset, photoshopResource, segment, withSegments } from './build/jpeg.ts'
import { chunk, png } from './build/png.ts'
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
  ['http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/', 'Iptc4xmpCore:CiAdrPcode'],
  ['http://ns.adobe.com/exif/1.0/', 'exif:MakerNote'],
  ['http://ns.google.com/photos/1.0/camera/', 'GCamera:HdrPlusMakernote'],
  ['http://ns.adobe.com/camera-raw-saved-settings/1.0/', 'crss:RawData'],
] as const

test.each(places)('XMP that says a place goes with the places: %s %s', (namespace, property) => {
  expect(find(strip(withXmp(namespace, property), 'location').bytes, 'Planted')).toBe(-1)
})

test('a comment in a GIF goes with the places wherever its blocks cut their names', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = gif(3, 3, comment(`${'x'.repeat(length)} Latitude Planted`), onePixelFrame())
    expect(find(strip(bytes, 'location').bytes, 'Latitude')).toBe(-1)
    expect(strip(bytes, 'location').removed.map(({ kind }) => kind)).toEqual(['comment'])
  }
})

test('a comment in a JPEG goes with the places if it names one', () => {
  const bytes = withSegments(jpeg, segment(0xfe, 'Latitude: Planted'))
  expect(strip(bytes, 'location')).toEqual({ bytes: jpeg, removed: [{ kind: 'comment', bytes: 21 }] })
})

test.each([
  [1, 2],
  [3, 1],
])(
  'a thumbnail of %d × %d in the head of a JPEG stays, and bytes behind it go with the places',
  (width, height) => {
    const pixels = 'rgb'.repeat(width * height)
    const head = bytesOf('JFIF\0\x01\x01\0\0\x01\0\x01', big(1, width), big(1, height), pixels)
    const clean = withSegments(jpeg, segment(0xe0, head))
    expect(strip(clean, 'location')).toEqual({ bytes: clean, removed: [] })
    expect(strip(withSegments(jpeg, segment(0xe0, head, 'Planted')), 'location')).toEqual({
      bytes: clean,
      removed: [{ kind: 'application', bytes: 7 }],
    })
  },
)

test('a comment in a GIF that names no place stays, however many blocks it has', () => {
  const bytes = gif(3, 3, comment('x'.repeat(1000)), onePixelFrame())
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
})

test('AVIF text in separate parts is removed with the places', () => {
  const text = bytesOf('Planted')
  const items = [
    { id: 1, type: 'av01', data: bytesOf('picture'), properties: [1] },
    { id: 2, type: 'mime', data: text, properties: [], contentType: 'text/plain' },
  ]
  const whole = avif({ primary: 1, items, properties: [size(3, 3)] })
  expect(strip(whole, 'location').removed).toEqual([])
  const apart = avif({ primary: 1, items, properties: [size(3, 3)], parts: 2 })
  const stripped = strip(apart, 'location')
  expect(find(stripped.bytes, 'Planted')).toBe(-1)
  expect(stripped.removed).toEqual([{ kind: 'application', bytes: text.length }])
})

const creator = iptcDataset(80, 'Planted')

test.each([
  ['a creator', photoshopResource(0x0404, creator)],
  ['zeros behind a creator', photoshopResource(0x0404, creator, '\0\0\0\0')],
  ['several resources', bytesOf(photoshopResource(0x03ed, 'odd'), photoshopResource(0x0404, creator))],
  [
    'a resource that is empty, as the last',
    bytesOf(photoshopResource(0x0404, creator), photoshopResource(0x03ed)),
  ],
  ['nothing but an empty resource', photoshopResource(0x03ed)],
])("Photoshop's resources stay with %s", (_, resources) => {
  const bytes = withSegments(jpeg, segment(0xed, 'Photoshop 3.0\0', resources))
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
})

test.each([
  ['a place', photoshopResource(0x0404, creator, iptcDataset(90, 'Planted'))],
  ['a place in a further resource', bytesOf(photoshopResource(0x0404, creator), photoshopResource(0x0422))],
  ['a second copy of EXIF', photoshopResource(0x0423, 'Planted')],
  ['a copy of XMP', photoshopResource(0x0424, 'Planted')],
  ['what is no resource', bytesOf(photoshopResource(0x0404, creator), 'Planted, not 8BIM')],
  ['a resource that is cut short', photoshopResource(0x0404, creator).subarray(0, -3)],
  ['a resource that is nothing but a head', bytesOf(photoshopResource(0x0404, creator), '8BIM\x04\x04\0\0')],
  ['a field that is none', photoshopResource(0x0404, creator, 'Planted')],
  ['a field that is cut short', photoshopResource(0x0404, creator.subarray(0, -1))],
  ['a field that is nothing but a head', photoshopResource(0x0404, creator, '\x1c\x02')],
])("Photoshop's resources go with the places with %s", (_, resources) => {
  const bytes = withSegments(jpeg, segment(0xed, 'Photoshop 3.0\0', resources))
  expect(strip(bytes, 'location').bytes).toEqual(jpeg)
})

const others = [
  ['http://purl.org/dc/elements/1.1/', 'dc:creator'],
  ['http://ns.adobe.com/tiff/1.0/', 'tiff:Orientation'],
  ['http://ns.adobe.com/exif/1.0/', 'exif:SubjectLocation'],
] as const

test.each(others)('XMP that says none stays: %s %s', (namespace, property) => {
  const bytes = withXmp(namespace, property)
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
})

const deflated = new Uint8Array(deflateSync('Latitude: Planted'))

test.each([
  ['text that is compressed', chunk('zTXt', 'Title\0\0', deflated)],
  ['international text that is compressed', chunk('iTXt', 'Title\0\x01\0\0\0', deflated)],
  ['a profile written as text', chunk('tEXt', 'Raw profile type exif\0\nexif\n 4\n00000000\n')],
  ['text that names a place', chunk('tEXt', 'Comment\0Latitude: Planted')],
  ['a chunk of a program', chunk('prVt', 'Planted')],
])('%s goes from a PNG with the places', (_, text) => {
  expect(strip(png(3, 3, text), 'location').bytes).toEqual(png(3, 3))
})

test.each([
  ['text', chunk('tEXt', 'Title\0A cat')],
  ['international text', chunk('iTXt', 'Title\0\0\0\0\0A cat')],
  ['a time', chunk('tIME', '\x07\xea\x01\x01\0\0\0')],
])('%s that names no place stays in a PNG', (_, text) => {
  const bytes = png(3, 3, text)
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
})
