import { expect, test } from 'bun:test'
import { type OtherKind, otherKindOf } from '../src/other-kind.ts'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')

const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x90\0\0\x01,\x08\x02\0\0\0')
const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb')
const webp = bytes('RIFF\xa4\x81\0\0WEBPVP8 \x98\x81\0\0')

const illustrator =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [\n<!ENTITY ns "x">]><svg/>'

const cases: [OtherKind | undefined, Uint8Array][] = [
  ['heic', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['heic', bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1heic')],
  ['heic', bytes('\0\0\0\x18ftypXXXX\0\0\0\0mif1heic')],
  ['raw', bytes('\0\0\0\x18ftypcrx \0\0\0\x01crx isom')],
  ['raw', bytes('II*\0\x10\0\0\0CR\x02\0')],
  ['audio', bytes('\0\0\0\x1cftypM4A \0\0\0\0M4A mp42isom')],
  ['audio', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  [undefined, bytes('\0\0\0\x14ftypXXXX\0\0\0\0YYYY')],
  ['video', bytes('\0\0\0\x14ftypXXXX\0\0\0\0mp42')],
  ['video', bytes('\0\0\0\x18ftypisom\0\0\0\0isomavc1')],
  ['video', bytes('\0\0\0\x14ftypqt  \0\0\0\0qt  ')],
  ['video', bytes('\0\0\0\x08wide\0\0\x12\x34mdat')],
  ['video', bytes('\0\0\x12\x34moov\0\0\0\x6cmvhd')],
  ['video', bytes('RIFF\x24\0\0\0AVI LIST')],
  ['video', bytes('FLV\x01\x05')],
  ['video', bytes('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9')],
  ['video', bytes('\x1a\x45\xdf\xa3\x01\0\0\0')],
  ['tiff', bytes('II*\0\x08\0\0\0')],
  ['tiff', bytes('MM\0*\0\0\0\x08')],
  ['tiff', bytes('II+\0\x08\0\0\0')],
  ['tiff', bytes('MM\0+\0\x08\0\0')],
  ['raw', bytes('IIRO\x08\0\0\0')],
  ['raw', bytes('IIU\0\x18\0\0\0')],
  ['raw', bytes('FUJIFILMCCD-RAW 0201')],
  ['jp2', bytes('\xff\x4f\xff\x51\0\x2f')],
  ['zip', bytes('PK\x05\x06\0\0')],
  ['video', bytes('\0\0\x01\xba\x44\0')],
  ['video', bytes('\0\0\x12\x34mdat')],
  ['audio', bytes('ID3\x04\0\0')],
  ['audio', bytes('fLaC\0\0\0\x22')],
  ['bmp', bytes('BM\x36\x10\0\0\0\0\0\0')],
  ['jxl', bytes('\xff\x0a\xfa\x1f')],
  ['jxl', bytes('\0\0\0\x0cJXL \r\n\x87\n')],
  ['jp2', bytes('\0\0\0\x0cjP  \r\n\x87\n')],
  ['ico', bytes('\0\0\x01\0\x01\0\x10\x10')],
  ['ico', bytes('\0\0\x02\0\x01\0\x10\x10')],
  ['tga', bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x18\0')],
  ['tga', bytes('\0\x01\x01\0\0\0\x01\x18\0\0\0\0\x40\x01\xf0\0\x08\0')],
  [undefined, bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\xf0\0\x18\0')],
  [undefined, bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x40\x01\0\0\x18\0')],
  [undefined, bytes('\0\0\x02\0\0\0\0\x01\0\0\0\0\x40\x01\xf0\0\x18\0')],
  [undefined, bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x18')],
  [undefined, bytes('\0\0\x02\x01\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x18\0')],
  ['tga', bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x01\0\x01\0\x18\0')],
  ['psd', bytes('8BPS\0\x01')],
  ['pdf', bytes('%PDF-1.7\n')],
  ['zip', bytes('PK\x03\x04\x14\0')],
  ['gzip', Bun.gzipSync(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['rar', bytes('Rar!\x1a\x07\x01\0')],
  ['7z', bytes("7z\xbc\xaf'\x1c\0\x04")],
  ['apple-double', bytes('\0\x05\x16\x07\0\x02\0\0Mac OS X')],
  ['base64', Buffer.from(png.toString('base64'))],
  ['base64', Buffer.from(`"data:image/png;base64,${png.toString('base64')}"\n`)],
  ['base64', Buffer.from(jpeg.toString('base64'))],
  ['base64', Buffer.from(webp.toString('base64'))],
  ['base64', Buffer.from(bytes('\0\0\0\x1cftypavif').toString('base64'))],
  ['base64', Buffer.from(Buffer.from('GIF89a').toString('base64'))],
  ['read-as-text', Buffer.from(png.toString('utf8'))],
  ['read-as-text', Buffer.from(jpeg.toString('utf8'))],
  ['read-as-text', Buffer.from(webp.toString('utf8'))],
  ['read-as-text', Buffer.from(png.toString('latin1'))],
  ['read-as-text', Buffer.from(jpeg.toString('latin1'))],
  ['read-as-text', Buffer.from(`\uFEFF${jpeg.toString('latin1')}`, 'utf16le')],
  ['read-as-text', Buffer.from(new TextDecoder('windows-1252').decode(png))],
  ['read-as-text', bytes(png.toString('latin1').replaceAll('\r\n', '\n'))],
  ['read-as-text', bytes(png.toString('latin1').replaceAll('\n', '\r\n'))],
  ['read-as-text', bytes(png.toString('latin1').replaceAll(/[\x80-\xff]/g, '?'))],
  ['after-blank', Buffer.concat([Buffer.from('\uFEFF'), png])],
  ['after-blank', Buffer.concat([Buffer.from('\r\n'), jpeg])],
  ['after-blank', Buffer.concat([Buffer.from('\n\n'), webp])],
  ['after-blank', Buffer.concat([Buffer.from('\n'), bytes('\0\0\0\x1cftypavif')])],
  ['lfs-pointer', Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n')],
  [
    'store-error',
    Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'),
  ],
  ['html', Buffer.from('\uFEFF<!DOCTYPE html><html>', 'utf16le')],
  ['html', Buffer.from('<html><head>', 'utf16le')],
  ['html', Buffer.from('\uFEFF<html><head>', 'utf16le').swap16()],
  ['html', Buffer.from('<html><head>', 'utf16le').swap16()],
  ['svg-entities', bytes(`<?xml version="1.0"?><!-- Generator -->\n${illustrator}`)],
  ['svg-encoding', bytes('<?xml version="1.0" encoding="ISO-8859-1"?><svg xmlns="x"><text>caf\xe9')],
  ['svg-encoding', bytes("<?xml version='1.0' encoding='GBK'?><svg xmlns='x'><text>abc")],
  ['svg-encoding', bytes('<!-- \xcd\xf5 --><svg xmlns="x"/>')],
  ['svg-encoding', Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-16"?><svg/>', 'utf16le')],
  ['svg-encoding', Buffer.from('<svg xmlns="x"/>', 'utf16le')],
  ['svg-broken', bytes('<?xml version="1.0" encoding="UTF-8"?><svg width=1/>')],
  ['svg-broken', bytes('\n<?xml version="1.0"?><s:svg xmlns:s="x"/>')],
  ['text', bytes('<svgx/>')],
  ['text', bytes('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY svg "">]><x/>')],
  ['html', Buffer.from('\uFEFF\n<!DOCTYPE html>\n<html>')],
  ['html', Buffer.from('<!-- saved -->\n<html><title>Sign in')],
  ['json', Buffer.from('{"error":"expired"}')],
  ['json', Buffer.from('[1, 2')],
  ['text', Buffer.from('BMW is a car. 嗷呜啊~')],
  ['text', Buffer.from('# Title\n[a link](x)')],
  ['text', Buffer.from('嗷呜').subarray(0, 5)],
  [undefined, Buffer.alloc(0)],
  [undefined, bytes('\x7fELF\x02\x01\x01\0')],
  [undefined, bytes('\xff\xfe\xfd')],
]

test.each(cases)('%s is told by its first bytes', (kind, head) => {
  expect(otherKindOf(head)).toBe(kind)
})

const byteValues = Array.from({ length: 256 }, (_, value) => value)
const targa = (changes: Record<number, number>) =>
  Object.assign(bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x18\0'), changes)

test.each<[part: string, values: number[], (value: number) => Uint8Array]>([
  ['kinds without a map', [2, 3, 10, 11], (kind) => targa({ 2: kind })],
  ['kinds with a map', [1, 9], (kind) => targa({ 1: 1, 2: kind, 7: 24, 16: 8 })],
  ['kinds of map', [0], (map) => targa({ 1: map })],
  ['depths of a map', [15, 16, 24, 32], (depth) => targa({ 1: 1, 2: 1, 7: depth, 16: 8 })],
  ['depths', [8, 15, 16, 24, 32], (depth) => targa({ 16: depth })],
])('a TGA image has one of these %s: %p', (_, values, head) => {
  expect(byteValues.filter((value) => otherKindOf(head(value)) === 'tga')).toEqual(values)
})

test.each([
  ['heic', 'heic heix heim heis hevc hevx hevm hevs mif1 msf1'],
  ['video', 'isom iso2 iso9 mp41 mp42 mp4v avc1 hvc1 M4VH M4VP 3gp4 3g2a dash mmp4 MSNV XAVC'],
  ['audio', 'M4A_ M4B_'],
  ['raw', 'crx_'],
  ['video', 'M4V_ qt__ f4v_'],
  [undefined, 'heia hevv mif2 msf2 iso1 isoa mp43 avc2 M4VX M4A1 3g3a crxx f4v1 qt_1'],
] as [OtherKind | undefined, string][])('%p has the brands %s', (kind, brands) => {
  for (const brand of brands.split(' ').map((name) => name.replaceAll('_', ' '))) {
    expect([brand, otherKindOf(bytes(`\0\0\0\x10ftyp${brand}\0\0\0\0`))]).toEqual([brand, kind])
  }
})

test('a brand counts within the first 64 bytes', () => {
  const file = (others: number) => bytes(`\0\0\0\x60ftyp${'XXXX'.repeat(others)}heic`)
  expect([13, 14].map((others) => otherKindOf(file(others)))).toEqual(['heic', undefined])
})

test('an icon has pictures', () => {
  const heads = [
    '\x01\0\x01\0',
    '\x02\0\x01\0',
    '\x01\0\0\x01',
    '\x01\0\0\0',
    '\x02\0\0\0',
    '\x03\0\x01\0',
    '\x01\0\x01',
  ]
  const icons = heads.filter((head) => otherKindOf(bytes(`\0\0${head}`)) === 'ico')
  expect(icons).toEqual(heads.slice(0, 3))
})

test('a picture counts after at most 64 blanks', () => {
  const after = (blanks: number) => otherKindOf(Buffer.concat([Buffer.alloc(blanks, ' '), png]))
  expect([1, 64, 65].map(after)).toEqual(['after-blank', 'after-blank', undefined])
})

test('many comments take no time, whatever follows them', () => {
  const startMs = performance.now()
  const comments = '<!---->'.repeat(70)
  expect(otherKindOf(Buffer.from(`${comments}<p>`))).toBe('text')
  expect(otherKindOf(Buffer.from(`${comments}<html>`))).toBe('html')
  expect(otherKindOf(Buffer.from(`${comments}<?x`))).toBe('text')
  expect(performance.now() - startMs).toBeLessThan(200)
})
