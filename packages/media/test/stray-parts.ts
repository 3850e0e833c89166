import { deflateSync } from 'node:zlib'
import { u32be } from '../src/numbers.ts'
import { big, bytesOf, find, little, type Part } from './build/bytes.ts'
import { application, onePixelFrame, screen, subBlocks } from './build/gif.ts'
import { segment } from './build/jpeg.ts'
import { blackPixels, png as blackPng, chunk as pngChunk } from './build/png.ts'
import { emptyProfile } from './build/profile.ts'
import { chunk, chunkOf, webp } from './build/webp.ts'
import { animation, noise } from './samples.ts'

/** Planted where no decoder reads. */
export const stray = 'PlantedStray'
const words = `${stray} gps 48.85N 2.35E `.repeat(4)

/** A file with a part that no decoder reads, and the same file without it. */
interface StrayPart {
  name: string
  planted: Uint8Array
  clean: Uint8Array
}

type Case = [name: string, planted: Uint8Array, clean?: Uint8Array]

async function bytesFrom(image: { toBuffer(): Promise<Buffer> }): Promise<Uint8Array> {
  return new Uint8Array(await image.toBuffer())
}

const size = { width: 37, height: 23 }
const lossy = (await bytesFrom(noise(3).webp())).subarray(12)
const lossless = (await bytesFrom(noise(3).webp({ lossless: true }))).subarray(12)
const alpha = chunkOf(await bytesFrom(noise(4).webp({ alphaQuality: 0 })), 'ALPH')
const rawAlpha = chunk('ALPH', '\0', new Uint8Array(size.width * size.height).fill(9))
const [moving, ...frames] = await (async () => {
  const file = await bytesFrom((await animation()).webp({ effort: 0 }))
  const parts: Uint8Array[] = []
  for (let at = 12; at < file.length; at += parts.at(-1)!.length) parts.push(chunkOf(file.subarray(at), ''))
  return [parts, ...parts.splice(2)]
})()

const head = (flags: number, ...further: Part[]): Uint8Array =>
  chunk('VP8X', little(4, flags), little(3, size.width - 1), little(3, size.height - 1), further)
const secondPicture = bytesOf(lossless, chunk('VP8L', words))
/** A frame with further chunks inside. */
const framed = (frame: Uint8Array, before: Part, after: Part): Uint8Array =>
  chunk('ANMF', frame.subarray(8, 24), before, frame.subarray(24), after)
const still = webp(head(0), lossy)
const animated = webp(moving!, frames)
const simple = webp(lossy)
const transparent = webp(head(0x10), alpha, lossy)
const profiled = webp(head(0x20), chunk('ICCP', emptyProfile), lossy)

const webpCases: Case[] = [
  ['a second picture', webp(head(0), lossy, secondPicture), still],
  ['a second picture of the same kind', webp(head(0), lossy, chunk('VP8 ', words)), still],
  ['a second picture in a simple file', webp(lossy, secondPicture), simple],
  [
    'a second picture in a frame',
    webp(moving!, framed(frames[0]!, '', secondPicture), frames.slice(1)),
    animated,
  ],
  [
    'transparency behind the picture of a frame',
    webp(moving!, framed(frames[0]!, '', chunk('ALPH', words)), frames.slice(1)),
    animated,
  ],
  ['a still picture behind an animation', webp(moving!, frames, secondPicture), animated],
  ['a frame in a still picture', webp(head(0), lossy, frames[0]!, chunk('ANMF', words)), still],
  ['a second profile', webp(head(0x20), chunk('ICCP', emptyProfile), chunk('ICCP', words), lossy), profiled],
  ['a profile that it does not announce', webp(head(0), chunk('ICCP', emptyProfile, words), lossy), still],
  ['a profile that is none', webp(head(0x20), chunk('ICCP', words), lossy), still],
  ['a profile in a simple file', webp(lossy, chunk('ICCP', emptyProfile, words)), simple],
  ['a control of animation in a still picture', webp(head(0), chunk('ANIM', words), lossy), still],
  [
    'a long control of animation',
    webp(moving![0]!, chunk('ANIM', moving![1]!.subarray(8), words), frames),
    animated,
  ],
  ['a second control of animation', webp(moving!, chunk('ANIM', words), frames), animated],
  ['a control of animation behind a frame', webp(moving!, frames, chunk('ANIM', words)), animated],
  ['transparency behind the picture', webp(head(0x10), alpha, lossy, chunk('ALPH', words)), transparent],
  ['a second transparency', webp(head(0x10), alpha, chunk('ALPH', words), lossy), transparent],
  ['transparency that it does not announce', webp(head(0), chunk('ALPH', '\0', words), lossy), still],
  [
    'transparency next to a lossless picture',
    webp(head(0x10), chunk('ALPH', '\0', words), lossless),
    webp(head(0x10), lossless),
  ],
  [
    'transparency that is longer than its pixels',
    webp(head(0x10), chunk('ALPH', rawAlpha.subarray(8), words), lossy),
    webp(head(0x10), chunk('ALPH', rawAlpha.subarray(8)), lossy),
  ],
  ['a second head', webp(head(0), lossy, chunk('VP8X', words)), still],
  ['a long head', webp(head(0, words), lossy), still],
]

