import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { documentReaderOf } from '../src/document-reader.ts'
import { usualKeys } from '../src/front-matter.ts'
import { type Syntax, syntaxes } from './syntaxes.ts'

/** Slips of a writer at one place of a document, by the letters that they put in its place. */
const slips: Record<string, (sign: string) => string> = {
  missing: () => '',
  'after a space': (sign) => ` ${sign}`,
  'as a quotation mark': () => '"',
}

interface Found {
  start: number
  /** The marks of its kind around its letters, and its text alternative. */
  shown: string
}

/** Images and left addresses of a document, in order. */
function foundIn(text: string, kind: Syntax['kind']): Found[] {
  const { images, left, base } = documentReaderOf(`a.${kind}`)?.(text, new Set(usualKeys)) ?? {
    images: [],
    left: [],
  }
  const all = [
    ...images.map(({ start, end, address, alt, isName, written }) => ({
      start,
      shown: [`«${text.slice(start, end)}»`, address, alt, isName && 'name', written?.('L')].join('|'),
    })),
    ...left.map(({ start, address, alt, isImage }) => ({
      start,
      shown: [`‹${address}›`, alt, isImage && 'image'].join('|'),
    })),
    ...(base === undefined ? [] : [{ start: 0, shown: `base ${base}` }]),
  ]
  return all.toSorted((a, b) => a.start - b.start)
}

/** What a slip adds to the found, and takes of it; nothing for what only has the slip in it. */
function difference(
  before: readonly Found[],
  after: readonly Found[],
  slipped: (shown: string) => string[],
): string {
  const [was, is] = [before, after].map((found) => new Set(found.map(({ shown }) => shown))) as [
    Set<string>,
    Set<string>,
  ]
  const gone = before.filter(({ shown }) => !is.has(shown))
  const expected = new Set(gone.flatMap(({ shown }) => slipped(shown)))
  const more = after
    .filter(({ shown }) => !was.has(shown) && !expected.has(shown))
    .map(({ shown }) => `+${shown}`)
  const less = gone.filter(({ shown }) => !slipped(shown).some((one) => is.has(one)))
  return [...more, ...less.map(({ shown }) => `-${shown}`)].join(' ') || 'the same'
}

/** For each slip the places by their difference, a line each. */
function linesOf({ name, kind, marked }: Syntax): string[] {
  const text = marked.replaceAll(/[«»‹›]/g, '')
  const before = foundIn(text, kind)
  const outcomes = Object.entries(slips).flatMap(([slip, edit]) =>
    Array.from(text.matchAll(/[^a-z0-9]/gi), ({ index }) => index).map((at) => {
      const sign = text.charAt(at)
      const after = foundIn(text.slice(0, at) + edit(sign) + text.slice(at + 1), kind)
      const slipped = (shown: string) =>
        Array.from(shown, (_, place) => shown.slice(0, place) + edit(sign) + shown.slice(place + 1))
      return { place: `${slip} ${at}`, outcome: difference(before, after, slipped) }
    }),
  )
  const places = Map.groupBy(outcomes, ({ outcome }) => outcome)
  places.delete('the same')
  return [
    '',
    `# ${kind} ${name}`,
    ...text.split('\n').map((line) => `| ${JSON.stringify(line).slice(1, -1)}`),
    ...before.map(({ shown }) => `= ${JSON.stringify(shown).slice(1, -1)}`),
    ...Array.from(
      places,
      ([outcome, of]) =>
        `${JSON.stringify(outcome).slice(1, -1)}: ${of.map(({ place }) => place).join(', ')}`,
    ),
  ]
}

test('a document with a slip has the images that are recorded', async () => {
  const lines = syntaxes.flatMap(linesOf)
  await expectRecorded(new URL('./edited-syntaxes.txt', import.meta.url), lines)
}, 60_000)
