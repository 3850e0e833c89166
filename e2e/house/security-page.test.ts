import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { securityEventNames } from '@pictoglyph/web/security-events'
import { asvsRequirements } from './asvs-requirements.ts'
import { codeRows, document, root, section } from './markdown.ts'

const page = await document('docs/security.md')

test('the security page has every security event, and no other', () => {
  const told = codeRows(section(page, 'Security events')).map(([name]) => name)
  expect(told).toEqual([...securityEventNames])
})

const read = (path: string): Promise<string> => Bun.file(join(root, path)).text()
const asvs = await read('docs/asvs.md')

test('the security page is one that is read', async () => {
  expect((await read('docs/security.md')).split(/\s+/).length).toBeLessThanOrEqual(2_500)
})

test('each requirement of ASVS stands on the page once, as held, as falling short or as one that does not apply', () => {
  const listed = asvs
    .split('\n')
    .flatMap(
      (line) => /^(?:\| |Does not apply: )((?:\d+\.\d+\.\d+(?:, )?)+)/.exec(line)?.[1]?.split(', ') ?? [],
    )
  expect(listed.toSorted()).toEqual(asvsRequirements.toSorted())
})

test('each test that the page names is in its file', async () => {
  const named = [...asvs.matchAll(/`([\w/-]+(?:\.test)?\.ts)`: (.*?)(?=<br>| \|)/g)]
  expect(named.length).toBeGreaterThan(100)
  const missing: string[] = []
  for (const [, file = '', name = ''] of named) {
    const text = await Bun.file(join(root, file)).text()
    if (!/\b(?:test|browserTest)\b/.test(text) || !text.includes(name)) missing.push(`${file}: ${name}`)
  }
  expect(missing).toEqual([])
})
