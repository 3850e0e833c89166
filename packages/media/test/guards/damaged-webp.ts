import { bytesOf, little, type Part } from '../build/bytes.ts'
import { emptyProfile, withTags } from '../build/profile.ts'
import { text, tiff } from '../build/tiff.ts'
import { chunk, chunkOf, webp } from '../build/webp.ts'
import { animation, noise } from '../samples.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const exif = exifBlocks[0]!.block
const bytesFrom = async (image: { toBuffer(): Promise<Buffer> }) => new Uint8Array(await image.toBuffer())
const size = { width: 37, height: 23 }
const pixels = size.width * size.height
const lossy = (await bytesFrom(noise(3).webp())).subarray(12)
const lossless = (await bytesFrom(noise(3).webp({ lossless: true }))).subarray(12)
const alpha = chunkOf(await bytesFrom(noise(4).webp({ alphaQuality: 0 })), 'ALPH')
const rawAlpha = (...further: Part[]): Uint8Array =>
  chunk('ALPH', '\0', new Uint8Array(pixels).fill(9), further)
const [moving, ...frames] = await (async () => {
  const file = await bytesFrom((await animation()).webp({ effort: 0 }))
  const parts: Uint8Array[] = []
  for (let at = 12; at < file.length; at += parts.at(-1)!.length) parts.push(chunkOf(file.subarray(at), ''))
  return [parts, ...parts.splice(2)]
})()

const flag = { xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 }
const head = (flags: number, ...further: Part[]): Uint8Array =>
  chunk('VP8X', little(4, flags), little(3, size.width - 1), little(3, size.height - 1), further)
const still = (flags: number, ...chunks: Part[]): Uint8Array => webp(head(flags), lossy, chunks)
const framed = (frame: Uint8Array, before: Part, after: Part): Uint8Array =>
  chunk('ANMF', frame.subarray(8, 24), before, frame.subarray(24), after)
const animated = (...changes: Part[]): Uint8Array => webp(moving!, changes, frames.slice(1))
const changed = (bytes: Uint8Array, at: number, ...other: Part[]): Uint8Array => {
  const copy = bytes.slice()
  copy.set(bytesOf(...other), at)
  return copy
}
const creator = `<x:xmpmeta><dc:creator>${owner}</dc:creator></x:xmpmeta>`
const city = `<x:xmpmeta><photoshop:City>${place}</photoshop:City></x:xmpmeta>`
const words = `GPS ${place} and more`
const profile = chunk('ICCP', emptyProfile)
const longProfile = (...behind: Part[]): Uint8Array =>
  chunk('ICCP', withTags(emptyProfile, [['A2B0', 'x'.repeat(1_100_000)]]), behind)
const monitor = (length: number): Uint8Array =>
  chunk(
    'ICCP',
    withTags(emptyProfile, [
      ['A2B0', 'x'.repeat(length)],
      ['mmod', owner],
    ]),
  )
/** The last chunk without its byte of padding. */
const unpadded = (bytes: Uint8Array): Uint8Array =>
  changed(bytes.subarray(0, -1), 4, little(4, bytes.length - 9))

const none: Outcome = []
const gone = (kind: 'xmp' | 'exif' | 'application'): Outcome => [kind]
const keeps = { stay: [owner], planted: [] }
const sound = { planted: [] }

