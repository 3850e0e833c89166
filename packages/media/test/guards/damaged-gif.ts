import { big, bytesOf, type Part } from '../build/bytes.ts'
import { application, comment, gif as gifOf, onePixelFrame, screen, subBlocks } from '../build/gif.ts'
import { emptyProfile, withTags } from '../build/profile.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const exif = exifBlocks[0]!.block
const drawn = onePixelFrame()
const gif = (...blocks: Part[]): Uint8Array => gifOf(3, 3, blocks, drawn)
const trailer = big(1, 1)
/** XMP has no blocks: it ends with numbers that lead every reader of blocks to its end. */
const magic = bytesOf(
  trailer,
  Array.from({ length: 256 }, (_, index) => big(1, 255 - index)),
  '\0',
)
const xmp = (...packet: Part[]): Uint8Array => bytesOf('!\xff\x0bXMP DataXMP', packet, magic)
const control = '!\xf9\x04\0\x05\0\0\0'
const loop = '!\xff\x0bNETSCAPE2.0\x03\x01\x05\0\0'
const inBlocks = subBlocks(bytesOf(place))
const plainText = (...text: Part[]): Uint8Array =>
  bytesOf('!\x01\x0c', '\x01\0\x02\0\x09\0\x09\0\x08\x08\x01\0', subBlocks(bytesOf(text)))
const creator = `<x:xmpmeta><dc:creator>${owner}</dc:creator></x:xmpmeta>`
const city = `<x:xmpmeta><photoshop:City>${place}</photoshop:City></x:xmpmeta>`
const profileBlocks = (...profile: Part[]): Uint8Array => application('ICCRGBG1012', bytesOf(profile))
/** A packet in which a reader of blocks finds no name. */
const unblocked = (): Uint8Array => {
  const padded = (length: number): Uint8Array => xmp(' '.repeat(length), `<x photoshop:City="${place}"/>`)
  const joined = (bytes: Uint8Array): string => {
    let text = ''
    for (let at = 14; at < bytes.length; at += 1 + bytes[at]!) {
      text += Buffer.from(bytes.subarray(at + 1, at + 1 + bytes[at]!)).toString('latin1')
    }
    return text
  }
  let length = 0
  while (joined(padded(length)).includes(':City')) length++
  return padded(length)
}
const cut = (length: number): Uint8Array => comment(`${'x'.repeat(length)}Latitude ${place}`)

const none: Outcome = []
const gone = (kind: 'comment' | 'text' | 'xmp' | 'iptc' | 'application'): Outcome => [kind]
const keeps = { stay: [owner], planted: [] }

