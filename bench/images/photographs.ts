/** Photographs as phones and cameras write them: a picture, and around it what they know of it. */
import { bytesOf, little } from '@pictoglyph/media/test/build/bytes'
import { segment, withSegments } from '@pictoglyph/media/test/build/jpeg'
import { type Entry, short, text, tiff } from '@pictoglyph/media/test/build/tiff'
import sharp from 'sharp'

/** What one is like. */
export interface PhotographKind {
  /** Of the picture itself, roughly: sizes from 10 kB to 12 MB. */
  pixelBytes: number
  /** EXIF with a thumbnail and maker's notes, XMP and an ICC profile. */
  withMetadata: boolean
}

/** About so many bytes does a pixel take at the quality of {@link photograph}. */
const bytesOfPixel = 0.335
const makerNotesBytes = 24_000

/** A JPEG, the same each time for the same kind. */
export async function photograph({ pixelBytes, withMetadata }: PhotographKind): Promise<Uint8Array> {
  const width = Math.round(Math.sqrt((pixelBytes / bytesOfPixel) * 1.5))
  const picture = await jpegOf(width, withMetadata)
  return withMetadata ? withCameraMetadata(picture) : picture
}

/** The JPEG with EXIF, a thumbnail and maker's notes in it, and XMP. */
export async function withCameraMetadata(picture: Uint8Array): Promise<Uint8Array> {
  const thumbnail = await jpegOf(160, false)
  return withSegments(
    picture,
    segment(0xe1, 'Exif\0\0', tiff(cameraData(thumbnail))),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmpPacket()),
  )
}

/** Light and shade with the grain of a sensor, as wide as is said and two thirds as high. */
function jpegOf(width: number, withProfile: boolean): Promise<Uint8Array> {
  const height = Math.round((width * 2) / 3)
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0.3" y2="1"><stop stop-color="#7fb2e5"/><stop offset="0.6" stop-color="#e8d9c0"/>
    <stop offset="0.61" stop-color="#31502f"/><stop offset="1" stop-color="#8a7a4d"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/></svg>`
  const grain = Buffer.alloc(width * height, 0)
  let state = 0x2545f491
  for (let at = 0; at < grain.length; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    grain[at] = 128 + ((state & 63) - 32)
  }
  const image = sharp(Buffer.from(shade))
    .flatten()
    .composite([{ input: grain, raw: { width, height, channels: 1 }, blend: 'overlay' }])
  return (withProfile ? image.withIccProfile('p3') : image).jpeg({ quality: 88 }).toBuffer()
}

function long(tag: number, value: number): Entry {
  return { tag, type: 4, count: 1, data: little(4, value) }
}

function rational(tag: number, ...fractions: readonly (readonly [number, number])[]): Entry {
  const data = bytesOf(fractions.map(([over, under]) => [little(4, over), little(4, under)]))
  return { tag, type: 5, count: fractions.length, data }
}

function cameraData(thumbnail: Uint8Array) {
  const makerNotes = Uint8Array.from({ length: makerNotesBytes }, (_, at) => (at * 31 + (at >> 7)) & 255)
  const exposure = {
    entries: [
      rational(0x829a, [1, 120]),
      rational(0x829d, [18, 10]),
      short(0x8827, 64),
      text(0x9003, '2026:05:17 18:04:11'),
      text(0x9011, '+02:00'),
      rational(0x920a, [57, 10]),
      { tag: 0x927c, type: 7, count: makerNotes.length, data: makerNotes },
      long(0xa002, 4032),
      long(0xa003, 3024),
      text(0xa434, 'back camera 5.7mm f/1.8'),
    ],
  }
  const position = {
    entries: [
      text(0x0001, 'N'),
      rational(0x0002, [46, 1], [12, 1], [3411, 100]),
      text(0x0003, 'E'),
      rational(0x0004, [7, 1], [25, 1], [1187, 100]),
      text(0x001d, '2026:05:17'),
    ],
  }
  return {
    entries: [
      text(0x010f, 'Maker'),
      text(0x0110, 'Model 12'),
      short(0x0112, 1),
      rational(0x011a, [72, 1]),
      text(0x0131, '26.1.2'),
      text(0x0132, '2026:05:17 18:04:11'),
      { tag: 0x8769, type: 4, count: 1, data: exposure },
      { tag: 0x8825, type: 4, count: 1, data: position },
    ],
    next: {
      entries: [
        short(0x0103, 6),
        { tag: 0x0201, type: 4, count: 1, data: thumbnail },
        long(0x0202, thumbnail.length),
      ],
    },
  }
}

/** With the room for changes that programs leave at its end. */
function xmpPacket(): string {
  const properties = [
    'xmp:CreateDate="2026-05-17T18:04:11"',
    'xmp:CreatorTool="26.1.2"',
    'photoshop:DateCreated="2026-05-17T18:04:11"',
    'exif:GPSLatitude="46,12.5685N"',
    'exif:GPSLongitude="7,25.1978E"',
  ]
  return [
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    `xmlns:exif="http://ns.adobe.com/exif/1.0/" ${properties.join(' ')}/></rdf:RDF></x:xmpmeta>`,
    `${' '.repeat(2_000)}<?xpacket end="w"?>`,
  ].join('\n')
}
