import { expect, test } from 'bun:test'
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
  return { images, left: left.map(({ address }) => address) }
}

test('there are 68 syntaxes', () => {
  expect(new Set(syntaxes.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(68)
})

test.each(syntaxes.map((one) => [one.name, one] as const))(
  '%s: the addresses of images change, and nothing else',
  (_, { kind, marked, addresses, after }) => {
    const text = withoutMarks(marked)
    const { images, left } = read(text, kind)
    const changed = withLinks(
      text,
      images.map((image) => ({ image, link })),
    )
    expect(changed.text).toBe(after ?? withoutMarks(marked.replaceAll(/«[^»]*»/g, link)))
    expect(images.map(({ address }) => address)).toEqual(addresses ?? between(marked, '«', '»'))
    expect(left).toEqual(between(marked, '‹', '›'))
    const again = read(changed.text, kind)
    expect(again.images.filter(({ address }) => address !== link)).toEqual([])
    expect(again.left.filter((address) => address !== link)).toEqual(left)
    const entries = movedAddressesIn(changed.text, changed.moved, [])
    expect(undone(changed.text, entries)).toEqual({ text, restored: images.length, changed: 0 })
  },
)
