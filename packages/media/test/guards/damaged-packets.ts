import { big, bytesOf, type Part } from '../build/bytes.ts'
import { iptcDataset, photoshopResource, segment, withSegments } from '../build/jpeg.ts'
import { noise } from '../samples.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const jpeg = new Uint8Array(await noise(3).jpeg().toBuffer())
const progressive = new Uint8Array(await noise(3).jpeg({ progressive: true }).toBuffer())
const exif = exifBlocks[0]!.block
const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'
const extendedMark = `http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}`
const packet = (content: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`
export const xmp = (...content: Part[]): Uint8Array => segment(0xe1, xmpMark, content)
const extended = (...content: Part[]): Uint8Array =>
  segment(0xe1, extendedMark, big(4, 1000), big(4, 0), content)
const creator = packet(`<dc:creator>${owner}</dc:creator>`)
export const city = packet(`<photoshop:City>${place}</photoshop:City>`)
const inUtf16 = (text: string): Uint8Array => bytesOf([...text].map((letter) => `${letter}\0`))

const photoshop = (...resources: Part[]): Uint8Array => segment(0xed, 'Photoshop 3.0\0', resources)
const iptc = (...data: Part[]): Uint8Array => photoshopResource(0x0404, data)
const mine = iptcDataset(80, owner)
const here = iptcDataset(90, place)
const changed = (bytes: Uint8Array, at: number, ...other: Part[]): Uint8Array => {
  const copy = bytes.slice()
  copy.set(bytesOf(...other), at)
  return copy
}
/** A dataset of a record other than the second. */
const inRecord = (record: number, number: number, text: string): Uint8Array =>
  bytesOf('\x1c', big(1, record), big(1, number), big(2, text.length), text)
const named = (id: number, name: string, ...data: Part[]): Uint8Array => {
  const body = bytesOf(...data)
  const padded = bytesOf(big(1, name.length), name, name.length % 2 === 0 ? '\0' : '')
  return bytesOf('8BIM', big(2, id), padded, big(4, body.length), body, body.length % 2 === 1 ? '\0' : '')
}

const inJpeg = (...segments: Part[]): Uint8Array => withSegments(jpeg, segments)
const lastScan = progressive.lastIndexOf(0xda) - 1
const betweenScans = (...parts: Part[]): Uint8Array =>
  bytesOf(progressive.subarray(0, lastScan), parts, progressive.subarray(lastScan))
const none: Outcome = []
const gone = (kind: 'xmp' | 'iptc'): Outcome => [kind]
const keeps = { stay: [owner], planted: [] }

export const damagedPackets: DamagedSample[] = [
  sample('XMP that says a place', inJpeg(xmp(city)), gone('xmp')),
  sample('XMP that says none', inJpeg(xmp(creator)), none, { ...keeps, strip: ['xmp'] }),
  sample('XMP in UTF-16', inJpeg(xmp(inUtf16(city))), gone('xmp')),
  sample(
    'XMP whose names have no prefix',
    inJpeg(xmp(packet(`<City xmlns="http://ns.adobe.com/photoshop/1.0/">${place}</City>`))),
    gone('xmp'),
  ),
  sample(
    'XMP that is cut short',
    inJpeg(xmp(city.slice(0, city.indexOf(place) + place.length))),
    gone('xmp'),
  ),
  sample('XMP that is EXIF', inJpeg(xmp(exif)), gone('xmp')),
  sample('XMP with a place in its further part', inJpeg(xmp(creator), extended(city)), gone('xmp')),
  sample('XMP with a further part without a place', inJpeg(xmp(creator), extended(creator)), none, {
    ...keeps,
    strip: ['xmp'],
  }),
  sample(
    'XMP with two further parts, cut within a name',
    inJpeg(xmp(creator), extended('<exif:Latit'), extended(`ude>${place}`)),
    gone('xmp'),
  ),
  sample(
    'XMP of two further parts alone, cut within a name',
    inJpeg(extended('<exif:Latit'), extended(`ude>${place}`)),
    gone('xmp'),
  ),
  sample('three packets of XMP', inJpeg(xmp('<exif:Latit'), xmp('ude>'), xmp(place)), gone('xmp')),
  sample('XMP behind a scan', betweenScans(xmp(city)), gone('xmp')),
  sample("XMP with a maker's note", inJpeg(xmp(packet(`<GCamera:hdrp_makernote>${place}`))), gone('xmp')),
  sample(
    'XMP with a picture in it',
    inJpeg(xmp(packet(`data:image/jpeg;base64,${exif.toBase64()}`))),
    gone('xmp'),
  ),

  sample('IPTC that says a place', inJpeg(photoshop(iptc(mine, here))), gone('iptc')),
  sample('IPTC that says none', inJpeg(photoshop(iptc(mine))), none, { ...keeps, strip: ['iptc'] }),
  sample('IPTC with zeros behind it', inJpeg(photoshop(iptc(mine, '\0\0\0'))), none, {
    ...keeps,
    strip: ['iptc'],
  }),
  sample('IPTC with an empty field at its end', inJpeg(photoshop(iptc(mine, iptcDataset(5, '')))), none, {
    ...keeps,
    strip: ['iptc'],
  }),
  sample('IPTC with a field of its head', inJpeg(photoshop(iptc(inRecord(1, 90, '\x1b%G'), mine))), none, {
    ...keeps,
    strip: ['iptc'],
  }),
  sample('IPTC with a zero between its fields', inJpeg(photoshop(iptc(mine, '\0', here))), gone('iptc')),
  sample(
    'IPTC with a wrong mark',
    inJpeg(photoshop(iptc(changed(iptcDataset(80, place), 0, '\x1d')))),
    gone('iptc'),
  ),
  sample(
    'IPTC with a field that is cut short',
    inJpeg(photoshop(iptc(iptcDataset(80, `${place}!`).subarray(0, -1)))),
    gone('iptc'),
  ),
  sample(
    'IPTC with a long field that seems to end',
    inJpeg(photoshop(iptc('\x1c\x02\x50\x80\x04', big(4, 12), place, new Uint8Array(32_772 - 16)))),
    gone('iptc'),
  ),
  sample(
    'IPTC with a long field',
    inJpeg(photoshop(iptc('\x1c\x02\x50\x80\x04', big(4, 12), place))),
    gone('iptc'),
  ),
  sample(
    'IPTC with no more than a mark',
    inJpeg(photoshop(iptc(mine, '\x1c\x02\x50'), named(0x03ed, 'x', '1'))),
    gone('iptc'),
    {
      planted: [owner],
    },
  ),
  sample('IPTC of an unknown record', inJpeg(photoshop(iptc(inRecord(3, 90, place)))), gone('iptc')),
  sample(
    'IPTC with a place in a text',
    inJpeg(photoshop(iptc(iptcDataset(120, `GPS ${place}`)))),
    gone('iptc'),
  ),
  ...[26, 27, 92, 95, 100, 101].map((number) =>
    sample(
      `IPTC with a place in field ${number}`,
      inJpeg(photoshop(iptc(iptcDataset(number, place)))),
      gone('iptc'),
    ),
  ),
  sample(
    'IPTC in two segments',
    inJpeg(photoshop(iptc(mine)), photoshop(photoshopResource(0x03f0, place))),
    gone('iptc'),
  ),
  sample('no resource', inJpeg(photoshop(iptc(mine), place)), gone('iptc')),
  sample(
    'a resource with another mark',
    inJpeg(photoshop(changed(photoshopResource(0x03f0, place), 0, 'MeSa'))),
    gone('iptc'),
  ),
  sample(
    'a resource with a name',
    inJpeg(photoshop(named(0x0404, 'odd', mine), named(0x03ed, 'even', '1'))),
    none,
    {
      ...keeps,
      strip: ['iptc'],
    },
  ),
  sample(
    'a place in the name of a resource',
    inJpeg(photoshop(named(0x03ed, `GPS ${place}`, '1'))),
    gone('iptc'),
  ),
  sample(
    'a place in another resource',
    inJpeg(photoshop(photoshopResource(0x03f0, `GPS ${place}`))),
    gone('iptc'),
  ),
  sample('a resource whose name does not end', inJpeg(photoshop('8BIM\x03\xed\xff', place)), gone('iptc')),
  sample(
    'a resource that does not end',
    inJpeg(photoshop(bytesOf('8BIM\x03\xed\0\0', big(4, 100), place))),
    gone('iptc'),
  ),
  sample('a head of a resource alone', inJpeg(photoshop(iptc(mine), '8BIM\x04\x04\0\0')), gone('iptc'), {
    planted: [owner],
  }),
  ...[0x0422, 0x0423, 0x0424].map((id) =>
    sample(`a copy of other metadata, ${id}`, inJpeg(photoshop(photoshopResource(id, place))), gone('iptc')),
  ),
  ...[0x0409, 0x040c].map((id) =>
    sample(
      `a thumbnail with EXIF, ${id}`,
      inJpeg(photoshop(photoshopResource(id, 'Exif\0\0', exif))),
      gone('iptc'),
    ),
  ),
  ...[0x0409, 0x040c].map((id) =>
    sample(
      `a thumbnail that holds three letters, ${id}`,
      inJpeg(photoshop(photoshopResource(id, 'gps', owner))),
      none,
      {
        ...keeps,
        strip: ['iptc'],
      },
    ),
  ),
].map((each) => ({ ...each, name: `JPEG with ${each.name}` }))
