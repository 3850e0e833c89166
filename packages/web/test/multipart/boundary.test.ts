import { expect, test } from 'bun:test'
import { readBoundary } from '../../src/multipart/headers.ts'
import { refusalBy } from './bodies.ts'

test.each([
  ['multipart/form-data; boundary=----WebKitFormBoundaryAbC123', '----WebKitFormBoundaryAbC123'],
  ['Multipart/Form-Data;Boundary="a b"; charset=utf-8', 'a b'],
  ['multipart/form-data; charset=utf-8; boundary=----=_Part_1_2.3', '----=_Part_1_2.3'],
  ['multipart/form-data; boundary=x;', 'x'],
  [`multipart/form-data; boundary=${'b'.repeat(70)}`, 'b'.repeat(70)],
])('%s announces its boundary', (contentType, boundary) => {
  expect(readBoundary(contentType)).toBe(boundary)
})

test.each([
  [null, 'NOT_MULTIPART'],
  ['', 'NOT_MULTIPART'],
  ['image/png', 'NOT_MULTIPART'],
  ['multipart/mixed; boundary=x', 'NOT_MULTIPART'],
  ['multipart/form-data-x; boundary=x', 'NOT_MULTIPART'],
  ['multipart/form-data', 'BOUNDARY_MISSING'],
  ['multipart/form-data; charset=utf-8', 'BOUNDARY_MISSING'],
  ['multipart/form-data; boundary=', 'BOUNDARY_MISSING'],
  ['multipart/form-data; boundary=""', 'BOUNDARY_MISSING'],
  ['multipart/form-data; boundary=a; boundary=a', 'BOUNDARY_DOUBLED'],
  ['multipart/form-data; boundary=a; BOUNDARY="b"', 'BOUNDARY_DOUBLED'],
  [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'BOUNDARY_INVALID'],
  ['multipart/form-data; boundary="a "', 'BOUNDARY_INVALID'],
  ['multipart/form-data; boundary="a\\"b"', 'BOUNDARY_INVALID'],
  ['multipart/form-data; boundary=ä', 'BOUNDARY_INVALID'],
  ['multipart/form-data; boundary="a', 'BOUNDARY_INVALID'],
  ['multipart/form-data; boundary=a b', 'BOUNDARY_INVALID'],
  ['multipart/form-data; boundary=a, multipart/form-data; boundary=b', 'BOUNDARY_INVALID'],
])('%s is refused as %s', (contentType, code) => {
  expect(refusalBy(() => readBoundary(contentType))).toBe(code)
})