const metadata: DamagedSample[] = [
  sample('XMP that says a place', still(flag.xmp, chunk('XMP ', city)), gone('xmp')),
  sample('XMP that says none', still(flag.xmp, chunk('XMP ', creator)), none, { ...keeps, strip: ['xmp'] }),
  sample('XMP that is not announced', still(0, chunk('XMP ', city)), gone('xmp')),
  sample('XMP in UTF-16', still(flag.xmp, chunk('XMP ', [...city].join('\0'))), gone('xmp')),
  sample('XMP in a simple file', webp(lossy, chunk('XMP ', city)), gone('xmp')),
  sample('XMP that says none in a simple file', webp(lossy, chunk('XMP ', creator)), none, {
    ...keeps,
    strip: ['xmp'],
  }),
  sample('XMP in a frame', animated(framed(frames[0]!, '', chunk('XMP ', city))), gone('xmp')),
  sample('XMP that says none in a frame', animated(framed(frames[0]!, '', chunk('XMP ', creator))), none, {
    ...keeps,
    strip: ['xmp'],
  }),
  sample(
    'XMP without its byte of padding',
    unpadded(still(flag.xmp, chunk('XMP ', city.length % 2 === 1 ? city : `${city} `))),
    gone('xmp'),
  ),
  sample('EXIF with the mark of JPEG', still(flag.exif, chunk('EXIF', 'Exif\0\0', exif)), ['location'], {
    strip: ['exif', 'location'],
    stay: [owner],
  }),
  sample(
    'EXIF that is too long',
    still(flag.exif, chunk('EXIF', exif, new Uint8Array(1_048_577 - exif.length))),
    ['exif', 'location'],
  ),
  sample('EXIF in a simple file', webp(lossy, chunk('EXIF', exif)), gone('exif')),
  sample('EXIF in a frame', animated(framed(frames[0]!, '', chunk('EXIF', exif))), gone('exif')),
  sample('EXIF of an upright picture', still(flag.exif, chunk('EXIF', 'II*\0', place)), gone('exif')),
  sample('data of a program', still(0, chunk('MINE', place)), gone('application')),
  sample('data of a program in a simple file', webp(lossy, chunk('MINE', place)), gone('application')),
  sample(
    'data of a program before the picture',
    webp(head(0), chunk('MINE', place), lossy),
    gone('application'),
  ),
  sample(
    'data of a program in a frame',
    animated(framed(frames[0]!, chunk('MINE', place), '')),
    gone('application'),
  ),
  sample(
    'data of a program behind a picture in a frame',
    animated(framed(frames[0]!, '', chunk('MINE', place))),
    gone('application'),
  ),
  sample('bytes behind its end', bytesOf(still(0), place), ['trailing']),
]

const parts: DamagedSample[] = [
  sample('nothing else', still(0), none, sound),
  sample('transparency', webp(head(flag.alpha), alpha, lossy), none, sound),
  sample('transparency that is not packed', webp(head(flag.alpha), rawAlpha(), lossy), none, sound),
  sample(
    'words behind transparency that is not packed',
    webp(head(flag.alpha), rawAlpha(words), lossy),
    gone('application'),
  ),
  sample(
    'transparency that is not announced',
    webp(head(0), rawAlpha(), chunk('MINE', place), lossy),
    gone('application'),
  ),
  sample(
    'transparency behind the picture',
    webp(head(flag.alpha), alpha, lossy, chunk('ALPH', place)),
    gone('application'),
  ),
  sample(
    'a second transparency',
    webp(head(flag.alpha), alpha, chunk('ALPH', place), lossy),
    gone('application'),
  ),
  sample(
    'transparency next to a lossless picture',
    webp(head(flag.alpha), chunk('ALPH', '\0', place), lossless),
    gone('application'),
  ),
  sample('transparency of no bytes', webp(head(flag.alpha), chunk('ALPH'), lossy), none, sound),
  sample(
    'transparency without a picture in a frame',
    animated(framed(frames[0]!, '', chunk('ALPH', place))),
    gone('application'),
  ),
  sample('a second picture', webp(head(0), lossy, chunk('VP8L', place)), gone('application')),
  sample('a second picture in a simple file', webp(lossy, chunk('VP8 ', place)), gone('application')),
  sample(
    'a second picture in a frame',
    animated(framed(frames[0]!, '', chunk('VP8 ', place))),
    gone('application'),
  ),
  sample('a picture behind an animation', webp(moving!, frames, chunk('VP8 ', place)), gone('application')),
  sample('an animation', webp(moving!, frames), none, sound),
  sample('a frame in a still picture', still(0, chunk('ANMF', place)), gone('application')),
  sample('a control of animation in a still picture', still(0, chunk('ANIM', place)), gone('application')),
  sample('a second control of animation', webp(moving!, chunk('ANIM', place), frames), gone('application')),
  sample(
    'a control of animation behind its frames',
    webp(moving![0]!, frames, chunk('ANIM', moving![1]!.subarray(8)), chunk('MINE', place)),
    gone('application'),
  ),
  sample(
    'a long control of animation',
    webp(moving![0]!, chunk('ANIM', moving![1]!.subarray(8), words), frames),
    gone('application'),
  ),
  sample('a long head', webp(head(0, words), lossy), gone('application')),
  sample('a second head', webp(head(0), lossy, chunk('VP8X', words)), gone('application')),
  sample('a head in a simple file', webp(lossy, chunk('VP8X', words)), gone('application')),
]

