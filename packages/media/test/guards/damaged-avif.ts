import { deflateSync } from 'node:zlib'
import { avif, type BuiltImage, type BuiltItem, box, codedPicture, fullBox, size } from '../build/avif.ts'
import { avifLayouts, laidOut } from '../build/avif-layouts.ts'
import { big, bytesOf, type Part } from '../build/bytes.ts'
import { emptyProfile, withTags } from '../build/profile.ts'
import { noise } from '../samples.ts'
import { strayAvifs, picture as strayPicture } from '../stray-avif.ts'
import { stray } from '../stray-parts.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const [width, height] = [37, 23]
const exif = exifBlocks[0]!.block
const coded = codedPicture(new Uint8Array(await noise(3).avif({ effort: 0 }).toBuffer()))
const shown: BuiltItem = { id: 1, type: 'av01', data: coded.data, properties: [1, 2] }
const words = `GPS ${place} and more`
const packed = new Uint8Array(deflateSync(bytesOf(words)))

/** A picture and further items. */
function file(
  items: (Partial<BuiltItem> & { data: Uint8Array })[],
  changes: Partial<BuiltImage> = {},
): Uint8Array {
  return avif({
    primary: 1,
    items: [shown, ...items.map((item, index) => ({ id: index + 2, type: 'mime', properties: [], ...item }))],
    properties: [size(width, height), coded.configuration],
    ...changes,
  })
}
const block = (lead: number, ...data: Part[]) => ({ type: 'Exif', data: bytesOf(big(4, lead), data) })
const text = (contentType: string, ...data: Part[]) => ({ contentType, data: bytesOf(data) })
const plain = (...data: Part[]) => text('text/plain', ...data)
const xmpType = 'application/rdf+xml'

const none: Outcome = []
const gone = (...kinds: Exclude<Outcome, 'refused'>): Outcome => kinds
const edited = { strip: gone('exif'), stay: [owner] }
const keeps = (strip: Outcome) => ({ strip, stay: [owner], planted: [] })
const sound = { planted: [] }

const blocks: DamagedSample[] = [
  sample('EXIF with the mark of JPEG', file([block(6, 'Exif\0\0', exif)]), gone('location'), edited),
  sample('EXIF behind words', file([block(20, place.padEnd(20), exif)]), gone('exif')),
  sample(
    'EXIF behind words and the mark of JPEG',
    file([block(26, 'Exif\0\0', place.padEnd(20), exif)]),
    gone('exif'),
  ),
  sample('EXIF behind six words', file([block(6, 'Place!', exif)]), gone('exif'), {
    planted: ['Place!', place],
  }),
  sample('EXIF that begins behind its end', file([block(99_999, exif)]), gone('exif')),
  sample('EXIF without a beginning', file([{ type: 'Exif', data: bytesOf('GPS') }]), gone('exif'), {
    planted: ['GPS'],
  }),
  sample(
    'EXIF that is too long',
    file([block(0, exif, new Uint8Array(1_048_577 - exif.length))]),
    gone('exif'),
  ),
  sample('two blocks of EXIF', file([block(0, exif), block(0, exif)]), gone('exif')),
  sample('EXIF in two parts', file([block(0, exif)], { parts: 2 }), gone('location'), edited),
  sample(
    'EXIF that is made of the same bytes twice',
    file([
      {
        ...block(0, exif),
        places: (at, length) => [
          [at, length],
          [at, length],
        ],
      },
    ]),
    gone('exif'),
  ),
  sample(
    'EXIF up to the end of the file',
    file([{ ...block(0, exif), places: (at) => [[at, 0]] }]),
    gone('location'),
    edited,
  ),
  sample(
    'EXIF that is also a text',
    file([block(0, exif), { ...plain(''), places: (at) => [[at - exif.length, exif.length]] }]),
    gone('exif', 'application'),
  ),
  sample(
    'EXIF that a film in no box holds',
    file([{ ...block(0, ''), places: (at) => [[at + 4 + 8, exif.length + 4]] }], {
      further: [box('free', big(4, 0), exif)],
    }),
    gone('exif', 'application'),
  ),
  ...avifLayouts.map(([way, layout]) => {
    const isInside = layout.construction === 1
    const bytes = laidOut(layout, {
      data: coded.data,
      held: coded.data.length,
      exif: bytesOf(big(4, 0), exif),
    })
    return sample(`EXIF and a directory ${way}`, bytes, isInside ? gone('exif') : gone('location'), {
      strip: gone('exif'),
      stay: isInside ? [] : [owner],
    })
  }),
]

