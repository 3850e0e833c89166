import { bytesOf, little, type Part } from '../build/bytes.ts'
import { short, text as textEntry, tiff } from '../build/tiff.ts'
import { type Outcome, owner, place } from './damaged-sample.ts'

/** An EXIF block with a place, and the results in a picture that it turns. */
interface ExifBlock {
  name: string
  block: Uint8Array
  location: Outcome
  strip: Outcome
  planted: string[]
  stay: string[]
  /** The orientation of the picture. */
  orientation?: number
}

const tag = {
  description: 0x010e,
  orientation: 0x0112,
  program: 0x0131,
  subDirectories: 0x014a,
  thumbnailAt: 0x0201,
  thumbnailLength: 0x0202,
  stripsAt: 0x0111,
  stripLengths: 0x0117,
  copyright: 0x8298,
  exif: 0x8769,
  gps: 0x8825,
  makerNote: 0x927c,
  gpsDatum: 0x0012,
}
const type = {
  byte: 1,
  ascii: 2,
  short: 3,
  long: 4,
  rational: 5,
  undefined: 7,
  utf8: 129,
  unknown: 99,
}

/** A directory's row. @param value a number, or the row's own bytes */
function row(of: number, kind: number, count: number, value: number | Part): Uint8Array {
  const four = typeof value === 'number' ? little(4, value) : bytesOf(value, '\0\0\0\0').subarray(0, 4)
  return bytesOf(little(2, of), little(2, kind), little(4, count), four)
}

/** @param next position of the next directory */
function directory(rows: Uint8Array[], next = 0): Uint8Array {
  return bytesOf(little(2, rows.length), rows, little(4, next))
}

/** The parts of a block in order, built with the position of each. */
type Layout<Name extends string> = (at: Record<Name, number>) => Record<Name, Part>

/** A TIFF header and its parts; the first part is the first directory. */
function laidOut<Name extends string>(layout: Layout<Name>): Uint8Array {
  const anywhere = new Proxy({} as Record<Name, number>, { get: () => 0 })
  const places = {} as Record<Name, number>
  let end = 8
  for (const [name, part] of Object.entries<Part>(layout(anywhere))) {
    places[name as Name] = end
    end += bytesOf(part).length
  }
  return bytesOf('II*\0', little(4, 8), Object.values<Part>(layout(places)))
}

const where = `${place}\0`
const mine = `${owner}\0`
const turned = row(tag.orientation, type.short, 1, 6)
const text = (of: number, at: number, words: string, kind = type.ascii) => row(of, kind, words.length, at)
const gpsRow = (at: number) => row(tag.gps, type.long, 1, at)
const gpsRows = (at: number) => [text(tag.gpsDatum, at, where)]

/** With a GPS directory that has a row of its own pointing to it. */
const led = (lead: (at: number) => Uint8Array[], gps: (at: number) => Uint8Array[] = gpsRows): Uint8Array =>
  laidOut<'root' | 'gps' | 'where' | 'mine'>((at) => ({
    root: directory([turned, text(tag.copyright, at.mine, mine), ...lead(at.gps)]),
    gps: directory(gps(at.where)),
    where: gps(0).length > 0 ? where : '',
    mine,
  }))
const sound = led((at) => [gpsRow(at)])
/** With one more text. */
const told = (of: number, words: string, kind = type.ascii): Uint8Array =>
  laidOut<'root' | 'words' | 'mine'>((at) => ({
    root: directory([turned, text(tag.copyright, at.mine, mine), text(of, at.words, words, kind)]),
    words,
    mine,
  }))
const changed = (at: number, ...other: Part[]): Uint8Array => {
  const copy = sound.slice()
  copy.set(bytesOf(...other), at)
  return copy
}
const rowAt = (index: number) => 10 + 12 * index
const chained = (count: number): Uint8Array =>
  laidOut<string>((at) => ({
    root: directory([turned], at.d1),
    ...Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`d${index + 1}`, directory([], at[`d${index + 2}`] ?? 0)]),
    ),
    [`d${count + 1}`]: directory([text(tag.description, at.where!, where)]),
    where,
  }))
const inUtf16 = (words: string): string => [...words].join('\0')
const lost = laidOut<'root' | 'where'>((at) => ({ root: directory(gpsRows(at.where)), where })).subarray(8)
const thumbnailOf = (...data: Part[]): Uint8Array =>
  laidOut<'root' | 'second' | 'picture' | 'mine'>((at) => ({
    root: directory([turned, text(tag.copyright, at.mine, mine)], at.second),
    second: directory([
      row(tag.thumbnailAt, type.long, 1, at.picture),
      row(tag.thumbnailLength, type.long, 1, bytesOf(data).length),
    ]),
    picture: data,
    mine,
  }))
