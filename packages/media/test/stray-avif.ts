import { associations, avis, box, codedPicture, fullBox, handler, size } from './build/avif.ts'
import { big, bytesOf, find, type Part } from './build/bytes.ts'
import { emptyProfile } from './build/profile.ts'
import { noise } from './samples.ts'
import { stray } from './stray-parts.ts'

export const words = `${stray} with a word or two`
export const [width, height] = [37, 23]
export const coded = codedPicture(new Uint8Array(await noise(3).avif({ effort: 0 }).toBuffer()))

/** Parts that replace those of a plain file, or are added to it. */
interface Planted {
  brands?: string
  beforeMeta?: Part
  handler?: Part
  primary?: Part
  infos?: Part
  places?: Part
  placesAfter?: Part
  references?: Part
  properties?: Part[]
  propertyBoxes?: Part
  associationsAfter?: Part
  inMeta?: Part
  data?: Part
  after?: Part
}

export const colour = box('colr', 'nclx', big(2, 12), big(2, 13), big(2, 6), '\x80')
const info = (id: number, type: string, ...further: Part[]): Uint8Array =>
  fullBox('infe', 2, 0, big(2, id), big(2, 0), type, '\0', further)

/** A picture with only the planted parts. */
export function picture(planted: Planted): Uint8Array {
  const extra = planted.properties ?? []
  const type = box('ftyp', planted.brands ?? 'avif\0\0\0\0avifmif1miaf')
  const propertyNumbers = [1, 2, ...extra.map((_, index) => index + 3)]
  const data = bytesOf(planted.data ?? '')
  const meta = (dataAt: number): Uint8Array => {
    const places = planted.places ? 2 : 1
    const record = (id: number, at: number, length: number): Part => [
      big(2, id),
      big(2, 0),
      big(2, 1),
      big(4, at),
      big(4, length),
    ]
    return fullBox(
      'meta',
      0,
      0,
      planted.handler ?? handler('pict'),
      fullBox('pitm', 0, 0, big(2, 1), planted.primary ?? ''),
      fullBox(
        'iloc',
        0,
        0,
        '\x44\0',
        big(2, places),
        record(1, dataAt, coded.data.length),
        planted.places ? record(2, dataAt + coded.data.length, data.length) : '',
        planted.placesAfter ?? '',
      ),
      planted.infos ?? fullBox('iinf', 0, 0, big(2, 1), info(1, 'av01')),
      planted.references ? fullBox('iref', 0, 0, planted.references) : '',
      box(
        'iprp',
        box('ipco', size(width, height), coded.configuration, extra),
        planted.associationsAfter
          ? fullBox('ipma', 0, 0, big(4, 1), big(2, 1), '\x02\x01\x02', planted.associationsAfter)
          : associations({ id: 1, properties: propertyNumbers }),
        planted.propertyBoxes ?? '',
      ),
      planted.inMeta ?? '',
    )
  }
  const before = bytesOf(planted.beforeMeta ?? '')
  const dataAt = type.length + before.length + meta(0).length + 8
  return bytesOf(type, before, meta(dataAt), box('mdat', coded.data, data), planted.after ?? '')
}

export const twoInfos = fullBox('iinf', 0, 0, big(2, 2), info(1, 'av01'), info(2, 'av01'))
const movie = avis(width, height, 3, coded)
const movieBox = movie.subarray(find(movie, 'moov') - 4, find(movie, 'mdat') - 4)

export const strayAvifs: [name: string, planted: Planted][] = [
  ['names of formats that are none', { brands: `avif\0\0\0\0avif${words.padEnd(36)}mif1` }],
  ['a second list of formats', { beforeMeta: box('ftyp', words) }],
  ['an index of a film', { beforeMeta: box('sidx', words), after: box('mfra', words) }],
  ['fragments', { data: words, after: [box('moof', words), box('prft', words), box('pdin', words)] }],
  ['a film that is not announced', { after: [movieBox, box('moov', words)] }],
  [
    'words where it says that it is of pictures',
    { handler: fullBox('hdlr', 0, 0, words.slice(0, 4), 'pict', words.slice(0, 12), '\0') },
  ],
  ['words behind the number of the picture', { primary: words }],
  ['words behind the places', { placesAfter: words }],
  ['a place of no item', { places: words, data: words }],
  ['data of no item', { data: words }],
  ['words behind the name of an item', { infos: fullBox('iinf', 0, 0, big(2, 1), info(1, 'av01', words)) }],
  ['a box among the items', { infos: fullBox('iinf', 0, 0, big(2, 1), info(1, 'av01'), box('abcd', words)) }],
  [
    'a reference between items that are none',
    { references: box('note', words.slice(0, 2), big(2, 12), words.slice(0, 24)) },
  ],
  ['words behind a reference', { references: box('cdsc', big(2, 1), big(2, 1), big(2, 1), words) }],
  ['words behind the size', { properties: [fullBox('ispe', 0, 0, big(4, width), big(4, height), words)] }],
  ['words behind a turn', { properties: [box('irot', '\0', words), box('imir', '\0', words)].slice(0, 1) }],
  [
    'words behind the colours',
    { properties: [box('colr', 'nclx', big(2, 12), big(2, 13), big(2, 6), '\x80', words)] },
  ],
  ['colours of an unknown kind', { properties: [box('colr', words)] }],
  ['a profile that is none', { properties: [box('colr', 'prof', words)] }],
  ['words behind a profile', { properties: [box('colr', 'prof', emptyProfile, words)] }],
  ['words behind the bits of a pixel', { properties: [fullBox('pixi', 0, 0, '\x03\x08\x08\x08', words)] }],
  ['an unknown property', { properties: [box('abcd', words)] }],
  [
    'a property of no item',
    { properties: [colour, box('colr', 'prof', words, 'acsp')], associationsAfter: '\0' },
  ],
  ['words behind the properties of items', { associationsAfter: words }],
  ['a box among the properties', { propertyBoxes: box('abcd', words) }],
  ['references to other files', { inMeta: [box('dinf', words), box('ipro', words)] }],
  [
    'words behind a group',
    { inMeta: box('grpl', fullBox('altr', 0, 0, big(4, 9), big(4, 1), big(4, 1), words)) },
  ],
  ['two lists of groups', { inMeta: [box('grpl'), box('grpl', words)] }],
  ['data in the directory of no item', { inMeta: box('idat', words) }],
]
