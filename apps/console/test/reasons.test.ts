import { expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { chineseReasons } from '@pictoglyph/site/language/chinese-reasons'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A template where a sentence, or a refusal of the codec, is made of it. */
const written = /\b(?:message\(|CodecError\(\s*'\w+',)\s*('[^'\n]*'|"[^"\n]*"|`[^`\n]*`)/g

/** The same where it names what was not found. */
const notFound = /(?:'NOT_FOUND', what: |\bnotFound\(\s*)message\(\s*('[^'\n]*')/g

/** The templates that these sources hold where the pattern finds them. */
async function templatesIn(sources: readonly string[], pattern: RegExp): Promise<Set<string>> {
  const found = new Set<string>()
  for (const glob of sources) {
    for await (const path of new Bun.Glob(glob).scan(root)) {
      const code = await Bun.file(root + path).text()
      for (const [, quoted = ''] of code.matchAll(pattern)) found.add(quoted.slice(1, -1))
    }
  }
  return found
}

test('every sentence that has Chinese is said somewhere, word for word', async () => {
  const said = await templatesIn(['packages/*/src/**/*.ts', 'apps/{console,text}/src/**/*.{ts,tsx}'], written)
  expect(Object.keys(chineseReasons).filter((template) => !said.has(template))).toEqual([])
})

test('whatever the console may not find has a name in Chinese', async () => {
  const sources = ['packages/{site,stores,limiter,renditions}/src/**/*.ts', 'apps/console/src/**/*.ts']
  const names = await templatesIn(sources, notFound)
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !Object.hasOwn(chineseReasons, name))).toEqual([])
})

test('whatever is refused of the form of an upload is said in Chinese', async () => {
  const reasons = await templatesIn(['packages/web/src/{multipart,upload}/*.ts'], written)
  expect(reasons.size).toBeGreaterThan(25)
  expect([...reasons].filter((template) => !Object.hasOwn(chineseReasons, template))).toEqual([])
})
