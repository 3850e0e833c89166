import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import type { StripMode } from '../src/strip/plan.ts'
import { strip } from '../src/strip/strip.ts'
import { bytesOf, find } from './build/bytes.ts'
import { segment } from './build/jpeg.ts'
import { svg } from './build/svg.ts'
import { markedImages, owner, place } from './marked.ts'

const pixelImages = markedImages.filter(({ bytes }) => inspect(bytes).type !== 'image/svg+xml')
const dataUrl = (bytes: Uint8Array, type = 'image/jpeg') => `data:${type};base64,${bytes.toBase64()}`
const { bytes: jpeg } = markedImages[0]!
const picture = (address: string) => svg('width="9" height="9"', `<image href="${address}"/>`)

function stripped(file: Uint8Array, mode: StripMode) {
  const { bytes, removed } = strip(file, mode)
  const text = Buffer.from(bytes).toString()
  return { text, kinds: removed.map(({ kind }) => kind).sort() }
}

describe.each(['strip', 'location'] as const)(
  '%s takes metadata out of what is embedded in an SVG',
  (mode) => {
    test.each(pixelImages)('$name', ({ bytes }) => {
      const { type } = inspect(bytes)
      const alone = strip(bytes, mode)
      const { text, kinds } = stripped(picture(dataUrl(bytes, type)), mode)
      expect(text).toContain(`"${dataUrl(alone.bytes, type)}"`)
      expect(kinds).toEqual(alone.removed.map(({ kind }) => kind).sort())
    })
  },
)

describe('an embedded picture', () => {
  const clean = dataUrl(strip(jpeg, 'strip').bytes)
  const lines = jpeg.toBase64().replace(/.{76}/g, '$&\n')
  const ways: [where: string, content: string][] = [
    [
      'as older programs link it',
      `<image xmlns:l="http://www.w3.org/1999/xlink" l:href='${dataUrl(jpeg)}'/>`,
    ],
    ['over several lines', `<image href=" data:image/jpeg;base64,${lines}"/>`],
    [
      'over several lines that are written as references',
      `<image href="${dataUrl(jpeg, 'x').replace('x', 'image/jpeg').replace('/9j/', '/9j/&#10;&#xA;')}"/>`,
    ],
    ['with another parameter', `<image href="${dataUrl(jpeg, 'image/jpeg;name=a.jpg')}"/>`],
    ['under another type', `<image href="${dataUrl(jpeg, 'image/png')}"/>`],
    [
      'in a web page',
      `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="${dataUrl(jpeg)}"/></foreignObject>`,
    ],
  ]

  test.each(ways)('loses its metadata %s', (_, content) => {
    const { text, kinds } = stripped(svg('', content), 'strip')
    const base64 = /base64,([^"']*)/.exec(text)?.[1] ?? ''
    expect([...Uint8Array.fromBase64(base64)]).toEqual([...strip(jpeg, 'strip').bytes])
    expect(kinds).toContain('location')
    expect(strip(Buffer.from(text), 'strip').removed).toEqual([])
  })

  test('is removed with the program element that contains it', () => {
    const file = svg('xmlns:t="tool"', `<t:a href="${dataUrl(jpeg)}"/>`)
    expect(stripped(file, 'strip')).toMatchObject({ kinds: ['application'] })
  })

  test('that has none stays as it is written', () => {
    const file = picture(clean)
    expect(strip(file, 'strip')).toEqual({ bytes: file, removed: [] })
  })

  const unread = [
    dataUrl(bytesOf('no picture')),
    dataUrl(jpeg.subarray(0, 500)),
    dataUrl(jpeg.subarray(0, 500), 'font/woff2'),
    'data:image/jpeg;base64,%2F9j%2F',
    'data:image/jpeg;base64,/9j/====',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png,no',
  ]

  test.each(unread)('that can not be read is refused, as it may hold anything: %s', (address) => {
    for (const mode of ['strip', 'location'] as const) {
      expect(() => strip(picture(address), mode)).toThrow(/A picture in it can't be read/)
    }
  })

  const others = [
    dataUrl(bytesOf('no picture'), 'font/woff2'),
    dataUrl(bytesOf('BM', new Uint8Array(60)), 'image/bmp'),
    'data:text/css,a{}',
    'data:image/png;base64,',
    'https://example.org/data:image/jpeg;base64,/9j/',
    '#a',
  ]

  test.each(others)('that is none, or has no metadata, stays: %s', (address) => {
    const file = picture(address)
    expect(strip(file, 'strip')).toEqual({ bytes: file, removed: [] })
  })

  test('is refused together with more of them than fit in the memory that they may take', () => {
    const end = jpeg.lastIndexOf(0xd9) - 1
    const scanned = bytesOf(jpeg.subarray(0, end), new Uint8Array(60_000), jpeg.subarray(end))
    const large = bytesOf(scanned, new Uint8Array(300_000))
    const file = svg('', `<image href="${dataUrl(large)}"/>`.repeat(60))
    expect(() => strip(file, 'strip')).toThrow(/4 MiB/)
  })

  test('is found among many', () => {
    const small = bytesOf(jpeg.subarray(0, 2), segment(0xfe, owner), jpeg.subarray(2))
    const file = svg(
      '',
      Array.from({ length: 30 }, () => `<g><!-- ${place} --><image href="${dataUrl(small)}"/></g>`),
    )
    const { text } = stripped(file, 'strip')
    const embedded = text.matchAll(/base64,([^"]*)/g).map(([, base64 = '']) => Uint8Array.fromBase64(base64))
    const found = [...embedded]
    expect(found).toHaveLength(30)
    for (const bytes of found) expect(find(bytes, owner)).toBe(-1)
    expect(text).not.toContain(place)
  })
})
