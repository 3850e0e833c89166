import { expect, test } from 'bun:test'
import { sourceExpressions } from './expressions/source-expressions.ts'
import { createStepMatcher } from './expressions/step-matcher.ts'
import { type GrowingText, repeatedText, worstText } from './expressions/worst-inputs.ts'

const timeoutMs = 300_000

const all = await sourceExpressions()
const worst = new Map<string, GrowingText | undefined>()

/** Each expression is tried once, however often it stands in the sources. */
function worstOf(expression: RegExp): GrowingText | undefined {
  const text = String(expression)
  if (!worst.has(text)) worst.set(text, worstText(createStepMatcher(expression)))
  return worst.get(text)
}

const workspaces = [...new Set(all.map(({ file }) => file.split('/').slice(0, 2).join('/')))].sort()

test.each(workspaces)(
  'each regular expression of %s takes steps in proportion to the text',
  (workspace) => {
    const found = all.flatMap(({ file, expression }) => {
      if (!file.startsWith(`${workspace}/`)) return []
      return worstOf(expression) === undefined ? [] : [`${file} ${expression}`]
    })
    expect(found).toEqual([])
  },
  timeoutMs,
)

test('the sources are read as a parser of the language reads them', () => {
  const texts = all.map(({ file, expression }) => `${file} ${expression}`)
  expect(workspaces).toContainValues(['apps/console', 'apps/people', 'packages/codec', 'packages/media'])
  expect(texts).toContainValues([
    'packages/documents/src/image-address.ts /\\.(?:png|apng|jpe?g|jfif|gif|webp|avif|svg|heic|heif|bmp|tiff?|ico|jxl)$/i',
    'packages/stores/src/s3/failures.ts /<x>([^<]*)<\\/x>/',
  ])
})

const slowOnes = [
  /^Bearer(?: +(\w*))? *$/i,
  /\s+$/,
  /^\/+|\/+$/g,
  /<!--[\s\S]*?-->/g,
  /^(?:\w+,?)*$/,
  /^\d+\.?\d*$/,
  /"((?:[^"\\]|\\.)*)"/g,
  /(?<=\s*)x/,
  /^([^\s,]+)[\s,]*(.*)$/,
]
const linearOnes = [
  /^Bearer(?: +(\w+))? *$/i,
  /(?<!\s)\s+$/,
  /^(?:\w+,)*$/,
  /^\d+(?:\.\d*)?$/,
  /#.*$/s,
  /^(?=(\d+))\1\d*x/,
]

test.each(slowOnes)('%p takes more than linear steps', (expression) => {
  expect(worstText(createStepMatcher(expression))).toBeDefined()
})

test.each(linearOnes)('%p takes linear steps', (expression) => {
  expect(worstText(createStepMatcher(expression))).toBeUndefined()
})

test(
  'steps are counted of what the engine matches',
  () => {
    for (const { expression } of all) {
      const matcher = createStepMatcher(expression)
      const growing = worstOf(expression) ?? { before: '', repeated: 'a', after: '' }
      for (const text of [
        repeatedText(growing, 9),
        expression.source,
        `${expression.source}\n ${expression.source}`,
      ]) {
        matcher.countSteps(text, 1_000_000)
        const flags = [...new Set(`${expression.flags}gd`)].join('')
        const found = [...text.matchAll(new RegExp(expression.source, flags))]
        expect([text, matcher.found]).toEqual([text, found.map(({ indices }) => indices![0]!)])
      }
    }
  },
  timeoutMs,
)