const jpeg = await bytesFrom(noise(3).jpeg({ chromaSubsampling: '4:4:4' }))
const progressive = await bytesFrom(noise(3).jpeg({ progressive: true }))
/** A file with further bytes before its first segment of a kind. */
const before = (file: Uint8Array, marker: number, ...further: Part[]): Uint8Array => {
  const at = find(file, String.fromCharCode(0xff, marker))
  return bytesOf(file.subarray(0, at), further, file.subarray(at))
}
/** A file with further bytes at the end of that segment. */
const longer = (file: Uint8Array, marker: number, ...further: Part[]): Uint8Array => {
  const at = find(file, String.fromCharCode(0xff, marker))
  const to = at + 2 + ((file[at + 2]! << 8) | file[at + 3]!)
  return bytesOf(file.subarray(0, at), segment(marker, file.subarray(at + 4, to), further), file.subarray(to))
}
const inJpeg = (...further: Part[]): Uint8Array => before(jpeg, 0xda, further)
const jpegHead = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')
const inFront = (...further: Part[]): Uint8Array => before(jpeg, 0xdb, further)
const quantization = (id: number): Uint8Array => segment(0xdb, big(1, id), words.slice(0, 64))
const huffman = (id: number): Uint8Array =>
  segment(0xc4, big(1, id), big(15, 0), big(1, 40), words.slice(0, 40))
const profilePart = (number: number, of: number, ...data: Part[]): Uint8Array =>
  segment(0xe2, 'ICC_PROFILE\0', big(1, number), big(1, of), data)
const wholeScan = jpeg.subarray(find(jpeg, '\xff\xda'), -2)
const lastScan = progressive.lastIndexOf(0xda) - 1

