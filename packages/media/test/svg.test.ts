import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { MediaFailureCode } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { bytesOf, type Part } from './build/bytes.ts'
import { svg } from './build/svg.ts'
import { refusalOf } from './refusal-of.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

describe('the size of an SVG', () => {
  const sizes: [attributes: string, width: number, height: number][] = [
    ['width="40" height="30"', 40, 30],
    ['width="40px" height=" 30.4PX "', 40, 30],
    ['width="210mm" height="297mm" viewBox="0 0 1 1"', 794, 1123],
    ['width="1in" height="72pt"', 96, 96],
    ['width="2.54cm" height="6pc"', 96, 96],
    ['width="1e2" height="+.5e2"', 100, 50],
    ['viewBox="0 0 24 12"', 24, 12],
    ['viewBox="-5,-5 , 24,12"', 24, 12],
    ['width="100%" height="100%" viewBox="0 0 24 12"', 24, 12],
    ['width="48" viewBox="0 0 24 12"', 48, 24],
    ['height="48" viewBox="0 0 24 12"', 96, 48],
    ['width="10em"', 300, 150],
    ['', 300, 150],
    ['viewBox="0 0 0 12"', 300, 150],
    ['viewBox="0 0 12 0"', 300, 150],
    ['width="48" viewBox="0 0 12 0"', 48, 24],
    ['width="600"', 600, 300],
    ['width="0.2" height="0.3"', 1, 1],
    ['width="1e300" height="5"', 0xffffffff, 5],
    ['width="-5" height="7"', 14, 7],
  ]

  test.each(sizes)('with %p is %p × %p pixels', (attributes, width, height) => {
    expect(inspect(svg(attributes))).toMatchObject({ type: 'image/svg+xml', width, height, complete: true })
  })

  test('is in attributes of its own, not in those of a program', () => {
    const bytes = svg('xmlns:a="b" a:width="9" a:height="9" viewBox="0 0 5 4"')
    expect(inspect(bytes)).toMatchObject({ width: 5, height: 4 })
  })

  test.each(['1', ' ', '1.', '1e'])(
    'is looked for no longer in a tag full of %j than in any other',
    (piece) => {
      const noLength = `1${piece.repeat(100_000 / piece.length)}!`
      expect(inspect(svg(`width="${noLength}" height="${noLength}"`))).toMatchObject({
        width: 300,
        height: 150,
      })
    },
  )
})

const declaring = (encoding: string, spaces = 1) =>
  bytesOf(`<?xml version="1.0"${' '.repeat(spaces)}encoding="${encoding}"?>`, svg(''))

test.each(['utf-8', 'UTF-8', 'utf8', 'Utf8', 'us-ascii', 'US-ASCII', 'ascii', 'ASCII'])(
  'an SVG that declares the encoding %s is read',
  (encoding) => {
    expect(inspect(declaring(encoding))).toMatchObject({ type: 'image/svg+xml', complete: true })
  },
)

test.each(['', 'utf', 'utf-16', 'utf-32', 'ascii7', 'latin1', 'iso-8859-1', 'gbk'])(
  'an SVG that declares the encoding "%s" is refused',
  (encoding) => {
    expect(refusalOf(declaring(encoding))).toMatchObject({ code: 'UNKNOWN_TYPE' })
  },
)

test.each([254, 255, 256])('an encoding whose last letter is byte %d of the file is read', (last) => {
  const spaces = last - '<?xml version="1.0"encoding="utf-8'.length
  expect(inspect(declaring('utf-8', spaces))).toMatchObject({ type: 'image/svg+xml', complete: true })
  expect(refusalOf(declaring('utf-9', spaces))).toMatchObject({ code: 'UNKNOWN_TYPE' })
})

