import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { documentReaderOf } from '../src/document-reader.ts'
import { usualKeys } from '../src/front-matter.ts'
import { isFilledIn } from '../src/image-address.ts'
import { movedAddressesIn, undone, withLinks } from '../src/moved-addresses.ts'
import { link, type Syntax, syntaxes } from './syntaxes.ts'

const between = (text: string, open: string, close: string) =>
  [...text.matchAll(new RegExp(`${open}([^${close}]*)${close}`, 'g'))].map(([, one]) => one ?? '')
const withoutMarks = (text: string) => text.replaceAll(/[«»‹›]/g, '')

function read(text: string, kind: Syntax['kind']) {
  const found = documentReaderOf(`a.${kind}`)?.(text, new Set(usualKeys)) ?? { images: [], left: [] }
  const images = found.images.filter(({ address }) => !isFilledIn(address))
  const filledIn = found.images.filter(({ address }) => isFilledIn(address))
  const left = [...filledIn, ...found.left].toSorted((a, b) => a.start - b.start)
  for (const { start, end, address } of left) expect(text.slice(start, end)).toContain(address)
  return { images, left: left.map(({ address }) => address) }
}

test('there are 68 syntaxes', () => {
  expect(new Set(syntaxes.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(68)
})

const inputOf = ({ marked }: Pick<Syntax, 'marked'>): string => withoutMarks(marked)
const outputOf = ({ marked, after }: Pick<Syntax, 'marked' | 'after'>): string =>
  after ?? withoutMarks(marked.replaceAll(/«[^»]*»/g, link))
const leftOf = ({ marked }: Pick<Syntax, 'marked'>): string[] => between(marked, '‹', '›')

/** Moves the images of a document to one link, again, and back; gives what it was and what is left. */
function moveAndUndo(text: string, kind: Syntax['kind']) {
  const { images, left } = read(text, kind)
  const changed = withLinks(
    text,
    images.map((image) => ({ image, link })),
  )
  const again = read(changed.text, kind)
  expect(again.images.filter(({ address }) => address !== link)).toEqual([])
  expect(again.left.filter((address) => address !== link)).toEqual(left)
  const entries = movedAddressesIn(changed.text, changed.moved, [])
  expect(undone(changed.text, entries)).toEqual({ text, restored: images.length, changed: 0 })
  return { text: changed.text, addresses: images.map(({ address }) => address), left }
}

test.each(syntaxes.map((one) => [one.name, one] as const))(
  '%s: the addresses of images change, and nothing else',
  (_, syntax) => {
    expect(moveAndUndo(inputOf(syntax), syntax.kind)).toEqual({
      text: outputOf(syntax),
      addresses: syntax.addresses ?? between(syntax.marked, '«', '»'),
      left: leftOf(syntax),
    })
  },
)

/** Those that may stand anywhere in a document. */
const pieces = syntaxes.filter(
  ({ kind, marked, name }) =>
    kind === 'md' && !/^(?:\ufeff?---|\+\+\+|\{\n)/.test(marked) && name !== 'a comment that does not end',
)

test('in a document of several syntaxes each is read as by itself', () => {
  expect(pieces.length).toBeGreaterThan(35)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...pieces), { minLength: 2, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      (some, lineEnd) => {
        const joined = (textOf: (one: Syntax) => string) =>
          some
            .map((one) => textOf(one).trimEnd())
            .join('\n\n')
            .replaceAll('\n', lineEnd)
        const { text, left } = moveAndUndo(joined(inputOf), 'md')
        expect(text).toBe(joined(outputOf))
        expect(left).toEqual(some.flatMap(leftOf))
      },
    ),
    { numRuns: process.env.PICTOGLYPH_PROOF === '1' ? 20_000 : 300 },
  )
})
