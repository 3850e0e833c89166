/**
 * How well bodies without their wrapper are told from damage: how many real texts are refused, and how many damaged
 * ciphers are read, of each kind. And how well the mark of doubtful texts tells those of damaged classic ciphers.
 *
 * `bun bench/codec/plausibility.ts` prints three tables. The texts are the sample of the codec's tests, and the messages
 * of this machine's programs in eighteen languages (Debian: install `iso-codes` and a few dozen translated programs).
 */
import { createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { createClassicEncoder } from '@pictoglyph/codec/classic-encoder'
import { detect } from '@pictoglyph/codec/detect'
import { isDoubtfulText } from '@pictoglyph/codec/plausibility'
import { shippedCharsets } from '@pictoglyph/codec/shipped'
import {
  cutInTheMiddle,
  damagesOf,
  isBody,
  mangledTexts,
  mangles,
  plainTexts,
  seededNumbers,
} from '../../packages/codec/test/sample/damages.ts'
import { translatedMessages } from './catalogues.ts'

const languages = 'zh_CN zh_TW ja ko ru de fr es vi pt_BR it tr ar he el th hi pl'.split(' ')
const maxTextsOfLanguage = 4000
const bodiesOfKind = 20_000
const mangledTries = 50_000

const digits = shippedCharsets.find(({ id }) => id === 'digits')!
const index = createCharsetIndex([digits])
const { toCipher } = createClassicEncoder(digits)

function isRead(body: string): boolean {
  try {
    detect(body, index)
    return true
  } catch {
    return false
  }
}

function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!)
}

const texts = new Map(
  languages.map((language) => [language, spread(translatedMessages(language), maxTextsOfLanguage)]),
)
texts.set('sample, and as many hashes, passwords and emoji', plainTexts())
const random = seededNumbers(11)
texts.set(
  'hashes, passwords, emoji',
  plainTexts(
    Array.from({ length: 8000 }, () => ''),
    random,
  ).filter(Boolean),
)

const lengths = ['2', '3', '4', '5 to 7', '8 and more'] as const
const lengthOf = (units: number) => (units < 5 ? String(units) : units < 8 ? '5 to 7' : '8 and more')
console.log(
  `| refused real texts, by units | ${lengths.join(' | ')} |\n|---|${'---|'.repeat(lengths.length)}`,
)
const totals = new Map<string, { refused: number; all: number }>()
const cell = (of: { refused: number; all: number } | undefined) => (of ? `${of.refused} of ${of.all}` : '')
for (const [name, of] of texts) {
  const counts = new Map<string, { refused: number; all: number }>()
  for (const text of of) {
    if (text.length < 2 || !text.isWellFormed()) continue
    const refused = isRead(toCipher(text).slice(3, -1)) ? 0 : 1
    for (const into of [counts, totals]) {
      const length = lengthOf(text.length)
      const before = into.get(length) ?? { refused: 0, all: 0 }
      into.set(length, { refused: before.refused + refused, all: before.all + 1 })
    }
  }
  console.log(`| ${name} | ${lengths.map((length) => cell(counts.get(length))).join(' | ')} |`)
}
console.log(`| all | ${lengths.map((length) => cell(totals.get(length))).join(' | ')} |`)

const chat = [...texts.values()].flat().filter((text) => text.length <= 200 && text.isWellFormed())
console.log('\n| what is no body | read |\n|---|---|')
for (const [name, damage] of Object.entries(damagesOf(chat))) {
  const bodies: string[] = []
  while (bodies.length < bodiesOfKind) {
    const body = damage(random)
    if (isBody(body)) bodies.push(body)
  }
  console.log(`| ${name} | ${bodies.filter(isRead).length} of ${bodies.length} |`)
}

const doubtLengths = ['1', '2', '3', '4', '5 to 7', '8 and more'] as const
console.log(`\n| doubtful texts, by units | all | ${doubtLengths.join(' | ')} |`)
console.log(`|---|---|${'---|'.repeat(doubtLengths.length)}`)
function countDoubtful(name: string, judged: readonly string[]): void {
  const cells = [undefined, ...doubtLengths].map((length) => {
    const of = judged.filter((text) => length === undefined || lengthOf(text.length) === length)
    return of.length === 0 ? '' : `${of.filter(isDoubtfulText).length} of ${of.length}`
  })
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
countDoubtful(
  'whole',
  [...texts.values()].flat().filter((text) => text.isWellFormed()),
)
for (const [name, mangle] of Object.entries({ ...mangles, 'a cut in the middle': cutInTheMiddle }))
  countDoubtful(`after ${name}`, mangledTexts(mangle, chat, random, mangledTries))