const jpegCases: Case[] = [
  ['words behind the restart interval', inJpeg(segment(0xdd, '\0\0', words)), inJpeg(segment(0xdd, '\0\0'))],
  [
    'a restart interval that is replaced',
    inJpeg(segment(0xdd, '\0\0', words), segment(0xdd, '\0\0')),
    inJpeg(segment(0xdd, '\0\0')),
  ],
  ['words behind quantization tables', longer(jpeg, 0xdb, words)],
  ['words behind Huffman tables', longer(jpeg, 0xc4, words)],
  ['a quantization table that no component uses', inJpeg(quantization(3))],
  ['one in a segment with another', longer(jpeg, 0xdb, '\x03', words.slice(0, 64))],
  ['quantization tables that are replaced', inFront(quantization(0), quantization(1))],
  ['a Huffman table that no scan uses', inJpeg(huffman(3), huffman(0x13))],
  ['Huffman tables that are replaced', inFront(huffman(0), huffman(0x10))],
  [
    'a quantization table behind the first scan',
    bytesOf(progressive.subarray(0, lastScan), quantization(0), progressive.subarray(lastScan)),
    progressive,
  ],
  [
    'a table of the first coefficients for the last scan',
    bytesOf(progressive.subarray(0, lastScan), huffman(0), progressive.subarray(lastScan)),
    progressive,
  ],
  ['conditions of arithmetic coding', inJpeg(segment(0xcc, words))],
  ['a number of lines', inJpeg(segment(0xdc, words))],
  ['an expansion', inJpeg(segment(0xdf, words))],
  ['a hierarchy', inJpeg(segment(0xde, words))],
  ['a long header of its scan', longer(jpeg, 0xda, words)],
  ['a second scan of everything', bytesOf(jpeg.subarray(0, -2), wholeScan, stray, '\xff\xd9')],
  ['a profile that is none', inJpeg(profilePart(1, 1, words))],
  ['a part of no profile', inJpeg(profilePart(9, 1, words))],
  [
    'a part too many of a profile',
    inJpeg(profilePart(1, 1, emptyProfile), profilePart(9, 1, words)),
    inJpeg(profilePart(1, 1, emptyProfile)),
  ],
  ['a profile without its second part', inJpeg(profilePart(1, 2, emptyProfile, words))],
  [
    'a profile behind the scan',
    bytesOf(jpeg.subarray(0, -2), profilePart(1, 1, emptyProfile, words), '\xff\xd9'),
  ],
  ['words behind what Adobe says', inFront(segment(0xee, adobe.subarray(4), words)), inFront(adobe)],
  ['too little of what Adobe says', inFront(segment(0xee, 'Adobe', stray.slice(0, 6)))],
  [
    'two of what JFIF says',
    inFront(segment(0xe0, 'JFIF\0\x01\x01', stray, words), jpegHead),
    inFront(jpegHead),
  ],
  [
    'what JFIF says behind the scan',
    bytesOf(jpeg.subarray(0, -2), segment(0xe0, 'JFIF\0\x01\x01', stray), '\xff\xd9'),
  ],
  ['a segment of a reserved kind', inJpeg(segment(0xf0, words), segment(0xfd, words))],
].map(([name, planted, clean]) => [name, planted, clean ?? jpeg] as Case)

const png = await bytesFrom(noise(3).png())
const palette = await bytesFrom(noise(3).png({ palette: true, colours: 16 }))
const apng = (declared: number, ...further: Part[]): Uint8Array => {
  const control = (sequence: number): Uint8Array =>
    pngChunk('fcTL', big(4, sequence), big(4, 2), big(4, 2), big(8, 0), '\0\x01\0\x0a\0\0')
  const second = [control(1), pngChunk('fdAT', big(4, 2), blackPixels(2, 2))]
  return bytesOf('\x89PNG\r\n\x1a\n', pngChunk('IHDR', big(4, 2), big(4, 2), '\x08\x02\0\0\0'), [
    pngChunk('acTL', big(4, declared), big(4, 0)),
    control(0),
    pngChunk('IDAT', blackPixels(2, 2)),
    second,
    further,
    pngChunk('IEND'),
  ])
}
const beforePixels = (...further: Part[]): Uint8Array => insert(png, find(png, 'IDAT') - 4, further)
const behindPixels = (...further: Part[]): Uint8Array => insert(png, png.length - 12, further)
function insert(file: Uint8Array, at: number, ...further: Part[]): Uint8Array {
  return bytesOf(file.subarray(0, at), further, file.subarray(at))
}
function damagedChunk(name: string, data: string): Uint8Array {
  const bytes = pngChunk(name, data)
  bytes[bytes.length - 1]! ^= 1
  return bytes
}
const packed = (data: Uint8Array): Uint8Array => new Uint8Array(deflateSync(data))
const controlData = bytesOf(big(4, 0), big(4, 37), big(4, 23), big(8, 0), '\0\x01\0\x0a\0\0')
const paletteAt = find(palette, 'PLTE') - 4
const paletteEnd = paletteAt + 12 + u32be(palette, paletteAt)
const fields: [name: string, length: number][] = [
  ['sRGB', 1],
  ['gAMA', 4],
  ['cHRM', 32],
  ['pHYs', 9],
  ['sBIT', 3],
  ['bKGD', 6],
  ['tRNS', 6],
  ['cICP', 4],
  ['mDCV', 24],
  ['mDCv', 24],
  ['cLLI', 8],
  ['cLLi', 8],
]

