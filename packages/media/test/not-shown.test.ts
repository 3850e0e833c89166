import { expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { associations, box, codedPicture, fullBox, pictureHandler, size } from './build/avif.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { segment } from './build/jpeg.ts'
import { png } from './build/png.ts'
import { refusalOf } from './refusal-of.ts'
import { noise } from './samples.ts'

function jpeg(code: number, precision: number): Uint8Array {
  const frame = segment(code, big(1, precision), big(2, 2), big(2, 3), big(1, 1), '\x01\x11\0')
  return bytesOf('\xff\xd8', frame, segment(0xda, '\x01\x01\0\0\x3f\0'), 'x\xff\xd9')
}

test.each([
  ['12 bits a sample', 0xc1, 12, 'deep-jpeg'],
  ['12 bits a sample, progressive', 0xc2, 12, 'deep-jpeg'],
  ['a lossless frame', 0xc3, 8, 'lossless-jpeg'],
  ['a lossless frame of 16 bits', 0xc3, 16, 'lossless-jpeg'],
  ['a lossless arithmetic frame', 0xcb, 8, 'lossless-jpeg'],
] as const)('a JPEG with %s is one that no browser shows', (_, code, precision, notShown) => {
  expect(inspect(jpeg(code, precision))).toMatchObject({ notShown, complete: true })
})

test.each([0xc0, 0xc1, 0xc2])('a JPEG of kind %d with 8 bits is shown', (code) => {
  expect(inspect(jpeg(code, 8)).notShown).toBeUndefined()
})

const { configuration } = codedPicture(new Uint8Array(await noise(3).avif({ effort: 0 }).toBuffer()))
const parts = {
  hdlr: pictureHandler as Part,
  iloc: fullBox('iloc', 0, 0, '\x44\0', big(2, 1), [big(2, 1), big(2, 0), big(2, 1), big(4, 0), big(4, 1)]),
  av1C: configuration as Part,
}

function avifOf({ hdlr, iloc, av1C }: typeof parts): Uint8Array {
  const info = fullBox('infe', 2, 0, big(2, 1), big(2, 0), 'av01\0')
  const item = { id: 1, properties: av1C === '' ? [1] : [1, 2] }
  const properties = box('iprp', box('ipco', size(2, 3), av1C), associations(item))
  const items = [fullBox('pitm', 0, 0, big(2, 1)), iloc, fullBox('iinf', 0, 0, big(2, 1), info), properties]
  return bytesOf(box('ftyp', 'avif\0\0\0\0avifmif1'), fullBox('meta', 0, 0, hdlr, items), box('mdat', 'x'))
}

test('an AVIF with all of its boxes is shown', () => {
  expect(inspect(avifOf(parts)).notShown).toBeUndefined()
})

test.each(['hdlr', 'iloc', 'av1C'])('an AVIF without %s is one that no browser shows', (missing) => {
  expect(inspect(avifOf({ ...parts, [missing]: '' })).notShown).toBe('incomplete-avif')
})

test('no browser displays an AVIF whose items are no pictures', () => {
  const hdlr = fullBox('hdlr', 0, 0, big(4, 0), 'soun', big(12, 0), '\0')
  expect(inspect(avifOf({ ...parts, hdlr })).notShown).toBe('incomplete-avif')
})

const hostile: [what: string, bytes: Uint8Array][] = [
  ['chunk of a WebP', bytesOf('RIFF\x14\0\0\0WEBP', '\x1b[2J', '\0\0\0\0', 'x'.repeat(8))],
  ['brand', box('ftyp', '\x9b2Jx\0\0\0\0isom')],
  ['root of a document', bytesOf('<\xe2\x80\xaea xmlns="b">', '</\xe2\x80\xaea>')],
  ['chunk of a PNG', bytesOf(png(2, 2).subarray(0, 33), big(4, 0), '\x1b[1A')],
]

test.each(hostile)('the name of a %s moves no cursor and hides no text where it is told', (_, bytes) => {
  expect(refusalOf(bytes).message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

test('messages print such a name as numbers', () => {
  expect(refusalOf(hostile[0]![1]).message).toInclude('a \\u001b[2J chunk')
})