const refusals: [what: string, bytes: Uint8Array, code: MediaFailureCode, reason: RegExp][] = [
  ['HTML', bytesOf('<!doctype html><script>alert(1)</script>'), 'UNKNOWN_TYPE', /no SVG/],
  ['XHTML', bytesOf('<html xmlns="http://www.w3.org/1999/xhtml"/>'), 'UNKNOWN_TYPE', /no SVG/],
  ['spaces alone', bytesOf(' \n'.repeat(20)), 'UNKNOWN_TYPE', /before its first element/],
  ['text that begins with a bracket', bytesOf('<3 you all'), 'UNKNOWN_TYPE', /before its first element/],
  ['text before a picture', bytesOf(' ', 'x', svg('')), 'UNKNOWN_TYPE', /no image format/],
  ['UTF-16', bytesOf('\xff\xfe<\0s\0v\0g\0'), 'UNKNOWN_TYPE', /no image format/],
  ['another encoding', bytesOf('<?xml version="1.0" encoding="latin1"?>', svg('')), 'UNKNOWN_TYPE', /no SVG/],
  ['a late declaration', bytesOf('\n<?xml version="1.0"?>', svg('')), 'UNKNOWN_TYPE', /no SVG/],
  [
    'entities of its own',
    bytesOf('<!DOCTYPE svg [<!ENTITY a "b">]>', svg('', '&a;')),
    'UNKNOWN_TYPE',
    /no SVG/,
  ],
  ['two document types', bytesOf('<!DOCTYPE svg>'.repeat(2), svg('')), 'UNKNOWN_TYPE', /no SVG/],
  ['room for entities', bytesOf('<!DOCTYPE svg []>', svg('')), 'UNKNOWN_TYPE', /no SVG/],
  [
    'entities between what looks like quotes',
    bytesOf('<!DOCTYPE svg [<!-- " --><!ENTITY a "b">]><!-- " -->', svg('', '&a;')),
    'UNKNOWN_TYPE',
    /no SVG/,
  ],
  ['no namespace', bytesOf('<svg/>'), 'MALFORMED', /lacks xmlns/],
  ['no width', svg('width="0" height="5"'), 'MALFORMED', /0 × 5/],
  ['an element closed too early', svg('', '<g><a></g></a>'), 'MALFORMED', /another element/],
  ['an attribute without quotes', svg('', '<a b=c/>'), 'MALFORMED', /not written/],
  ['attributes without a space between', svg('', '<a b="c"d="e"/>'), 'MALFORMED', /not written/],
  ['an attribute twice', svg('', '<a b="c" b="d"/>'), 'MALFORMED', /twice/],
  ['a bracket in an attribute', svg('', '<a b="<"/>'), 'MALFORMED', /another one/],
  ['an unknown prefix', svg('', '<a b:c="d"/>'), 'MALFORMED', /no namespace/],
  ['a prefix declared elsewhere', svg('', '<a xmlns:b="c"/><b:d/>'), 'MALFORMED', /no namespace/],
  ['a second document type', svg('', '<!DOCTYPE svg>'), 'MALFORMED', /too late/],
  ['a declaration of no kind', svg('', '<!ELEMENT a>'), 'MALFORMED', /no known kind/],
  ['an empty tag', svg('', '<>'), 'MALFORMED', /empty/],
  ['an instruction without a name', svg('', '<? a?>'), 'MALFORMED', /no name/],
  ['a byte that is no UTF-8', svg('', 'a\xffb'), 'MALFORMED', /UTF-8/],
  ['a surrogate', svg('', '\xed\xa0\x80'), 'MALFORMED', /UTF-8/],
  ['a character with a line break in it', svg('', 'a\xc3\n\xa9b'), 'MALFORMED', /UTF-8/],
  ['an overlong character', svg('', '\xc0\xaf'), 'MALFORMED', /UTF-8/],
  ['a NUL', svg('', 'a\0b'), 'MALFORMED', /UTF-8/],
  ['deep nesting', svg('', '<a>'.repeat(1_000)), 'MALFORMED', /nested/],
  ['a tag of more than 1 MiB', svg('', `<a b="${'c'.repeat(1_100_000)}"/>`), 'MALFORMED', /1 MiB/],
  ['a million of tags', svg('', '<a/>'.repeat(1_000_000)), 'MALFORMED', /small parts/],
]

