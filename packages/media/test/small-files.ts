import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { avif, avis, box, codedPicture, fullBox, size } from './build/avif.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { application, comment, gif, onePixelFrame } from './build/gif.ts'
import { iptcDataset, photoshopResource, segment, withSegments } from './build/jpeg.ts'
import { apng, blackPixels, chunk, header, imageEnd, png, pngSignature } from './build/png.ts'
import { emptyProfile, withTags } from './build/profile.ts'
import { svg } from './build/svg.ts'
import { short, text, tiff } from './build/tiff.ts'
import { gainMapItem, gainMapXmp, primaryItem, primaryXmp, ultraHdr } from './build/ultra-hdr.ts'
import * as webp from './build/webp.ts'

const flat = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels,
      background: { r: 200, g: 90, b: 30, alpha: channels === 4 ? 0.5 : 1 },
    },
  })

async function bytesFrom(image: { toBuffer(): Promise<Buffer> }): Promise<Uint8Array> {
  return new Uint8Array(await image.toBuffer())
}

const exifOf = (endian: 'II' | 'MM'): Uint8Array =>
  tiff(
    {
      entries: [
        short(0x0112, 6, endian),
        text(0x8298, 'owner'),
        { tag: 0x8769, type: 4, count: 1, data: { entries: [text(0xa433, 'maker')] } },
        { tag: 0x8825, type: 4, count: 1, data: { entries: [text(0x0012, 'WGS-84')] } },
      ],
      next: { entries: [short(0x0103, 6, endian)] },
    },
    endian,
  )

const exif = exifOf('II')
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="5"/></x:xmpmeta>'
const profile = withTags(emptyProfile, [
  ['wtpt', 'whitewhite'],
  ['mmod', 'monitor!'],
])
const gps = { tag: 0x8825, type: 4, count: 1, data: { entries: [text(0x0012, 'WGS-84')] } }

const coded = codedPicture(await bytesFrom(flat(16, 16).avif({ effort: 0 })))
const jpeg = await bytesFrom(flat(8, 8).jpeg({ optimiseCoding: true }))
const grey = await bytesFrom(flat(8, 8).toColourspace('b-w').jpeg({ optimiseCoding: true }))
const lossy = await bytesFrom(flat(8, 8).webp())
const transparent = await bytesFrom(flat(8, 8, 4).webp())
const colour = box('colr', 'nclx', big(2, 12), big(2, 13), big(2, 6), '\x80')

function avifWith(changes: Partial<Parameters<typeof avif>[0]>): Uint8Array {
  return avif({
    primary: 1,
    items: [
      { id: 1, type: 'av01', data: coded.data, properties: [1, 2, 3] },
      { id: 2, type: 'Exif', data: bytesOf(big(4, 0), tiff({ entries: [gps] })), properties: [] },
      { id: 3, type: 'mime', data: bytesOf('xmp!'), properties: [], contentType: 'application/rdf+xml' },
    ],
    properties: [size(16, 16), coded.configuration, colour, box('irot', '\x01')],
    references: [
      { type: 'cdsc', from: 2, to: [1] },
      { type: 'cdsc', from: 3, to: [1] },
    ],
    ...changes,
  })
}

const gridBody = Uint8Array.of(0, 0, 0, 1, 0, 32, 0, 16)
const tile = { type: 'av01', data: coded.data, properties: [1, 2], hidden: true }
const chunks = (...parts: Part[]): Uint8Array => bytesOf(pngSignature, parts, imageEnd)