const texts: DamagedSample[] = [
  sample('XMP that says a place', file([text(xmpType, `<photoshop:City>${place}`)]), gone('xmp')),
  sample('XMP that says none', file([text(xmpType, owner)]), none, keeps(gone('xmp'))),
  sample('XMP in two parts', file([text(xmpType, place)], { parts: 2 }), gone('xmp'), {
    planted: [place.slice(0, 6), place.slice(6)],
  }),
  sample('text that names a place', file([plain(words)]), gone('application')),
  sample('text that names none', file([plain(owner)]), none, keeps(gone('application'))),
  sample('text on several lines', file([plain(`\t${owner}\r\n\v\f\x1b`)]), none, keeps(gone('application'))),
  sample('text in UTF-16', file([plain([...words].join('\0'))]), gone('application')),
  sample('text that is packed', file([text('text/plain\0deflate', packed)]), gone('application')),
  sample('text that is packed, and says nothing of it', file([plain(packed)]), gone('application')),
  sample('text with the first of the controls', file([plain('\x01', place)]), gone('application')),
  sample('text with the last of the controls', file([plain('\x1f', place)]), gone('application')),
  sample('text with a control before white space', file([plain('\x08', place)]), gone('application')),
  sample('text with a control behind white space', file([plain('\x0e', place)]), gone('application')),
  sample('text of a type that says more', file([text(`text/plain;${words}`, 'a')]), gone('application')),
  sample('text of no type', file([{ data: bytesOf(place) }]), gone('application')),
  sample('data of a program', file([text('application/x-mine', place)]), gone('application')),
  sample(
    'data of another kind',
    file([{ type: 'uri ', data: bytesOf(place), contentType: 'urn:x' }]),
    gone('application'),
  ),
  sample(
    'text in its directory',
    laidOut(
      { placesVersion: 1, construction: 1 },
      { data: coded.data, held: coded.data.length, exif: bytesOf(words), kind: 'mime\0text/plain' },
    ),
    gone('application'),
  ),
  sample('text of another coding', file([text('text/plain\0x-rot13', place)]), gone('application')),
  sample(
    'data of an unknown kind that are said to be text',
    file([{ type: 'abcd', data: bytesOf(place), contentType: 'text/plain' }]),
    gone('preview'),
  ),
  sample('data of an unknown kind', file([{ type: 'abcd', data: bytesOf(place) }]), gone('preview')),
  sample(
    'a preview in another format',
    file([{ type: 'jpeg', data: bytesOf('\xff\xd8\xff\xe1Exif\0\0', exif) }]),
    gone('preview'),
  ),
  sample('a further picture', file([{ ...shown, id: 2, hidden: true }]), none, {
    ...sound,
    strip: gone('preview'),
  }),
  sample('words that no item has', file([], { lead: place }), gone('application')),
  sample(
    'words of an item that is none',
    file([{ data: bytesOf(place), undescribed: true }]),
    gone('application'),
  ),
  sample('an item without a place', file([{ data: bytesOf(place), places: 'none' }]), gone('application')),
  sample(
    'items that are in each other',
    file(
      Array.from({ length: 60 }, () => ({ ...plain(owner), places: () => [[0, 0]] as [number, number][] })),
    ),
    gone('application'),
    { planted: [] },
  ),
  sample(
    'an item that is named after a place',
    file([{ ...shown, id: 2, name: words, hidden: true }]),
    gone('text'),
    { strip: gone('preview') },
  ),
  sample(
    'a picture that is named after a place',
    file([], { items: [{ ...shown, name: words }] }),
    gone('text'),
  ),
  sample(
    'a picture that is named otherwise',
    file([], { items: [{ ...shown, name: owner }] }),
    none,
    keeps(gone('text')),
  ),
  sample('a picture that is named as usual', file([], { items: [{ ...shown, name: 'Color' }] }), none, sound),
  sample('a program that names a place', file([], { program: words }), gone('application')),
  sample('a program that names none', file([], { program: owner }), none, keeps(gone('application'))),
]

const inDirectory = (...boxes: Part[]): Uint8Array => file([], { inDirectory: boxes })
const described = (...properties: Uint8Array[]): Uint8Array =>
  file([], {
    properties: [size(width, height), coded.configuration, ...properties],
    items: [{ ...shown, properties: [1, 2, 3] }],
  })