const strips = (...data: Part[]): Uint8Array =>
  laidOut<'root' | 'second' | 'first' | 'further' | 'lengths' | 'places' | 'mine'>((at) => ({
    root: directory([turned, text(tag.copyright, at.mine, mine)], at.second),
    second: directory([
      row(tag.stripsAt, type.long, 2, at.places),
      row(tag.stripLengths, type.short, 2, [little(2, 12), little(2, bytesOf(data).length)]),
    ]),
    first: 'PlantedStrip',
    further: data,
    lengths: '',
    places: [little(4, at.first), little(4, at.further)],
    mine,
  }))

const bigEndian = tiff(
  {
    entries: [
      short(tag.orientation, 6, 'MM'),
      textEntry(tag.copyright, owner),
      { tag: tag.gps, type: type.long, count: 1, data: { entries: [textEntry(tag.gpsDatum, place)] } },
    ],
  },
  'MM',
)
const edited: Outcome = ['location']
const whole: Outcome = ['exif']
const kept = [owner]

function entry(
  name: string,
  block: Uint8Array,
  location: Outcome,
  {
    strip = ['exif'],
    planted = [place],
    stay = location === whole ? [] : kept,
    ...known
  }: Partial<Omit<ExifBlock, 'name' | 'block' | 'location'>> = {},
): ExifBlock {
  return { name, block, location, strip, planted, stay, ...known }
}

const both: { strip: Outcome; orientation: number } = { strip: ['exif', 'location'], orientation: 6 }
const places: [string, number][] = [
  ["a maker's note", tag.makerNote],
  ['XMP', 0x02bc],
  ['IPTC', 0x83bb],
  ["Photoshop's resources", 0x8649],
  ['the size of a pixel on the ground', 0x830e],
  ['a point on the ground', 0x8482],
  ['a way to the ground', 0x85d8],
  ['keys of GeoTIFF', 0x87af],
  ['numbers of GeoTIFF', 0x87b0],
  ['text of GeoTIFF', 0x87b1],
]

