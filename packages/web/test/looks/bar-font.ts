/**
 * A TrueType font in which every character is the same bar, half an em wide and as high as a small letter: where it is
 * used, a page looks the same whatever fonts a machine has. (OpenType 1.9, with a cmap of format 13: many to one.)
 */
export function barFont(): Uint8Array {
  const glyph = bytes(
    i16(1, 0, 0, right, top),
    u16(3, 0),
    [1, 1, 1, 1],
    i16(0, 0, right, 0),
    i16(0, top, 0, -top),
    [0, 0],
  )
  const tables: [string, Uint8Array][] = [
    ['OS/2', os2()],
    ['cmap', bytes(u16(0, 1, 3, 10), u32(12), u16(13, 0), u32(28, 0, 1, 0, 0x10_ff_ff, 1))],
    ['glyf', glyph],
    [
      'head',
      bytes(
        u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
        u16(0, unitsPerEm),
        new Array<number>(16).fill(0),
        i16(0, 0, right, top),
        u16(0, 8),
        i16(2, 1, 0),
      ),
    ],
    [
      'hhea',
      bytes(
        u32(0x10000),
        i16(ascent, -descent, 0),
        u16(advance),
        i16(0, 0, right, 1),
        new Array<number>(14).fill(0),
        u16(2),
      ),
    ],
    ['hmtx', bytes(u16(advance, 0, advance, 0))],
    ['loca', bytes(u32(0, 0, glyph.length))],
    ['maxp', bytes(u32(0x10000), u16(2, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0))],
    ['name', name()],
    ['post', bytes(u32(0x30000, 0, 0, 0, 0, 0, 0, 0))],
  ]
  return font(tables)
}

const unitsPerEm = 1_000
const advance = 500
const ascent = 900
const descent = 250
/** The corner of the bar. */
const [right, top] = [500, 480]

const bytes = (...parts: (readonly number[] | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const u16 = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 255, value & 255])
const i16 = u16
const u32 = (...values: number[]): number[] =>
  values.flatMap((value) => [...u16(Math.floor(value / 65_536)), ...u16(value % 65_536)])

function os2(): Uint8Array {
  return bytes(
    u16(4, advance, 400, 5, 0),
    new Array<number>(22).fill(0),
    new Array<number>(10).fill(0),
    u32(1, 0, 0, 0),
    [...'bars'].map((letter) => letter.charCodeAt(0)),
    u16(64, 32, 0xffff),
    i16(ascent, -descent, 0),
    u16(ascent, descent),
    u32(1, 0),
    i16(480, 700),
    u16(0, 32, 1),
  )
}

function name(): Uint8Array {
  const words = [...'Bars'].flatMap((letter) => u16(letter.charCodeAt(0)))
  const ids = [1, 2, 4, 6]
  const records = ids.flatMap((id) => u16(3, 1, 0x409, id, words.length, 0))
  return bytes(u16(0, ids.length, 6 + records.length), records, words)
}

function font(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const padded = tables.map(([tag, table]) => ({ tag, table, room: Math.ceil(table.length / 4) * 4 }))
  let at = 12 + tables.length * 16
  const directory: number[] = []
  const bodies: number[] = []
  for (const { tag, table, room } of padded) {
    const body = [...table, ...new Array<number>(room - table.length).fill(0)]
    directory.push(...[...tag].map((letter) => letter.charCodeAt(0)), ...u32(sumOf(body), at, table.length))
    bodies.push(...body)
    at += room
  }
  return bytes(u32(0x10000), u16(tables.length, 128, 3, tables.length * 16 - 128), directory, bodies)
}

function sumOf(body: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < body.length; at += 4) {
    sum =
      (sum +
        (body[at] ?? 0) * 2 ** 24 +
        (body[at + 1] ?? 0) * 65_536 +
        (body[at + 2] ?? 0) * 256 +
        (body[at + 3] ?? 0)) %
      2 ** 32
  }
  return sum
}