const configured = (...settings: Part[]): Uint8Array =>
  file([], { properties: [size(width, height), box('av1C', coded.configuration.subarray(8, 12), settings)] })
const further = (...boxes: Part[]): Uint8Array => file([], { further: boxes })
const large = (type: string, ...content: Part[]): Uint8Array => {
  const body = bytesOf(content)
  return bytesOf(big(4, 1), type, big(8, body.length + 16), body)
}
const endless = (type: string, ...content: Part[]): Uint8Array => bytesOf(big(4, 0), type, content)

const insideDirectory = (change: (file: Uint8Array) => Uint8Array): Uint8Array =>
  change(laidOut({ placesVersion: 1, construction: 1 }, { data: coded.data, held: coded.data.length }))
const second: BuiltItem = { ...shown, id: 2, hidden: true }
const linked = (
  references: { type: string; from: number; to: number[] }[],
  ...items: BuiltItem[]
): Uint8Array => file([], { items: [shown, second, ...items], references })
const recipe = (type: string): BuiltItem => ({ id: 3, type, data: bytesOf('PlantedRecipe'), properties: [1] })
const pictures: DamagedSample[] = [
  sample(
    'words before a picture in its directory',
    insideDirectory((file) => bytesOf(file.subarray(0, 24), box('mdat', place), file.subarray(24))),
    gone('application'),
  ),
  sample(
    'four letters behind a reference',
    strayPicture({ references: box('cdsc', big(2, 1), big(2, 1), big(2, 1), 'XYZ!') }),
    gone('application'),
    { planted: ['XYZ!'] },
  ),
  sample('a picture that it says something else of', linked([{ type: 'note', from: 1, to: [2] }]), none, {
    ...sound,
    strip: gone('preview'),
  }),
  sample(
    'an item without data',
    file([{ ...plain(''), name: owner, places: 'none' }]),
    none,
    keeps(gone('application')),
  ),
  sample('text in UTF-16 that names none', file([plain([...owner].join('\0'))]), none, {
    planted: [],
    stay: [[...owner].join('\0')],
    strip: gone('application'),
  }),
  sample(
    'text in its directory, and other text at its place in the file',
    laidOut(
      { placesVersion: 1, construction: 1 },
      { data: bytesOf('a'.repeat(900)), held: 900, exif: bytesOf(words), kind: 'mime\0text/plain' },
    ),
    gone('application'),
  ),

  sample('its transparency', linked([{ type: 'auxl', from: 2, to: [1] }]), none, sound),
  sample('a picture for another one', linked([{ type: 'thmb', from: 2, to: [1] }]), none, {
    ...sound,
    strip: gone('preview'),
  }),
  sample(
    'a picture that it is made better by',
    linked([{ type: 'dimg', from: 3, to: [1, 2] }], recipe('tmap')),
    none,
    { planted: [], stay: ['PlantedRecipe'] },
  ),
  sample(
    'a picture that it is made finer by',
    linked([{ type: 'dimg', from: 3, to: [1, 2] }], recipe('sato')),
    none,
    { planted: [], stay: ['PlantedRecipe'] },
  ),
  sample(
    'a picture that is made of it',
    linked([{ type: 'dimg', from: 3, to: [1, 2] }], recipe('grid')),
    none,
    { planted: [], stay: ['PlantedRecipe'], strip: gone('preview') },
  ),
  sample(
    'the pictures that it is made of',
    avif({
      primary: 1,
      items: [
        { id: 1, type: 'grid', data: Uint8Array.of(0, 0, 0, 1, 0, 74, 0, 23), properties: [3] },
        { ...shown, id: 2 },
        { ...shown, id: 3 },
      ],
      properties: [size(width, height), coded.configuration, size(74, 23)],
      references: [{ type: 'dimg', from: 1, to: [2, 3] }],
    }),
    none,
    sound,
  ),
]

