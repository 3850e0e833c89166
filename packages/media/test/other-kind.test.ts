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
  ['bmp', bytes('BM\x36\x10\0\0\0\0\0\0')],
  ['jxl', bytes('\xff\x0a\xfa\x1f')],
  ['jxl', bytes('\0\0\0\x0cJXL \r\n\x87\n')],
  ['jp2', bytes('\0\0\0\x0cjP  \r\n\x87\n')],
  ['ico', bytes('\0\0\x01\0\x01\0\x10\x10')],
  ['ico', bytes('\0\0\x02\0\x01\0\x10\x10')],
  ['tga', bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x18\0')],
  ['tga', bytes('\0\x01\x01\0\0\0\x01\x18\0\0\0\0\x40\x01\xf0\0\x08\0')],
  [undefined, bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\xf0\0\x18\0')],
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

test('many comments take no time, whatever follows them', () => {
  const startMs = performance.now()
  const comments = '<!---->'.repeat(70)
  expect(otherKindOf(Buffer.from(`${comments}<p>`))).toBe('text')
  expect(otherKindOf(Buffer.from(`${comments}<html>`))).toBe('html')
  expect(otherKindOf(Buffer.from(`${comments}<?x`))).toBe('text')
  expect(performance.now() - startMs).toBeLessThan(200)
})