export const damagedGifs: DamagedSample[] = [
  sample('a comment that names a place', gif(comment(`Latitude ${place}`)), gone('comment')),
  sample('a comment that names none', gif(comment(owner)), none, { ...keeps, strip: ['comment'] }),
  sample('a comment whose blocks cut a name', gif(cut(250)), gone('comment')),
  sample('a long comment that names none', gif(comment(owner.repeat(80_000))), none, {
    ...keeps,
    strip: ['comment'],
  }),
  sample(
    'a comment that is too long to be read',
    gif(comment(`${'x'.repeat(1_048_570)}${place}`)),
    gone('comment'),
  ),
  sample('a comment in UTF-16', gif(comment([...`GPS ${place}`].join('\0'))), gone('comment')),
  sample('EXIF in a comment', gif(comment(Buffer.from(exif).toString('latin1'))), gone('comment')),
  sample('text that names a place', gif(plainText(`Latitude ${place}`)), gone('text')),
  sample('text that names none', gif(plainText(owner)), none, { ...keeps, strip: ['text'] }),
  sample('XMP that says a place', gif(xmp(city)), gone('xmp')),
  sample('XMP that says none', gif(xmp(creator)), none, { ...keeps, strip: ['xmp'] }),
  sample('XMP whose letters taken for lengths cut a name', gif(unblocked()), gone('xmp')),
  sample(
    'XMP in blocks that cut a name',
    gif(application('XMP DataXMP', bytesOf('x'.repeat(251), city))),
    gone('xmp'),
  ),
  sample('XMP of another name', gif(application('XMP DatXXMP', bytesOf(place))), gone('application')),
  ...['MGK8BIM0000', 'MGKIPTC0000'].map((name) =>
    sample(`IPTC as ${name}`, gif(application(name, bytesOf(place))), gone('iptc')),
  ),
  sample('data of a program', gif(application('PROGRAMS1.0', bytesOf(place))), gone('application')),
  sample(
    'data of a program with a long name',
    gif(bytesOf('!\xff\x0cNETSCAPE2.0a', '\x03\x01\x05\0', inBlocks)),
    gone('application'),
  ),
  sample('an unknown extension', gif('!\x77', inBlocks), gone('application')),
  sample(
    'an unknown extension that is named as a loop',
    gif('!\x77\x0bNETSCAPE2.0\x03\x01PQ', inBlocks),
    gone('application'),
    { planted: [place, 'PQ'] },
  ),
  sample(
    'an extension of a program in the form of a loop',
    gif('!\xff\x0bNETSCAPE9.0\x03\x01PQ', inBlocks),
    gone('application'),
    { planted: [place, 'PQ'] },
  ),
  sample(
    'a loop whose name is longer',
    gif('!\xff\x0cNETSCAPE2.0\x03\x01P', '\x02QR\0'),
    gone('application'),
    { planted: ['QR'] },
  ),
  sample('an unknown extension of the length of a control', gif('!\x77\x04HERE\0'), gone('application'), {
    planted: ['HERE'],
  }),
  sample(
    'a second profile behind one with words in it',
    gif(profileBlocks(emptyProfile, place), profileBlocks(withTags(emptyProfile, [['desc', place]]))),
    gone('application'),
  ),
  sample('a graphic control', gif(control), none, { planted: [] }),
  sample('words behind a graphic control', gif(control.slice(0, -1), inBlocks), gone('application')),
  sample('a long graphic control', gif('!\xf9', inBlocks), gone('application')),
  sample(
    'a graphic control that is replaced',
    gif(control.slice(0, -1), inBlocks, control),
    gone('application'),
  ),
  sample('a graphic control for each frame', gif(control, drawn, control), none, { planted: [] }),
  sample(
    'a graphic control of no frame',
    bytesOf(gif().subarray(0, -1), control.slice(0, -1), inBlocks, ';'),
    gone('application'),
  ),
  sample('a loop', gif(loop), none, { planted: [] }),
  sample('a loop of another program', gif('!\xff\x0bANIMEXTS1.0\x03\x01\x05\0\0'), none, { planted: [] }),
  sample('words behind a loop', gif(loop.slice(0, -1), inBlocks), gone('application')),
  sample('a loop of another length', gif('!\xff\x0bNETSCAPE2.0\x0f\x01\x02', inBlocks), gone('application')),
  sample('a loop of another kind', gif('!\xff\x0bNETSCAPE2.0\x03\x02PQ', inBlocks), gone('application'), {
    planted: [place, 'PQ'],
  }),
  sample(
    'a loop that is replaced',
    gif('!\xff\x0bNETSCAPE2.0\x03\x01\x05\0', inBlocks, loop),
    gone('application'),
  ),
  sample('a profile', gif(profileBlocks(withTags(emptyProfile, [['desc', owner]]))), none, keeps),
  sample('words in a profile', gif(profileBlocks(emptyProfile, place)), gone('application')),
  sample('a profile that is none', gif(profileBlocks(place.padEnd(300))), gone('application')),
  sample(
    'a profile that is too long to be read',
    gif(profileBlocks(withTags(emptyProfile, [['A2B0', place.repeat(90_000)]]))),
    gone('application'),
  ),
  sample(
    'a second profile',
    gif(profileBlocks(emptyProfile), profileBlocks(withTags(emptyProfile, [['desc', place]]))),
    gone('application'),
  ),
  sample(
    'a profile behind one that is none',
    gif(profileBlocks(place.padEnd(300)), profileBlocks(withTags(emptyProfile, [['desc', owner]]))),
    gone('application'),
    { stay: [owner] },
  ),
  sample(
    'a profile that names a monitor',
    gif(profileBlocks(withTags(emptyProfile, [['mmod', owner]]))),
    none,
    { ...keeps, strip: ['application'] },
  ),
  sample('zeros between its blocks', gif('\0\0', comment(`GPS ${place}`), '\0'), gone('comment'), {}),
  sample(
    'a comment behind its frames',
    bytesOf(screen(3, 3), drawn, comment(`GPS ${place}`), ';'),
    gone('comment'),
  ),
  sample('bytes behind its end', bytesOf(gif(), place), ['trailing']),
  sample('a comment and no trailer', bytesOf(screen(3, 3), comment(`GPS ${place}`), drawn), gone('comment')),
].map((each) => ({ ...each, name: `GIF with ${each.name}` }))
