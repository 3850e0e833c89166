import { avis, box, codedPicture, fullBox } from '../build/avif.ts'
import { big, bytesOf, type Part } from '../build/bytes.ts'
import { emptyProfile } from '../build/profile.ts'
import { noise } from '../samples.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'

const [width, height] = [37, 23]
const coded = codedPicture(new Uint8Array(await noise(3).avif({ effort: 0 }).toBuffer()))
const words = `GPS ${place} and more`
const none: Outcome = []
const gone = (...kinds: Exclude<Outcome, 'refused'>): Outcome => kinds
const keeps = (strip: Outcome) => ({ strip, stay: [owner], planted: [] })
const sound = { planted: [] }
const refused = (name: string, bytes: Uint8Array): DamagedSample => sample(name, bytes, 'refused', sound)
const sequence = (built: Parameters<typeof avis>[4]): Uint8Array => avis(width, height, 3, coded, built)
const withBoxes = (...more: Part[]): Uint8Array =>
  avis(width, height, 3, { ...coded, configuration: bytesOf(coded.configuration, more) })
const withSound = (entry?: Uint8Array) => ({
  tracks: [{ handler: 'soun', sample: owner, ...(entry ? { entry } : {}) }],
})
const dated = (version: number): Uint8Array => {
  const length = version === 0 ? 4 : 8
  const head = (type: string) =>
    fullBox(
      type,
      version,
      0,
      big(length, 3_900_000_000),
      bytesOf('Date'.padStart(length, '\0')),
      big(8, 1_000),
    )
  return sequence({ heads: { movie: head('mvhd'), track: head('tkhd'), media: head('mdhd') } })
}
const short = box('av01', big(20, 0), place)

export const damagedFilms: DamagedSample[] = [
  sample('nothing else', sequence({}), none, sound),
  sample('sound', sequence(withSound()), none, keeps(gone('application'))),
  sample(
    'sound that is described at length',
    sequence(withSound(box('mp4a', big(28, 0), box('esds', big(43, 0))))),
    none,
    keeps(gone('application')),
  ),
  sample(
    'sound that names a place',
    sequence(withSound(box('mp4a', big(28, 0), box('abcd', words)))),
    gone('application'),
  ),
  sample(
    'notes that run along',
    sequence({ tracks: [{ handler: 'meta', sample: place }] }),
    gone('application'),
  ),
  sample(
    'a track of nothing',
    sequence({ tracks: [{ handler: '\0\0\0\0', sample: place }] }),
    gone('application'),
  ),
  sample(
    'another track of pictures that can not be read',
    sequence({ tracks: [{ handler: 'pict', sample: place, entry: short }] }),
    gone('application'),
  ),
  sample(
    'an unknown box in its film',
    sequence({ heads: { movie: box('abcd', place) } }),
    gone('application'),
  ),
  sample(
    'an unknown box in its track',
    sequence({ heads: { track: box('abcd', place) } }),
    gone('application'),
  ),
  sample(
    'an unknown box in its media',
    sequence({ heads: { media: box('abcd', place) } }),
    gone('application'),
  ),
  sample(
    'an unknown box in what its media are',
    sequence({ heads: { information: box('abcd', place) } }),
    gone('application'),
  ),
  sample(
    'an unknown box in its tables',
    sequence({ heads: { table: box('abcd', place) } }),
    gone('application'),
  ),
  sample('an unknown box in a description', withBoxes(box('abcd', place)), gone('application')),
  sample('padding in a description', withBoxes(box('free', owner)), none, keeps(gone('application'))),
  sample('words in a profile', withBoxes(box('colr', 'prof', emptyProfile, place)), gone('application')),
  sample('a second description', sequence({ entries: (first) => [first, first] }), none, sound),
  sample(
    'an unknown box in a second description',
    sequence({
      entries: (first) => [
        first,
        bytesOf(big(4, first.length + 8 + place.length), first.subarray(4), box('abcd', place)),
      ],
    }),
    gone('application'),
  ),
  sample(
    'a second description that is cut short',
    sequence({ entries: (first) => [first, short] }),
    gone('application'),
  ),
  sample('a program that names a place', sequence({ program: words }), gone('application')),
  sample('a program that names none', sequence({ program: owner }), none, keeps(gone('application'))),
  sample('times', dated(0), none, { planted: [], stay: ['Date'], strip: gone('time') }),
  sample('long times', dated(1), none, { planted: [], stay: ['Date'], strip: gone('time') }),
  sample(
    'a second head of its film',
    sequence({ heads: { movie: [box('mvhd'), box('mvhd', place)] } }),
    gone('application'),
  ),
  sample(
    'a second head of its track',
    sequence({ heads: { track: [box('tkhd'), box('tkhd', place)] } }),
    gone('application'),
  ),
  sample(
    'a second head of its media',
    sequence({ heads: { media: [box('mdhd'), box('mdhd', place)] } }),
    gone('application'),
  ),
  sample(
    'a second head of what its media are',
    sequence({ heads: { information: [box('vmhd'), box('vmhd', place)] } }),
    gone('application'),
  ),
  sample(
    'a second table of times',
    sequence({ heads: { table: [box('ctts'), box('ctts', place)] } }),
    gone('application'),
  ),
  refused('a second table of lengths', sequence({ heads: { table: box('stsz', place) } })),
  refused('a second kind', sequence({ heads: { media: box('hdlr', place) } })),
  sample('words that no sample has', bytesOf(sequence({}), box('mdat', place)), gone('application')),
].map((each) => ({ ...each, name: `AVIF sequence with ${each.name}` }))