/** Files of each layout, small enough to damage every byte in several ways. */
export const smallFiles: [name: string, file: Uint8Array][] = [
  [
    'JPEG',
    withSegments(
      jpeg,
      segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'),
      segment(0xe1, 'Exif\0\0', exif),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmp),
      segment(
        0xed,
        'Photoshop 3.0\0',
        photoshopResource(0x0404, iptcDataset(80, 'owner'), iptcDataset(90, 'place')),
      ),
      segment(0xee, 'Adobe\0\x64\0\0\0\0\x01'),
      segment(0xfe, 'comment'),
    ),
  ],
  ['grey JPEG with a profile', withSegments(grey, segment(0xe2, 'ICC_PROFILE\0\x01\x01', profile))],
  ['progressive JPEG', await bytesFrom(flat(8, 8).jpeg({ progressive: true }))],
  [
    'JPEG with a gain map',
    ultraHdr({
      picture: grey,
      gainMap: grey,
      forms: ['xmp', 'iso', 'index'],
      packet: (length) => primaryXmp(primaryItem + gainMapItem(length)),
      gainMapPacket: gainMapXmp('hdrgm:GainMapMax="2.25" hdrgm:HDRCapacityMax="2.25"'),
    }),
  ],
  [
    'JPEG with a gain map of ISO',
    ultraHdr({ picture: grey, gainMap: grey, forms: ['iso', 'index'], endian: 'II' }),
  ],
  [
    'PNG',
    png(
      2,
      2,
      chunk('iCCP', 'icc\0\0', new Uint8Array(deflateSync(profile))),
      chunk('gAMA', big(4, 45455)),
      chunk('cICP', '\x09\x10\0\x01'),
      chunk('eXIf', exifOf('MM')),
      chunk('pHYs', big(4, 2835), big(4, 2835), '\x01'),
      chunk('tEXt', 'Author\0owner'),
      chunk('tEXt', 'exif:GPSLatitude\0place'),
      chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmp),
      chunk('tIME', '\x07\xe8\x01\x01\0\0\0'),
    ),
  ],
  [
    'palette PNG',
    chunks(
      header(1, 1, 8, 3),
      chunk('PLTE', '\0\0\0\x10\x20\x30'),
      chunk('tRNS', '\x80'),
      chunk('bKGD', '\x01'),
      chunk('hIST', '\0\x01\0\x01'),
      chunk('IDAT', new Uint8Array(deflateSync(new Uint8Array(2)))),
    ),
  ],
  ['APNG', apng(2, 2, 3)],
  [
    'APNG with a picture that is no frame',
    chunks(
      header(2, 2),
      chunk('acTL', big(4, 1), big(4, 0)),
      chunk('IDAT', blackPixels(2, 2)),
      chunk('fcTL', big(4, 0), big(4, 1), big(4, 1), big(4, 1), big(4, 1), '\0\x01\0\x0a\x01\x01'),
      chunk('fdAT', big(4, 1), blackPixels(1, 1)),
    ),
  ],
  [
    'GIF',
    gif(
      3,
      3,
      application('NETSCAPE2.0', bytesOf('\x01\x05\0')),
      comment('owner'),
      application('XMP DataXMP', bytesOf(xmp)),
      '!\xf9\x04\x04\x14\0\0\0',
      onePixelFrame(),
      '!\x01\x0c',
      big(12, 0),
      '\x05words\0',
      '!\xf9\x04\x09\x14\0\x01\0',
      onePixelFrame(2, 1),
    ),
  ],
  ['lossy WebP', lossy],
  ['lossless WebP', await bytesFrom(flat(8, 8).webp({ lossless: true }))],
  [
    'WebP with everything',
    webp.extended(
      transparent.subarray(18),
      { width: 8, height: 8, flags: 0x3c },
      [webp.chunk('ICCP', profile)],
      [webp.chunk('EXIF', exif), webp.chunk('XMP ', xmp), webp.chunk('MINE', 'own')],
    ),
  ],
  [
    'animated WebP',
    await bytesFrom(
      sharp(
        new Uint8Array(8 * 24 * 4).map((_, at) => (at >> 8) * 80),
        {
          raw: { width: 8, height: 24, channels: 4, pageHeight: 8 },
        },
      ).webp({ effort: 0 }),
    ),
  ],
  ['AVIF', avifWith({})],
  ['AVIF of sharp with alpha', await bytesFrom(flat(16, 16, 4).avif({ effort: 0 }))],
  [
    'grid AVIF',
    avif({
      primary: 1,
      items: [
        { id: 1, type: 'grid', data: gridBody, properties: [3, 4] },
        { ...tile, id: 2 },
        { ...tile, id: 3 },
      ],
      properties: [size(16, 16), coded.configuration, size(32, 16), box('imir', '\x01')],
      references: [{ type: 'dimg', from: 1, to: [2, 3] }],
      alternatives: [1, 2],
    }),
  ],
  [
    'cropped AVIF',
    avifWith({
      items: [{ id: 1, type: 'av01', data: coded.data, properties: [1, 2, 3, 4], name: 'name' }],
      properties: [
        size(16, 16),
        coded.configuration,
        box('clap', big(4, 8), big(4, 1), big(4, 4), big(4, 1), big(8, 0), big(8, 0)),
        fullBox('auxC', 0, 0, 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'),
      ],
      references: [],
      program: 'program',
      inDirectory: [box('idat', 'data')],
      further: [box('free', 'words'), box('uuid', 'sixteen letters!')],
    }),
  ],
  [
    'AVIF sequence',
    avis(16, 16, 2, coded, { program: 'writer', tracks: [{ handler: 'soun', sample: 'sound' }] }),
  ],
  [
    'SVG',
    bytesOf(
      '<?xml version="1.0" encoding="UTF-8"?><!-- note --><!DOCTYPE svg><?tool GPSLatitude?>\n',
      svg(
        'xmlns:t="urn:t" width="20mm" viewBox="0 0 4 2" t:n="geo:1"',
        '<t:view><g/></t:view><metadata>m</metadata><g t:a=\'b\' id="c>"><![CDATA[ < ]]>\xc3\xa9&amp;</g >',
        '<foreignObject><p xmlns=""/></foreignObject>',
      ),
      '\n',
    ),
  ],
]
