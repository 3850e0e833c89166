import { expect, test } from 'bun:test'
import { createMultipartReader, defaultMultipartLimits } from '../../src/multipart/reader.ts'
import { composeBody, cut, fieldHeader, readWhole, refusalBy } from './bodies.ts'

const boundary = 'XbX'

function read(text: string, chunkLength = text.length) {
  return readWhole(boundary, cut(Buffer.from(text, 'latin1'), [chunkLength])).map(
    ({ name, content }) => `${name}=${content.toString('latin1')}`,
  )
}

function fieldText(name: string, value: string): string {
  return `--XbX\r\n${fieldHeader(name)}\r\n\r\n${value}\r\n`
}

test('parts come in the order sent, each with its own content', () => {
  expect(read(`${fieldText('a', '1')}${fieldText('b', '')}${fieldText('a', '\r\n')}--XbX--`)).toEqual([
    'a=1',
    'b=',
    'a=\r\n',
  ])
})

test('a form without parts is a form', () => {
  expect(read('--XbX--\r\n')).toEqual([])
})

test('every part is announced, empty and repeated files too', () => {
  const header = 'Content-Disposition: form-data; name="file"; filename=""'
  const parts = readWhole(boundary, [
    composeBody(boundary, [
      [[header], ''],
      [[header], 'x'],
    ]),
  ])
  expect(parts.map(({ name, isFile, content }) => [name, isFile, content.length])).toEqual([
    ['file', true, 0],
    ['file', true, 1],
  ])
})

test('bytes that only begin like a delimiter are content', () => {
  const value = '\r\n--XbY\r\r\n--Xb\n--XbX--XbX\r\n-\r\n--X'
  for (const chunkLength of [1, 2, 3, 7, 1000]) {
    expect(read(`${fieldText('a', value)}--XbX--`, chunkLength)).toEqual([`a=${value}`])
  }
})

test('preamble, epilogue, padding after boundaries and folded headers are accepted', () => {
  const body = [
    'preamble --XbX\r\n--Xb\r\n',
    '--XbX \t\r\nContent-Disposition: form-data;\r\n name="a"\r\n\r\n1\r\n',
    '--XbX-- \r\n--XbX\r\nepilogue',
  ]
  for (const chunkLength of [1, 5, 1000]) expect(read(body.join(''), chunkLength)).toEqual(['a=1'])
})

test('a line feed alone before the first delimiter loses no part', () => {
  for (const before of ['\n', '\r\n', 'preamble\n', '\n--Xb\n']) {
    for (const chunkLength of [1, 2, 5, 1000]) {
      expect(read(`${before}${fieldText('a', '1')}--XbX--`, chunkLength)).toEqual(['a=1'])
    }
  }
})

test('data is handed on as views of the chunk, without copying', () => {
  const body = composeBody(boundary, [[[fieldHeader('a')], Buffer.alloc(1000, 'x')]])
  const data = createMultipartReader({ boundary })
    .push(body)
    .flatMap((event) => (event.kind === 'data' ? [event.bytes] : []))
  expect(data.map(({ buffer, length }) => [buffer === body.buffer, length])).toEqual([[true, 1000]])
})

test('each limit holds to the byte', () => {
  const limits = { parts: 2, headerBytes: 60, preambleBytes: 50 }
  const within = (body: string) => refusalBy(() => readWhole(boundary, [Buffer.from(body)], limits))
  const headerOf = (bytes: number) => `X: ${'x'.repeat(bytes - fieldHeader('a').length - 9)}`
  const field = (bytes: number) => `--XbX\r\n${fieldHeader('a')}\r\n${headerOf(bytes)}\r\n\r\n\r\n`
  expect(within(`${field(60)}${field(60)}--XbX--`)).toBe('no failure')
  expect(within(`${field(61)}--XbX--`)).toBe('PART_HEADER_TOO_LARGE')
  expect(within(`${field(60)}${field(60)}${field(60)}--XbX--`)).toBe('TOO_MANY_PARTS')
  expect(within(`${'p'.repeat(49)}\r\n--XbX--`)).toBe('no failure')
  expect(within(`${'p'.repeat(51)}\r\n--XbX--`)).toBe('PREAMBLE_TOO_LARGE')
})

const field = fieldText('a', '1')
test.each([
  ['an empty body', '', 'BOUNDARY_ABSENT'],
  ['only a boundary', '--XbX', 'BODY_TRUNCATED'],
  ['a body cut in its headers', '--XbX\r\nContent-Disp', 'BODY_TRUNCATED'],
  ['a body cut in its data', fieldText('a', '1').slice(0, -2), 'BODY_TRUNCATED'],
  ['no closing delimiter', field, 'BODY_TRUNCATED'],
  ['half a closing delimiter', `${field}--XbX-`, 'BODY_TRUNCATED'],
  ['another boundary throughout', `${field}--XbX--`.replaceAll('XbX', 'YbY'), 'BOUNDARY_ABSENT'],
  ['a long body with another boundary', 'y'.repeat(9000), 'PREAMBLE_TOO_LARGE'],
  ['LF-only line ends', `${field}--XbX--\r\n`.replaceAll('\r\n', '\n'), 'LINE_ENDS'],
  ['LF-only header lines', `--XbX\r\n${fieldHeader('a')}\n\n1\r\n--XbX--`, 'LINE_ENDS'],
  ['LF-only delimiters after a part', `${field}--XbX--`.replaceAll('\r\n--', '\n--'), 'BODY_TRUNCATED'],
  ['a boundary with more behind it', `${field}--XbXX\r\n`, 'DELIMITER_MALFORMED'],
  ['padding before closing dashes', `${field}--XbX --`, 'DELIMITER_MALFORMED'],
  ['a lone CR after a boundary', `${field}--XbX\r\r\n`, 'DELIMITER_MALFORMED'],
  ['endless padding', `--XbX${' '.repeat(9000)}\r\n`, 'DELIMITER_MALFORMED'],
  ['a part without headers', '--XbX\r\n\r\n1\r\n--XbX--', 'PART_NAMELESS'],
  ['a continuation before any header', '--XbX\r\n name="a"\r\n\r\n', 'PART_HEADER_MALFORMED'],
  ['a file name of 90 kB', fieldText(`a"; filename="${'n'.repeat(90_000)}`, '1'), 'PART_HEADER_TOO_LARGE'],
  ['a file name with a line break', fieldText('a"; filename="x\r\ny', '1'), 'PART_HEADER_MALFORMED'],
  ['too many parts', field.repeat(defaultMultipartLimits.parts + 1), 'TOO_MANY_PARTS'],
])('%s is refused, however it is cut', (_, body, code) => {
  for (const chunkLength of [1, 100, 100_000]) expect(refusalBy(() => read(body, chunkLength))).toBe(code)
})
