import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { headerAddress } from '@pictoglyph/web/redirect'
import { root } from './markdown.ts'

/** The header that leads on is written in one place a service, which knows that headers are ASCII. */
const writers = ['packages/web/src/redirect.ts', 'apps/console/src/context/answers.ts']
const leadsOn =
  /\bLocation['"]?:(?! \{ description)|(?:set|append)\(['"]location['"]|\.redirect\(|Response\.redirect/g

test('only what makes addresses ASCII sends anyone on', async () => {
  const found: string[] = []
  let asked = 0
  for await (const path of new Bun.Glob('{apps,packages}/*/src/**/*.{ts,tsx}').scan(root)) {
    if (!/^(apps\/(images|text|console)|packages\/web)\//.test(path)) continue
    if (path.includes('/browser/') || writers.includes(path)) continue
    asked += 1
    const text = await Bun.file(join(root, path)).text()
    for (const [said] of text.matchAll(leadsOn)) found.push(`${path}: ${said}`)
  }
  expect([found, asked > 300]).toEqual([[], true])
})

test('an address in a header is ASCII, and leads where it led', () => {
  const written: Record<string, string> = {
    '/images?q=%E5%9B%BE#at-1': '/images?q=%E5%9B%BE#at-1',
    '/images?q=图 ü': '/images?q=%E5%9B%BE%20%C3%BC',
    '/a\r\nX: y\ud800': '/a%0D%0AX:%20y%EF%BF%BD',
    'http://图床.example/ü': 'http://xn--wcso9o.example/%C3%BC',
    'https://img.example/%': 'https://img.example/%',
  }
  for (const [address, expected] of Object.entries(written)) expect(headerAddress(address)).toBe(expected)
})
