import { deflateSync } from 'node:zlib'
import type { RemovedKind } from '../src/strip/plan.ts'
import { avif, box, codedPicture, fullBox, size } from './build/avif.ts'
import { big, bytesOf, little } from './build/bytes.ts'
import { application, comment, gif, onePixelFrame } from './build/gif.ts'
import { iptcDataset, photoshopResource, segment, withSegments } from './build/jpeg.ts'
import { chunk, png } from './build/png.ts'
import { emptyProfile } from './build/profile.ts'
import { svg } from './build/svg.ts'
import { type Directory, short, text, tiff } from './build/tiff.ts'
import {
  gainMapItem,
  gainMapXmp,
  primaryItem,
  primaryXmp,
  ultraHdr,
  usualNumbers,
} from './build/ultra-hdr.ts'
import * as webp from './build/webp.ts'
import { noise } from './samples.ts'

/** An image with words planted in its metadata. */
export interface MarkedImage {
  name: string
  bytes: Uint8Array
  /** Kinds that `strip` reports. */
  stripped: RemovedKind[]
  /** Kinds that `location` reports. */
  located: RemovedKind[]
}

/** Planted in every place field; both modes remove it. */
export const place = 'PlantedPlace'
/** Planted in other metadata; only `strip` removes it. */
export const owner = 'PlantedOwner'
/** Planted in unreadable data that may contain a place; both modes remove it. */
export const opaque = 'PlantedOpaque'

const width = 37
const height = 23

function directories(orientation: number): Directory {
  return {
    entries: [
      short(0x0112, orientation),
      text(0x8298, owner),
      {
        tag: 0x8769,
        type: 4,
        count: 1,
        data: {
          entries: [
            { tag: 0x927c, type: 7, count: opaque.length, data: bytesOf(opaque) },
            text(0xa433, owner),
          ],
        },
      },
      { tag: 0x8825, type: 4, count: 1, data: { entries: [text(0x0012, place), text(0x001b, place)] } },
    ],
    next: {
      entries: [
        { tag: 0x0201, type: 4, count: 1, data: little(4, 0) },
        { tag: 0x0202, type: 4, count: 1, data: little(4, 40) },
      ],
    },
  }
}