const pngCases: Case[] = [
  ...fields.flatMap(([name, length]): Case[] => [
    [`words behind the fields of ${name}`, beforePixels(pngChunk(name, big(length, 0), words))],
    [
      `${name} behind the pixels`,
      behindPixels(pngChunk(name, stray.padEnd(length).slice(0, length)), pngChunk(name, words)),
    ],
    [`${name} with a wrong checksum`, beforePixels(damagedChunk(name, words.slice(0, length)))],
  ]),
  [
    'a chunk that occurs again',
    beforePixels(pngChunk('cHRM', big(32, 1)), pngChunk('cHRM', words.slice(0, 32))),
    beforePixels(pngChunk('cHRM', big(32, 1))),
  ],
  ['a background of another kind of colours', beforePixels(pngChunk('bKGD', '\0'), pngChunk('bKGD', words))],
  ['a palette that no pixel refers to', beforePixels(pngChunk('PLTE', words.slice(0, 60)))],
  ['a palette behind the pixels', behindPixels(pngChunk('PLTE', words.slice(0, 60)))],
  [
    'frames without an animation, before the pixels',
    beforePixels(pngChunk('fcTL', controlData), pngChunk('fdAT', big(4, 1), words)),
  ],
  [
    'frames without an animation, behind the pixels',
    behindPixels(pngChunk('fcTL', controlData), pngChunk('fdAT', big(4, 1), words)),
  ],
  [
    'an animation behind the pixels',
    behindPixels(pngChunk('acTL', big(4, 9), words), pngChunk('fcTL', controlData), pngChunk('fdAT', words)),
  ],
  ['a second animation', insert(apng(2), find(apng(2), 'fcTL') - 4, pngChunk('acTL', words)), apng(2)],
  [
    'frames that the animation does not count',
    apng(
      2,
      pngChunk('fcTL', big(4, 3), big(4, 2), big(4, 2), big(8, 0), '\0\x01\0\x0a\0\0'),
      pngChunk('fdAT', big(4, 4), words),
    ),
    apng(2),
  ],
  [
    'data of a frame before the pixels',
    insert(apng(2), find(apng(2), 'IDAT') - 4, pngChunk('fdAT', big(4, 1), words)),
    apng(2),
  ],
  ['a profile that is not packed', beforePixels(pngChunk('iCCP', 'icc\0\0', words))],
  ['a profile that is none', beforePixels(pngChunk('iCCP', 'icc\0\0', packed(bytesOf(words))))],
  [
    'a second profile',
    beforePixels(pngChunk('iCCP', 'icc\0\0', packed(emptyProfile)), pngChunk('iCCP', 'icc\0\0', words)),
    beforePixels(pngChunk('iCCP', 'icc\0\0', packed(emptyProfile))),
  ],
  ['a profile behind the pixels', behindPixels(pngChunk('iCCP', `${stray}\0\0`, packed(emptyProfile)))],
  ['how often colours occur', beforePixels(pngChunk('hIST', words))],
  ['transparency before its palette', insert(palette, paletteAt, pngChunk('tRNS', stray[0]!)), palette],
  ['a suggested palette', beforePixels(pngChunk('sPLT', words))],
  [
    'more transparency than colours',
    insert(palette, paletteEnd, pngChunk('tRNS', words.padEnd(300).slice(0, 300))),
    palette,
  ],
  [
    'more colours than pixels can have',
    bytesOf(
      palette.subarray(0, paletteAt),
      pngChunk(
        'PLTE',
        palette.subarray(paletteAt + 8, paletteEnd - 4).slice(0, 48),
        new Uint8Array(Math.max(0, 48 - (paletteEnd - paletteAt - 12))),
        words.slice(0, 60),
      ),
      palette.subarray(paletteEnd),
    ),
    bytesOf(
      palette.subarray(0, paletteAt),
      pngChunk(
        'PLTE',
        palette.subarray(paletteAt + 8, paletteEnd - 4),
        new Uint8Array(Math.max(0, 48 - (paletteEnd - paletteAt - 12))),
      ),
      palette.subarray(paletteEnd),
    ),
  ],
].map(([name, planted, clean]) => [name, planted, clean ?? png] as Case)