describe('an SVG is refused for', () => {
  test.each(refusals)('%s', (_, bytes, code, reason) => {
    const failure = refusalOf(bytes)
    expect(failure.message).toMatch(reason)
    expect(failure.code).toBe(code)
  })
})

test('scripts, styles and links are part of an SVG; the server must disable them', () => {
  const bytes = svg('', '<script>alert(1 &lt; 2)</script><a href="javascript:alert(1)"><text>x</text></a>')
  expect(strip(bytes, 'strip')).toEqual({ bytes, removed: [] })
})

test('space after the root belongs to the picture, anything else does not', () => {
  const bytes = svg('')
  expect(inspect(bytesOf(bytes, ' \r\n\t'))).toMatchObject({ complete: true, trailingBytes: 0 })
  expect(inspect(bytesOf(bytes, '\n<script/>'))).toMatchObject({ complete: true, trailingBytes: 10 })
  expect(strip(bytesOf(bytes, '\n<script/>'), 'location').bytes).toEqual(bytes)
})

test('text is UTF-8 exactly where a strict decoder says so', () => {
  const nearUtf8 = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 3, min: 0x80 }),
      fc
        .constantFrom('\xe0\x80', '\xed\xbf', '\xf0\x8f', '\xf4\x90', '\xf5', '\xc1')
        .map((text) => bytesOf(text)),
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(nearUtf8, (parts: Part[]) => {
      const text = bytesOf(parts, ' ')
      const inAttribute = Buffer.from(text)
        .toString('latin1')
        .replace(/[<"\t\n\r]/g, '_')
      const bytes = svg('', `<a b="${inAttribute}"/>`)
      expect(isTaken(bytes)).toBe(isUtf8(bytes) && !hasControls(bytes))
    }),
    { numRuns: 2000 },
  )
})

function isTaken(bytes: Uint8Array): boolean {
  try {
    return inspect(bytes).complete
  } catch {
    return false
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && !'\t\n\r'.includes(String.fromCharCode(byte)))
}

describe('removing metadata', () => {
  const stripped = (...content: Part[]) =>
    Buffer.from(strip(svg('xmlns:t="tool"', ...content), 'strip').bytes).toString()
  const kept = (text: string) => `<svg xmlns="${svgNamespace}" xmlns:t="tool">${text}</svg>`

  test('keeps the content of a foreignObject', () => {
    const shown =
      '<foreignObject t:x="1"><p xmlns="http://www.w3.org/1999/xhtml" t:y="2"><t:b/></p></foreignObject>'
    expect(stripped(shown)).toBe(kept(shown.replace(' t:x="1"', '')))
  })

  test('keeps style sheets, links and the language', () => {
    const shown =
      '<?xml-stylesheet href="#a"?><use xmlns:l="http://www.w3.org/1999/xlink" l:href="#b" xml:space="preserve"/>'
    expect(stripped(shown)).toBe(kept(shown))
  })

  test('takes an element of a program with all that is in it', () => {
    expect(stripped('<g><t:a><t:a><g/><!-- b --></t:a><metadata/></t:a></g>')).toBe(kept('<g></g>'))
    expect(stripped('<metadata/><metadata>a<metadata/>b</metadata>c')).toBe(kept('c'))
  })

  test('keeps comments in scripts and styles that are no comments of XML', () => {
    const shown = '<style>/* a */</style><script><![CDATA[ <!-- b --> ]]></script>'
    expect(stripped(shown)).toBe(kept(shown))
  })

  test('is refused where there are more pieces of it than any program writes', () => {
    const bytes = svg('xmlns:t="tool"', `<a t:b="" c="" t:d=""/>`.repeat(100_001))
    expect(() => strip(bytes, 'strip')).toThrow(/pieces of metadata/)
  })
})