const exif = tiff(directories(6))
const bigEndianExif = tiff(
  {
    entries: [
      short(0x0112, 6, 'MM'),
      text(0x8298, owner),
      { tag: 0x8825, type: 4, count: 1, data: { entries: [text(0x0012, place)] } },
    ],
  },
  'MM',
)
const xmpNamespace = 'http://ns.adobe.com/xap/1.0/\0'
const xmpWith = (property: string, value: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description ${property}="${value}"/></x:xmpmeta>`
const placedXmp = xmpWith('exif:GPSLatitude', place)
const plainXmp = xmpWith('dc:creator', owner)

const placeAttribute = `xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${place}"`
const ownerAttribute = `xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${owner}"`

async function bytesFrom(image: { toBuffer(): Promise<Buffer> }): Promise<Uint8Array> {
  return new Uint8Array(await image.toBuffer())
}

const profiled = noise(3).withIccProfile('p3')
const jpeg = await bytesFrom(profiled.clone().jpeg({ progressive: true }))
const plainWebp = await bytesFrom(noise(3).webp())
const profile = webp.chunkOf(await bytesFrom(profiled.clone().webp()), 'ICCP')
const coded = codedPicture(await bytesFrom(noise(3).avif({ effort: 0 })))
const colour = box('colr', 'nclx', big(2, 12), big(2, 13), big(2, 6), '\x80')

const markedJpeg = withSegments(
  jpeg,
  segment(0xe1, 'Exif\0\0', exif),
  segment(0xe1, xmpNamespace, placedXmp),
  segment(
    0xed,
    'Photoshop 3.0\0',
    photoshopResource(0x0404, iptcDataset(80, owner), iptcDataset(90, place)),
    photoshopResource(0x040c, owner),
  ),
  segment(0xe2, 'MPF\0', opaque),
  segment(0xe0, 'JFXX\0\x13', owner),
  segment(0xe1, 'FLIR\0\x01', opaque),
  segment(0xeb, 'JP\0\0', opaque),
  segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', owner),
  segment(0xfe, owner),
)

/** One or more marked images of each format. All but the last have bytes after their end. */
export const markedImages: MarkedImage[] = [
  {
    name: 'JPEG',
    bytes: markedJpeg,
    stripped: ['exif', 'location', 'preview', 'xmp', 'iptc', 'application', 'comment'],
    located: ['location', 'exif', 'preview', 'xmp', 'iptc', 'application'],
  },
  {
    name: 'JPEG with a comment between its scans',
    bytes: bytesOf(
      jpeg.subarray(0, jpeg.lastIndexOf(0xda) - 1),
      segment(0xfe, owner),
      jpeg.subarray(jpeg.lastIndexOf(0xda) - 1),
    ),
    stripped: ['comment'],
    located: [],
  },
  {
    name: 'JPEG with metadata that names no place',
    bytes: withSegments(
      jpeg,
      segment(0xe1, xmpNamespace, plainXmp),
      segment(0xed, 'Photoshop 3.0\0', photoshopResource(0x0404, iptcDataset(80, owner))),
    ),
    stripped: ['xmp', 'iptc'],
    located: [],
  },
  {
    name: 'JPEG whose EXIF is big-endian',
    bytes: withSegments(jpeg, segment(0xe1, 'Exif\0\0', bigEndianExif)),
    stripped: ['exif', 'location'],
    located: ['location'],
  },
  {
    name: 'JPEG with a gain map',
    bytes: ultraHdr({
      picture: jpeg,
      gainMap: await bytesFrom(noise(3).resize(18, 11).toColourspace('b-w').jpeg()),
      forms: ['xmp', 'iso', 'index'],
      segments: segment(0xe1, 'Exif\0\0', exif),
      packet: (length) =>
        primaryXmp(primaryItem + gainMapItem(length), `${placeAttribute} ${ownerAttribute}`),
      gainMapSegments: [segment(0xe1, 'Exif\0\0', exif), segment(0xfe, owner), segment(0xeb, opaque)],
      gainMapPacket: gainMapXmp(`${usualNumbers} ${placeAttribute} ${ownerAttribute}`),
      between: opaque,
    }),
    stripped: ['exif', 'location', 'preview', 'xmp', 'comment', 'application'],
    located: ['location', 'exif', 'xmp', 'application'],
  },
  {
    name: 'PNG',
    bytes: png(
      width,
      height,
      chunk('iCCP', 'icc\0\0', deflateSync(emptyProfile)),
      chunk('eXIf', exif),
      chunk('tEXt', 'Author\0', owner),
      chunk('tEXt', 'exif:GPSLatitude\0', place),
      chunk('zTXt', 'Raw profile type exif\0\0', opaque),
      chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', placedXmp),
      chunk('iTXt', 'Title\0\0\0\0\0', owner),
      chunk('tIME', '\x07\xe8\x01\x01\0\0\0'),
      chunk('prVt', opaque),
    ),
    stripped: ['exif', 'location', 'preview', 'text', 'xmp', 'time', 'application'],
    located: ['location', 'exif', 'text', 'xmp', 'application'],
  },
  {
    name: 'GIF',
    bytes: gif(
      3,
      3,
      application('NETSCAPE2.0', bytesOf('\x01\x05\0')),
      comment(owner),
      application('XMP DataXMP', bytesOf(placedXmp)),
      application('ICCRGBG1012', emptyProfile),
      '!\xf9\x04\x04\x14\0\0\0',
      onePixelFrame(),
      application('MGKIPTC0000', bytesOf(opaque)),
      application('MINEVERSION', bytesOf(opaque)),
      '!\x01\x0c',
      bytesOf(big(12, 0)),
      '\x0c',
      owner,
      '\0',
      onePixelFrame(1, 1),
    ),
    stripped: ['comment', 'xmp', 'iptc', 'text', 'application'],
    located: ['xmp', 'iptc', 'application'],
  },
  {
    name: 'WebP',
    bytes: webp.extended(
      plainWebp,
      { width, height, flags: 0x2c },
      [profile],
      [webp.chunk('EXIF', exif), webp.chunk('XMP ', placedXmp), webp.chunk('MINE', opaque)],
    ),
    stripped: ['exif', 'location', 'preview', 'xmp', 'application'],
    located: ['location', 'exif', 'xmp', 'application'],
  },
  {
    name: 'plain WebP with EXIF after its picture',
    bytes: webp.webp(plainWebp.subarray(12), webp.chunk('EXIF', exif), webp.chunk('XMP ', plainXmp)),
    stripped: ['exif', 'xmp'],
    located: ['exif'],
  },
  {
    name: 'AVIF',
    bytes: avif({
      primary: 1,
      program: owner,
      lead: owner,
      items: [
        { id: 1, type: 'av01', name: owner, data: coded.data, properties: [1, 2, 3, 4, 5] },
        { id: 2, type: 'Exif', data: bytesOf(big(4, 0), exif), properties: [] },
        { id: 3, type: 'mime', data: bytesOf(placedXmp), properties: [], contentType: 'application/rdf+xml' },
        { id: 4, type: 'av01', data: coded.data, properties: [1, 2], hidden: true },
        { id: 5, type: 'mime', data: bytesOf(owner), properties: [], contentType: 'text/plain' },
        { id: 6, type: 'mime', data: bytesOf(opaque), properties: [], contentType: 'application/x-mine' },
      ],
      properties: [
        size(width, height),
        coded.configuration,
        colour,
        fullBox('udes', 0, 0, `en\0${owner}\0\0\0`),
        box('uuid', 'sixteen letters!', opaque),
      ],
      references: [
        { type: 'cdsc', from: 2, to: [1] },
        { type: 'cdsc', from: 3, to: [1] },
        { type: 'thmb', from: 4, to: [1] },
        { type: 'cdsc', from: 5, to: [1] },
        { type: 'cdsc', from: 6, to: [1] },
      ],
      further: [box('uuid', 'sixteen letters!', opaque)],
    }),
    stripped: ['exif', 'xmp', 'preview', 'application', 'text'],
    located: ['location', 'exif', 'xmp', 'application'],
  },
].map(({ stripped, located, ...image }) => ({
  ...image,
  bytes: bytesOf(image.bytes, '<script>', opaque, '</script>'),
  stripped: [...stripped, 'trailing'] as RemovedKind[],
  located: [...located, 'trailing'] as RemovedKind[],
}))

const svgFromADrawingProgram = bytesOf(
  `<?xml version="1.0"?><!-- ${owner} --><?xpacket ${opaque} GPSLatitude?>`,
  svg(
    `xmlns:tool="http://example.com/tool" width="20" height="10" tool:file="/home/${owner}/x.svg"`,
    `<tool:view by="${owner}"><rect width="9" height="9"/></tool:view>`,
    `<metadata><tool:author>${owner}</tool:author></metadata>`,
    `<metadata><tool:geo exif:GPSLatitude="${place}" xmlns:exif="e"/></metadata>`,
    `<g><rect tool:place="geo:${place}" tool:note='${owner}' width="9" height="5" fill="teal"/></g>`,
  ),
)

markedImages.push({
  name: 'SVG',
  bytes: svgFromADrawingProgram,
  stripped: ['application', 'comment', 'text'],
  located: ['application', 'text'],
})
