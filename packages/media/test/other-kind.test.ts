import { expect, test } from 'bun:test'
import { type OtherKind, otherKindOf } from '../src/other-kind.ts'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')

const cases: [OtherKind | undefined, Uint8Array][] = [
  ['heic', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['heic', bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1heic')],
  ['mp4', bytes('\0\0\0\x18ftypisom\0\0\0\0isomavc1')],
  ['mp4', bytes('\x1a\x45\xdf\xa3\x01\0\0\0')],
  ['tiff', bytes('II*\0\x08\0\0\0')],
  ['tiff', bytes('MM\0*\0\0\0\x08')],
  ['bmp', bytes('BM\x36\x10\0\0\0\0\0\0')],
  ['jxl', bytes('\xff\x0a\xfa\x1f')],
  ['jxl', bytes('\0\0\0\x0cJXL \r\n\x87\n')],
  ['jp2', bytes('\0\0\0\x0cjP  \r\n\x87\n')],
  ['ico', bytes('\0\0\x01\0\x01\0\x10\x10')],
  ['psd', bytes('8BPS\0\x01')],
  ['pdf', bytes('%PDF-1.7\n')],
  ['zip', bytes('PK\x03\x04\x14\0')],
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