const boxes: DamagedSample[] = [
  sample('an unknown box in its directory', inDirectory(box('abcd', place)), gone('application')),
  sample('padding in its directory', inDirectory(box('free', '\0\0\0')), none, sound),
  sample(
    'text as padding in its directory',
    inDirectory(box('free', owner)),
    none,
    keeps(gone('application')),
  ),
  sample('a place as padding in its directory', inDirectory(box('free', words)), gone('application')),
  sample('EXIF as padding in its directory', inDirectory(box('free', exif)), gone('application')),
  sample('padding that is packed in its directory', inDirectory(box('free', packed)), gone('application')),
  sample(
    'a description that names a place',
    described(fullBox('udes', 0, 0, `en\0${words}\0\0\0`)),
    gone('text'),
  ),
  sample(
    'a description that names none',
    described(fullBox('udes', 0, 0, `en\0${owner}\0\0\0`)),
    none,
    keeps(gone('text')),
  ),
  sample('a date', described(fullBox('crtt', 0, 0, big(8, 0xe8010203))), none, {
    ...sound,
    strip: gone('text'),
  }),
  sample('a profile', described(box('colr', 'prof', withTags(emptyProfile, [['desc', owner]]))), none, {
    ...sound,
    stay: [owner],
  }),
  sample(
    'a profile that names a monitor',
    described(box('colr', 'rICC', withTags(emptyProfile, [['mmod', owner]]))),
    none,
    keeps(gone('application')),
  ),
  sample('words in a profile', described(box('colr', 'rICC', emptyProfile, place)), gone('application')),
  sample('a profile that is cut short', described(box('colr', 'pro')), gone('application'), sound),
  sample(
    'a property of another length by its content',
    described(fullBox('auxC', 0, 0, 'urn:x\0', words)),
    gone('application'),
  ),
  sample('a property that does not end', described(fullBox('auxC', 0, 0, 'urn:x')), none, sound),
  sample('settings of its decoder', configured('\x0a\x03abc'), none, { ...sound, stay: ['abc'] }),
  sample('settings of its decoder in an extended form', configured('\x0e\0\x03abc'), none, {
    ...sound,
    stay: ['abc'],
  }),
  sample('words behind the settings of its decoder', configured('\x0a\x03abc', place), gone('application'), {
    stay: ['abc'],
  }),
  sample('words instead of settings of its decoder', configured('\x12\x03', place), gone('application'), {
    planted: [place, 'Pla'],
  }),
  sample('settings of its decoder without a length', configured('\x08\x03', place), gone('application'), {
    planted: [place, 'Pla'],
  }),
  sample(
    'settings of its decoder with a length of two bytes',
    configured('\x0a\x80', place.padEnd(140)),
    gone('application'),
  ),
  sample('settings of its decoder that are cut short', configured('\x0a\x7f', place), gone('application')),
  sample('words behind its layers', described(box('a1lx', '\0', big(6, 0), place)), gone('application'), {
    planted: [place, 'Plant'],
  }),
  sample(
    'words behind its large layers',
    described(box('a1lx', '\x01', big(12, 0), place)),
    gone('application'),
  ),
  sample('its layers', described(box('a1lx', '\0', big(6, 1))), none, sound),
  sample('its large layers', described(box('a1lx', '\x01', big(12, 1))), none, sound),
  sample(
    'the bits of its pixels in another version',
    described(fullBox('pixi', 0, 1, '\x03\x08\x08\x08', place)),
    none,
    { planted: [], stay: [place] },
  ),
  sample('colours', described(box('colr', 'nclx', big(2, 12), big(2, 13), big(2, 6), '\x80')), none, {
    planted: [],
    stay: ['nclx'],
  }),
  sample(
    'a profile of no item',
    file([], {
      properties: [
        size(width, height),
        coded.configuration,
        box('colr', 'prof', withTags(emptyProfile, [['desc', place]])),
      ],
    }),
    gone('application'),
  ),
  sample(
    'two letters behind the number of its picture',
    strayPicture({ primary: 'XY' }),
    gone('application'),
    { planted: ['XY'] },
  ),
  sample(
    'its picture in a box of a program',
    file([], {
      items: [{ ...shown, data: bytesOf(''), places: (at) => [[at + 24, coded.data.length]] }],
      further: [box('uuid', 'sixteen letters!', coded.data)],
    }),
    none,
    sound,
  ),
  sample(
    'a profile of an unknown kind',
    described(box('colr', 'abcd', withTags(emptyProfile, [['desc', place]]))),
    gone('application'),
  ),
  sample('colours of an unknown kind', described(box('colr', 'abcd', place)), gone('application')),
  sample('colours of no kind', described(box('colr', 'ab')), gone('application'), sound),
  sample(
    'words behind the number of its picture of 32 bits',
    laidOut(
      { id: 4, itemVersion: 3, placesVersion: 2, associations: { version: 1, isWide: false } },
      { data: coded.data, held: coded.data.length },
    ),
    none,
    sound,
  ),
  sample(
    'a name that does not end',
    strayPicture({
      infos: fullBox('iinf', 0, 0, big(2, 1), fullBox('infe', 2, 0, big(2, 1), big(2, 0), 'av01', owner)),
    }),
    none,
    { planted: [], stay: [owner], strip: gone('text') },
  ),
  sample('padding', further(box('free', '\0\0\0')), none, sound),
  sample('text as padding', further(box('free', owner)), none, keeps(gone('application'))),
  ...['free', 'skip', 'wide'].map((type) =>
    sample(`a place as padding in ${type}`, further(box(type, words)), gone('application')),
  ),
  sample('EXIF as padding', further(box('free', exif)), gone('application')),
  sample('packed padding', further(box('free', packed)), gone('application')),
  sample('a box of a program', further(box('uuid', 'sixteen letters!', place)), gone('application')),
  sample('a large box of a program', further(large('uuid', 'sixteen letters!', place)), gone('application')),
  sample(
    'a box of a program up to the end',
    further(endless('uuid', 'sixteen letters!', place)),
    gone('application'),
  ),
  sample('a film that is not announced', further(box('moov', place)), gone('application')),
  sample('fragments', further(box('moof', place)), gone('application')),
  sample('a second box of data', further(box('mdat', place)), gone('application')),
  sample('bytes behind its end', bytesOf(further(), box('abcd', place)), ['trailing']),
  sample(
    'a reference to an item that is none',
    file([plain(words)], { references: [{ type: 'cdsc', from: 2, to: [1, 9] }] }),
    gone('application'),
  ),
  ...strayAvifs.map(([name, planted]) =>
    sample(name, strayPicture(planted), gone('application'), { planted: [stray] }),
  ),
]

