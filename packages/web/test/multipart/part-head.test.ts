import { expect, test } from 'bun:test'
import { readPartHead } from '../../src/multipart/headers.ts'
import { refusalBy } from './bodies.ts'

function head(disposition: string, ...more: string[]) {
  return readPartHead([`Content-Disposition: ${disposition}`, ...more])
}

test.each([
  ['form-data; name="title"', 'title'],
  ['form-data; name=title', 'title'],
  ['FORM-DATA;NAME="title";', 'title'],
  ['form-data ; name = "title" ; ', 'title'],
  ['form-data; name="a%22b%0D%0Ac%41"', 'a"b\r\nc%41'],
  ['form-data; name="a\\"b\\\\c\\d"', 'a"b\\c\\d'],
  ['form-data; name="标题; x=1"', '标题; x=1'],
])('%s names the part', (disposition, name) => {
  expect(head(disposition).name).toBe(name)
})

test('a file’s name comes as it was meant, and only from the plain parameter', () => {
  expect(head('form-data; name=f; filename="a %22b%22 海.png"').fileName).toBe('a "b" 海.png')
  expect(head("form-data; name=f; filename*=UTF-8''a%20%E6%B5%B7.png").fileName).toBe('a 海.png')
  expect(head("form-data; name=f; filename=q; filename*=UTF-8''a.png").fileName).toBe('a.png')
  expect(head("form-data; name=f; filename=q; filename*=UTF-8''%FF").fileName).toBe('q')
})

test.each([
  'form-data; name=f; filename="a.png"',
  'form-data; name=f; filename=a.png',
  'form-data; name=f; filename="../../etc/passwd"',
  'form-data; name=f; filename=""',
  'form-data; name=f; filename="a%0D%0Abc\u202Egnp.exe"',
  "form-data; name=f; filename=x; filename*=UTF-8''%e2%82%ac%20a.png",
  "form-data; name=f; filename*=UTF-8''%ff%zz",
  `form-data; name=f; filename="${'😺'.repeat(3_000)}"`,
])('%s is a file, whatever it is called', (disposition) => {
  expect(head(disposition)).toMatchObject({ name: 'f', isFile: true })
})

test.each([
  'form-data; name="f"; filename="my "best" cat.png"',
  'form-data; filename="my "best" cat.png"; name="f"',
  'form-data; name="f"; filename=my cat.png',
  'form-data; filename=my cat.png; name=f',
  'form-data; name="f"; filename="C:\\cats\\"',
  'form-data; filename="C:\\cats\\"; name="f"',
  'form-data; name="f"; filename="a.png',
  'form-data; name="f"; filename=a; filename=b',
  'form-data; name="f"; filename="\uFFFD\uFFFD\\"',
  'form-data; name="f"; filename="a"; name="categoryId".png"',
])('%s is a file whose name is dropped', (disposition) => {
  expect(head(disposition)).toEqual({ name: 'f', isFile: true, isJson: false })
})

test('a part that calls itself multipart/form-data without a boundary is what its name says', () => {
  const type = 'Content-Type: multipart/form-data'
  expect(head('form-data; name="file"', type)).toMatchObject({ name: 'file', isFile: true })
  expect(head('form-data; name="categoryId"', type)).toMatchObject({ name: 'categoryId', isFile: false })
  expect(head('form-data; name="file"; filename="a"', type).isFile).toBe(true)
})

test('the character encoding of a part is told', () => {
  expect(head('form-data; name=f', 'Content-Type: text/plain; charset="GBK"').charset).toBe('gbk')
})

test('a part without a file name is a file when its declared type is not text', () => {
  const isFile = (type: string) => head('form-data; name=f', `Content-Type: ${type}`).isFile
  expect(['image/png', 'application/octet-stream'].map(isFile)).toEqual([true, true])
  expect(['text/plain; charset=utf-8', 'application/json', ''].map(isFile)).toEqual([false, false, false])
})

test('plain transfer encodings and unknown headers are accepted', () => {
  for (const encoding of ['7bit', '8BIT', 'binary']) {
    expect(head('form-data; name=f', `Content-Transfer-Encoding: ${encoding}`, 'X-Any: 1').name).toBe('f')
  }
})

test.each([
  ['PART_NAMELESS', []],
  ['PART_NAMELESS', ['Content-Type: image/png']],
  ['PART_NAMELESS', ['Content-Disposition: form-data']],
  ['PART_NAMELESS', ['Content-Disposition: form-data; name=""']],
  ['PART_NAMELESS', ['Content-Disposition: form-data; filename="a.png"']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: attachment; name="f"']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name="f']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name="f"; name="g"']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name="f\0"']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name="f"; filename="a\0.png"']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name="f"', 'X-Any: \0']],
  [
    'PART_HEADER_MALFORMED',
    ['Content-Disposition: form-data; name=f', 'content-disposition: form-data; name=g'],
  ],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name=f', 'no colon']],
  ['PART_HEADER_MALFORMED', ['Content-Disposition: form-data; name=f', ': no name']],
  ['PART_NESTED', ['Content-Disposition: form-data; name=f', 'Content-Type: Multipart/Mixed; boundary=x']],
  ['PART_ENCODED', ['Content-Disposition: form-data; name=f', 'Content-Transfer-Encoding: base64']],
])('%s refuses the headers %j', (code, lines) => {
  expect(refusalBy(() => readPartHead(lines))).toBe(code)
})