const control = '!\xf9\x04\0\x05\0\0\0'
const loop = '!\xff\x0bNETSCAPE2.0\x03\x01\x05\0\0'
const drawn = onePixelFrame()
const gif = (...blocks: Part[]): Uint8Array => bytesOf(screen(3, 3), blocks, drawn, ';')
const inBlocks = subBlocks(bytesOf(words))

const gifCases: Case[] = [
  ['further blocks of a graphic control', gif(control.slice(0, -1), inBlocks), gif(control)],
  ['a graphic control of another length', gif('!\xf9', inBlocks)],
  ['graphic controls that are replaced', gif('!\xf9\x04Plan\0', '!\xf9\x04tedS\0', control), gif(control)],
  ['a graphic control of no frame', bytesOf(gif().subarray(0, -1), control.slice(0, -1), inBlocks, ';')],
  ['a loop of another length', gif('!\xff\x0bNETSCAPE2.0', inBlocks)],
  ['further blocks of a loop', gif(loop.slice(0, -1), inBlocks), gif(loop)],
  ['a loop that is replaced', gif('!\xff\x0bNETSCAPE2.0\x03\x01XY', inBlocks, loop), gif(loop)],
  ['a profile that is none', gif(application('ICCRGBG1012', bytesOf(words)))],
  ['a profile that is none, and long', gif(application('ICCRGBG1012', bytesOf(words.repeat(12_000))))],
  [
    'words behind a profile',
    gif(application('ICCRGBG1012', bytesOf(emptyProfile, words))),
    gif(application('ICCRGBG1012', bytesOf(emptyProfile, new Uint8Array(words.length)))),
  ],
  [
    'a second profile',
    gif(application('ICCRGBG1012', emptyProfile), application('ICCRGBG1012', bytesOf(emptyProfile, words))),
    gif(application('ICCRGBG1012', emptyProfile)),
  ],
  ['an extension of an unknown kind', gif('!\x77', inBlocks)],
].map(([name, planted, clean]) => [name, planted, clean ?? gif()] as Case)

const cases = { WebP: webpCases, JPEG: jpegCases, PNG: pngCases, GIF: gifCases }

/** Parts that no decoder reads, because of their position, number or length. */
export const strayParts: StrayPart[] = Object.entries(cases).flatMap(([format, of]) =>
  of.map(([name, planted, clean]) => ({ name: `${format} with ${name}`, planted, clean: clean! })),
)

/** Files of each format that decoders read completely. */
export const readParts: [format: string, file: Uint8Array][] = [
  ['WebP', transparent],
  ['WebP', profiled],
  ['WebP', animated],
  ['JPEG', inFront(jpegHead, adobe, profilePart(1, 1, emptyProfile), segment(0xdd, '\0\0'))],
  ['JPEG', progressive],
  [
    'PNG',
    blackPng(
      2,
      2,
      fields.map(([name, length]) => pngChunk(name, big(length, 1))),
      pngChunk('iCCP', 'icc\0\0', packed(emptyProfile)),
    ),
  ],
  ['PNG', palette],
  ['PNG', apng(2)],
  ['GIF', gif(loop, application('ICCRGBG1012', emptyProfile), control)],
  ['GIF', await bytesFrom((await animation()).gif())],
]