const refused = (name: string, bytes: Uint8Array): DamagedSample => sample(name, bytes, 'refused', sound)
const laid = (sizes: { offset: number; length: number; base: number; index: number }): Uint8Array =>
  laidOut({ sizes }, { data: coded.data, held: coded.data.length })
const many = 20_001

/** Directories that are broken, or that readers interpret in different ways. */
const directories: DamagedSample[] = [
  refused('bytes between the boxes of its directory', inDirectory('\0\0\0\0')),
  refused('a large box without its length', inDirectory(big(4, 1), 'free', big(4, 0))),
  refused('a box that is shorter than its head', inDirectory(big(4, 4), 'free')),
  refused('a box that ends behind its directory', inDirectory(big(4, 100), 'free')),
  refused('too many boxes', inDirectory(Array.from({ length: many }, () => box('free')))),
  refused('a field that is cut short', strayPicture({ references: box('cdsc', big(2, 1)) })),
  refused('an item in two places', file([{ ...plain(words), id: 1, undescribed: true }])),
  refused('an item that is described twice', file([{ ...plain(words), id: 1, places: 'none' }])),
  refused(
    'an item in too many parts',
    file([{ ...plain(words), places: (at) => Array.from({ length: many }, () => [at, 1]) }]),
  ),
  refused(
    'too many items',
    file(Array.from({ length: many }, () => ({ data: bytesOf(''), undescribed: true, places: () => [] }))),
  ),
  refused('a number of three bytes', laid({ offset: 4, length: 3, base: 0, index: 0 })),
  refused('parts of no length in one place', laid({ offset: 0, length: 0, base: 0, index: 0 })),
  refused('a second list of items', inDirectory(fullBox('iinf', 0, 0, big(2, 0)))),
  refused(
    'an item that is described as in films',
    strayPicture({
      infos: fullBox('iinf', 0, 0, big(2, 1), fullBox('infe', 1, 0, big(2, 1), big(2, 0), 'av01\0')),
    }),
  ),
  refused('a second list of properties', strayPicture({ propertyBoxes: box('ipco') })),
  refused(
    'an item that has its properties twice',
    strayPicture({ propertyBoxes: fullBox('ipma', 0, 0, big(4, 1), big(2, 1), '\x01\x01') }),
  ),
  sample('a large box in its directory', inDirectory(large('free', words)), gone('application')),
  sample('a box up to the end of its directory', inDirectory(endless('free', words)), gone('application')),
]

export const damagedAvifs: DamagedSample[] = [...blocks, ...texts, ...pictures, ...boxes, ...directories].map(
  (each) => ({ ...each, name: `AVIF with ${each.name}` }),
)
