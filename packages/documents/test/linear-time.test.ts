import { expect, test } from 'bun:test'
import { documentReaderOf } from '../src/document-reader.ts'
import { usualKeys } from '../src/front-matter.ts'
import { pictureAddressesIn } from '../src/left-addresses.ts'
import { scanText } from '../src/scanner.ts'
import { srcsetAddresses } from '../src/srcset.ts'
import { CountedText } from './counted-text.ts'

/** Beginnings, ends and wholes of everything that is read. */
const units = [
  ...'[](){}<>!"\'`\\|&%#*_~=:;@.,?/ \na',
  ...[
    '![',
    '](',
    '![](',
    '![x](<',
    '](a "',
    '](a (',
    "](a '",
    '](a b',
    '![a b.png](',
    '[[',
    '![[',
    '![[a.png',
  ],
  ...['![[a.png]] ', ']]', '{{', '}}', '{{<', '{{< a="', '{{< a=b', '{{< a=b >}}', '>}}', '{%', '%}', '{/*'],
  ...[
    '*/}',
    '{{</*',
    '<!--',
    '-->',
    '<a ',
    '<a b="',
    "<a b='",
    '<a b=',
    '<a b={',
    '<a b={"',
    '<a b={`',
    '<a {',
  ],
  ...['<a b={<', '<a>', '<img src=a.png>', '<script>', '</', '</script', 'a.png 1x, ', ',,', '`` ` ``` '],
  ...['a.png', 'a.png ', 'a.png?', '.png', './', 'a="b" ', 'a=\n', '<a b="c"d', '😀', '\ud800'],
]

const readers: Record<string, (text: string) => unknown> = {
  'shortcodes, tags and wiki links': (text) => scanText(text, [], false),
  'Markdown between tags': (text) => scanText(text, [], true),
  'addresses in any text': (text) => pictureAddressesIn(text),
  'a list of addresses': srcsetAddresses,
}

const short = 400
const ratio = 8

test.each(Object.entries(readers))(
  '%s: as much longer as a text is, as many steps more are taken',
  (_, read) => {
    for (const unit of [
      ...units,
      ...units.map((one) => `<a ${one}`),
      ...units.map((one) => `{{< a ${one}`),
    ]) {
      const stepsFor = (length: number): number => {
        const text = new CountedText(unit.repeat(length / unit.length))
        read(text as unknown as string)
        return text.count
      }
      expect([unit, stepsFor(short) > 0]).toEqual([unit, true])
      expect([unit, stepsFor(ratio * short) / stepsFor(short) < 1.5 * ratio]).toEqual([unit, true])
    }
  },
)

/** Processor time, in milliseconds: the least of several runs. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1_000
  })
  return Math.min(...times)
}

const hostile = [
  '<a b>',
  '[',
  '"',
  '\\',
  '{{',
  '<!--',
  '---\n',
  '`',
  '<a b="',
  '![a](b.png) ',
  '{{< a=b',
  'a: [',
  'a = "',
]

test.each(['md', 'mdx', 'html'])(
  'a document of .%s with eight times the text takes less than 24 times as long, and not 64',
  (kind) => {
    const read = documentReaderOf(`a.${kind}`)
    for (const opening of ['', '---\n', '+++\n', '{\n']) {
      for (const unit of hostile) {
        const timeFor = (length: number): number => {
          const text = `${opening + unit.repeat(length / unit.length)}\n${opening.replace('{', '}')}`
          return timeOf(() => read?.(text, new Set(usualKeys)))
        }
        const growth = timeFor(ratio * 4_000) / Math.max(10, timeFor(4_000))
        expect([opening + unit, growth < 3 * ratio]).toEqual([opening + unit, true])
      }
    }
  },
  120_000,
)
