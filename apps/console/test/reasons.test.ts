import { expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { chineseReasons } from '../src/text/reasons-zh-cn.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A template where a sentence, or a refusal of the codec, is made of it. */
const written = /\b(?:sentence\(|CodecError\(\s*'\w+',)\s*('[^'\n]*'|"[^"\n]*"|`[^`\n]*`)/g

test('every sentence that has Chinese is said somewhere, word for word', async () => {
  const said = new Set<string>()
  for (const sources of ['packages/*/src/**/*.ts', 'apps/console/src/**/*.{ts,tsx}']) {
    for await (const path of new Bun.Glob(sources).scan(root)) {
      const code = await Bun.file(root + path).text()
      for (const [, quoted = ''] of code.matchAll(written)) said.add(quoted.slice(1, -1))
    }
  }
  expect(Object.keys(chineseReasons).filter((template) => !said.has(template))).toEqual([])
})