export const exifBlocks: ExifBlock[] = [
  entry('is sound', sound, edited, both),
  entry('has no byte order', changed(0, 'XX'), whole),
  entry('is of another version', changed(2, '+\0'), whole),
  entry('is of the other byte order than it says', changed(0, 'MM\0*'), whole),
  ...[0, 9].map((value) =>
    entry(
      `turns it by ${value}`,
      laidOut<'root' | 'gps' | 'where' | 'mine'>((at) => ({
        root: directory([
          row(tag.orientation, type.short, 1, value),
          text(tag.copyright, at.mine, mine),
          gpsRow(at.gps),
        ]),
        gps: directory(gpsRows(at.where)),
        where,
        mine,
      })),
      edited,
      { ...both, orientation: 1 },
    ),
  ),
  entry(
    'turns it by a number of another type',
    laidOut<'root' | 'gps' | 'where' | 'mine'>((at) => ({
      root: directory([
        row(tag.orientation, type.long, 1, 6),
        text(tag.copyright, at.mine, mine),
        gpsRow(at.gps),
      ]),
      gps: directory(gpsRows(at.where)),
      where,
      mine,
    })),
    edited,
    { ...both, orientation: 1 },
  ),
  entry('is of big numbers', bigEndian, edited, both),
  entry('is of big numbers, and has no byte order', bytesOf('NN', bigEndian.subarray(2)), whole),
  entry('is of big numbers, and of another version', bytesOf('MM\0+', bigEndian.subarray(4)), whole),
  entry(
    'is as long as an orientation alone, and leads on',
    bytesOf('II*\0', little(4, 8), directory([turned]).subarray(0, -4), 'HERE'),
    whole,
    {
      planted: ['HERE'],
    },
  ),
  entry(
    'ends with its directory',
    bytesOf(
      'II*\0',
      little(4, 8),
      directory([turned, row(tag.copyright, type.ascii, 4, 'Me!\0')]).subarray(0, -4),
    ),
    [],
    {
      planted: [],
      stay: ['Me!'],
    },
  ),
  entry(
    'has all its values in its rows',
    bytesOf(
      'II*\0',
      little(4, 8),
      directory([1, 2, 3, 4].map((of) => row(of, type.ascii, 4, 'Me!\0'))).subarray(0, -4),
    ),
    [],
    { planted: [], stay: ['Me!'], orientation: 1 },
  ),
  entry(
    'is an orientation alone, before words',
    bytesOf('II*\0', little(4, 8), directory([turned]), place),
    ['exif'],
    {
      stay: [],
      orientation: 6,
    },
  ),
  entry('is shorter than its header', bytesOf('II*\0GPS'), whole, { planted: ['GPS'] }),
  entry('has its first directory behind its end', changed(4, little(4, 100_000)), whole),
  entry('has its first directory at its last byte', changed(4, little(4, sound.length - 1)), whole),
  entry('has more rows than room for them', changed(8, little(2, 500)), whole),
  entry(
    'has its GPS directory behind its end',
    led(() => [gpsRow(100_000)]),
    whole,
  ),
  entry('has a value that ends behind it', changed(rowAt(1) + 4, little(4, sound.length)), whole),
  entry('has a value that begins near its end', changed(rowAt(1) + 8, little(4, sound.length - 3)), whole),
  entry(
    'has one value in two rows',
    laidOut<'root' | 'note' | 'mine'>((at) => ({
      root: directory([
        text(tag.copyright, at.mine, mine),
        turned,
        text(tag.makerNote, at.note, where.repeat(5)),
        text(1, at.note, where.repeat(5)),
      ]),
      note: where.repeat(5),
      mine,
    })),
    whole,
    { planted: [place, owner], orientation: 6 },
  ),
  entry(
    'leads to its places by a list of one too many',
    laidOut<'root' | 'gps' | 'list' | 'where' | 'mine'>((at) => ({
      root: directory([turned, text(tag.copyright, at.mine, mine), row(tag.gps, type.long, 65, at.list)]),
      gps: directory(gpsRows(at.where)),
      list: Array.from({ length: 65 }, () => little(4, at.gps)),
      where,
      mine,
    })),
    whole,
  ),
  entry(
    'leads to its places by a list of as many as may be',
    laidOut<'root' | 'gps' | 'list' | 'where' | 'mine'>((at) => ({
      root: directory([turned, text(tag.copyright, at.mine, mine), row(tag.gps, type.long, 64, at.list)]),
      gps: directory(gpsRows(at.where)),
      list: Array.from({ length: 64 }, () => little(4, at.gps)),
      where,
      mine,
    })),
    ['location'],
    both,
  ),
  entry(
    'has values over its header',
    led((at) => [gpsRow(at), row(1, type.byte, 100, 0), row(2, type.byte, 100, 0)]),
    whole,
  ),
  entry(
    'has values over each other',
    laidOut<'root' | 'mine'>((at) => ({
      root: directory([
        turned,
        ...Array.from({ length: 9 }, () => text(tag.copyright, at.mine, mine.repeat(3))),
      ]),
      mine: mine.repeat(3),
    })),
    whole,
    { planted: [owner], orientation: 6 },
  ),
  entry(
    'has a value over the offset of its next directory',
    laidOut<'root' | 'where'>((at) => ({
      root: directory([turned, text(tag.copyright, at.where - 4, `\0\0\0\0${where}`)]),
      where,
    })),
    whole,
    { orientation: 6 },
  ),
  entry(
    'has a place up to its next directory and further',
    laidOut<'root' | 'gps' | 'where' | 'next' | 'mine'>((at) => ({
      root: directory([turned, text(tag.copyright, at.mine, mine), gpsRow(at.gps)], at.next),
      gps: directory([text(tag.gpsDatum, at.where, `${where}\x02`)]),
      where,
      next: directory([turned, turned]),
      mine,
    })),
    whole,
  ),
  entry(
    'has a directory in a row of another',
    laidOut<'root' | 'mine'>((at) => ({
      root: directory([
        turned,
        text(tag.copyright, at.mine, mine),
        row(tag.exif, type.long, 1, rowAt(3) + 8),
        row(tag.program, type.long, 1, 0),
      ]),
      mine,
    })),
    whole,
    { planted: [owner] },
  ),
  entry(
    'has a place right behind the rows of places',
    laidOut<'root' | 'gps' | 'where' | 'mine'>((at) => ({
      root: directory([turned, text(tag.copyright, at.mine, mine), gpsRow(at.gps)]),
      gps: directory([text(tag.gpsDatum, at.where, where)]).subarray(0, -4),
      where,
      mine,
    })),
    edited,
    both,
  ),
  ...[tag.copyright, tag.gps].map((of) =>
    entry(
      `has a place in another value, by row ${of}`,
      laidOut<'root' | 'gps' | 'where'>((at) => ({
        root: directory([
          turned,
          text(tag.copyright, at.where, `${where}${mine}`),
          of === tag.gps ? gpsRow(at.gps) : text(tag.makerNote, at.where, where),
        ]),
        gps: of === tag.gps ? directory(gpsRows(at.where)) : '',
        where: `${where}${mine}${'\0'.repeat(40)}`,
      })),
      of === tag.gps ? ['exif', 'location'] : whole,
      { planted: [place, owner], stay: [], orientation: 6, ...(of === tag.gps && { strip: both.strip }) },
    ),
  ),
  entry(
    'has directories over each other',
    led((at) => [
      gpsRow(at),
      ...Array.from({ length: 40 }, (_, index) => row(20, type.byte, 1, index)),
      ...Array.from({ length: 8 }, (_, index) => row(tag.exif, type.long, 1, rowAt(4 + index))),
    ]),
    whole,
  ),
  entry('has 64 directories', chained(62), [], { strip: ['exif'], planted: [], stay: [place] }),
  entry('has 65 directories', chained(63), whole),
  entry(
    'leads to more directories than it may have',
    led((at) => [gpsRow(at), row(tag.subDirectories, type.long, 65, 8)]),
    whole,
  ),
  entry(
    'has values of an unknown type',
    led(
      (at) => [gpsRow(at)],
      (at) => [text(1, at, where, type.unknown)],
    ),
    ['location', 'exif'],
    both,
  ),
  entry(
    'has no values of an unknown type',
    led((at) => [gpsRow(at), row(1, type.unknown, 0, 0)]),
    edited,
    both,
  ),
  entry(
    'leads to its places by a short number',
    led((at) => [row(tag.gps, type.short, 1, at)]),
    ['location', 'exif'],
  ),
  entry(
    'leads to its places by no number',
    led((at) => [row(tag.gps, type.long, 0, at)]),
    ['location', 'exif'],
  ),
  entry(
    'has places behind its places',
    laidOut<'root' | 'gps' | 'next' | 'where' | 'mine'>((at) => ({
      root: directory([turned, text(tag.copyright, at.mine, mine), gpsRow(at.gps)]),
      gps: directory([row(0, type.byte, 4, '\x02\x03\0\0')], at.next),
      next: directory([text(tag.gpsDatum, at.where, where)]),
      where,
      mine,
    })),
    ['location', 'exif'],
    both,
  ),
  entry(
    'has places below its places',
    laidOut<'root' | 'gps' | 'next' | 'where' | 'mine'>((at) => ({
      root: directory([turned, text(tag.copyright, at.mine, mine), gpsRow(at.gps)]),
      gps: directory([row(tag.exif, type.long, 1, at.next)]),
      next: directory([text(tag.program, at.where, where)]),
      where,
      mine,
    })),
    edited,
    both,
  ),
  entry(
    'has its places in two directories, one of which is said to be another kind first',
    led((at) => [gpsRow(at), row(tag.exif, type.long, 1, at)]),
    edited,
    both,
  ),
  entry(
    'is a place itself',
    led((at) => [gpsRow(at), gpsRow(8)]),
    ['exif', 'location'],
    { ...both, stay: [] },
  ),
  entry('has places that nothing leads to', bytesOf(sound, lost), ['location', 'exif'], both),
  entry('has places that nothing leads to, and none else', bytesOf(told(tag.program, 'a'), lost), ['exif']),
  entry('holds words behind its parts', bytesOf(told(tag.program, 'a'), place), ['exif']),
  ...places.map(([name, of]) => entry(`has ${name}`, told(of, where, type.undefined), ['exif'])),
  entry(
    "has a maker's note in its row",
    led(() => [row(tag.makerNote, type.undefined, 4, 'HERE')]),
    ['exif'],
    {
      planted: ['HERE', place],
    },
  ),
  ...[type.byte, type.ascii, type.undefined, type.utf8].map((kind) =>
    entry(`names its place in values of type ${kind}`, told(tag.description, `Latitude ${place}`, kind), [
      'exif',
    ]),
  ),
  entry('names its place in UTF-16', told(tag.description, inUtf16(`Latitude ${place}`), type.undefined), [
    'exif',
  ]),
  entry(
    'has another block in a row of a program',
    told(
      0xc634,
      bytesOf(sound).reduce((s, b) => s + String.fromCharCode(b), ''),
      type.undefined,
    ),
    ['exif'],
  ),
  entry(
    'has three letters in a row that name a place elsewhere',
    led(
      () => [row(tag.program, type.ascii, 4, 'GPS\0')],
      () => [],
    ),
    [],
    {
      planted: [],
      stay: ['GPS', owner],
    },
  ),
  entry('has a thumbnail', thumbnailOf('\xff\xd8 PlantedThumbnail'), [], {
    strip: ['exif', 'preview'],
    planted: [],
    stay: ['PlantedThumbnail', owner],
  }),
  entry(
    'has a thumbnail with EXIF of its own',
    thumbnailOf('\xff\xd8\xff\xe1\0\x80Exif\0\0', sound),
    ['preview'],
    {
      strip: ['exif', 'preview'],
    },
  ),
  entry('has a thumbnail in strips', strips('PlantedThumbnail'), [], {
    planted: [],
    stay: ['PlantedStrip', 'PlantedThumbnail', owner],
  }),
  entry('has EXIF in a strip of its thumbnail', strips(sound), ['preview'], {
    stay: ['PlantedStrip', owner],
  }),
]