const even = (await bytesFrom(noise(3).resize(36, 23).webp())).subarray(12)
/** A picture with an even number of pixels, whose transparency takes one byte per pixel. */
function evenly(...further: Part[]): Uint8Array {
  const transparency = chunk('ALPH', '\0', new Uint8Array(36 * 23).fill(9), further)
  return webp(chunk('VP8X', little(4, flag.alpha), little(3, 35), little(3, 22)), transparency, even)
}
const silentBlock = tiff({ entries: [text(0x8298, owner)] })
const more: DamagedSample[] = [
  sample(
    'data of a program behind a simple lossless picture',
    webp(lossless, chunk('MINE', place)),
    gone('application'),
    {
      clean: webp(lossless),
    },
  ),
  sample('EXIF behind a simple lossy picture', webp(lossy, chunk('EXIF', exif)), gone('exif'), {
    clean: webp(lossy),
  }),
  sample(
    'XMP that says none next to data of a program in a simple file',
    webp(lossy, chunk('XMP ', creator), chunk('MINE', place)),
    gone('application'),
    { strip: ['application', 'xmp'], stay: [owner], clean: webp(lossy, chunk('XMP ', creator)) },
  ),
  sample('a short control of animation', webp(moving![0]!, chunk('ANIM', 'abcd'), frames), none, sound),
  sample('words behind transparency of an even length', evenly(words), gone('application'), {
    clean: evenly(),
  }),
  sample(
    'data of a program as long as a control of animation',
    webp(moving![0]!, chunk('MINE', 'PlaceH'), moving!.slice(1), frames),
    gone('application'),
    { planted: ['PlaceH'] },
  ),
  sample(
    'a control of animation behind its frames that says something',
    webp(moving![0]!, frames, chunk('ANIM', 'PlaceH')),
    gone('application'),
    { planted: ['PlaceH'] },
  ),
  sample(
    'XMP that says none next to data of a program',
    still(flag.xmp, chunk('XMP ', creator), chunk('MINE', place)),
    gone('application'),
    {
      strip: ['application', 'xmp'],
      stay: [owner],
    },
  ),
  sample(
    'EXIF without a place next to data of a program',
    still(flag.exif, chunk('EXIF', silentBlock), chunk('MINE', place)),
    gone('application'),
    {
      strip: ['application', 'exif'],
      stay: [owner],
    },
  ),
  sample(
    'words in a profile next to data of a program',
    webp(head(flag.profile), chunk('ICCP', emptyProfile, words), lossy, chunk('MINE', place)),
    gone('application'),
  ),
  sample('three bytes behind a simple picture', webp(lossy, 'GPS'), gone('application'), {
    planted: ['GPS'],
  }),
  sample(
    'a chunk that reaches beyond a simple picture',
    webp(lossy, 'MINE', little(4, 9_999), place),
    gone('application'),
  ),
]

const profiles: DamagedSample[] = [
  sample(
    'a profile',
    webp(head(flag.profile), chunk('ICCP', withTags(emptyProfile, [['desc', owner]])), lossy),
    none,
    keeps,
  ),
  sample(
    'words in a profile',
    webp(head(flag.profile), chunk('ICCP', emptyProfile, words), lossy),
    gone('application'),
  ),
  sample(
    'a profile that is none',
    webp(head(flag.profile), chunk('ICCP', words.padEnd(300)), lossy),
    gone('application'),
  ),
  sample(
    'a profile that is not announced',
    webp(head(0), chunk('ICCP', emptyProfile), chunk('MINE', place), lossy),
    gone('application'),
  ),
  sample('a profile in a simple file', webp(lossy, chunk('ICCP', emptyProfile, place)), gone('application')),
  sample(
    'a second profile',
    webp(head(flag.profile), profile, chunk('ICCP', emptyProfile), chunk('MINE', place), lossy),
    gone('application'),
  ),
  sample('a profile that names a monitor', webp(head(flag.profile), monitor(20), lossy), none, {
    ...keeps,
    strip: ['application'],
  }),
  sample('a long profile', webp(head(flag.profile), longProfile(), lossy), none, sound),
  sample('words in a long profile', webp(head(flag.profile), longProfile(words), lossy), 'refused'),
  sample('a long profile that names a monitor', webp(head(flag.profile), monitor(1_100_000), lossy), none, {
    ...keeps,
    strip: 'refused',
  }),
]

export const damagedWebps: DamagedSample[] = [...metadata, ...parts, ...more, ...profiles].map((each) => ({
  ...each,
  name: `WebP with ${each.name}`,
}))
