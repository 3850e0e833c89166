import { expect, test } from 'bun:test'
import { exportsIn, type Module, readModules } from './modules.ts'
import { parsedText } from './parsed-sources.ts'

/** The interface of the codec, and the types of the client's parameters and results, which only other programs import. */
const ofLibrary = /^packages\/(?:client\/src\/index\.ts [A-Z]|codec\/src\/index\.ts )/

test('every export is imported by another file', async () => {
  const modules = await readModules()
  expect(modules.size).toBeGreaterThan(1_000)
  expect(unusedExports(modules).filter((unused) => !ofLibrary.test(unused))).toEqual([])
})

test('an export that no other file imports is found', () => {
  const one = { path: 'b.ts', from: './b.ts', names: ['used'] }
  const all = { path: 'c.ts', from: './c.ts', names: undefined }
  const modules = new Map<string, Module>([
    ['a.ts', { exports: [], imports: [one, all] }],
    ['b.ts', { exports: ['used', 'unused'], imports: [] }],
    ['c.ts', { exports: ['any'], imports: [] }],
    ['d.ts', { exports: ['alone'], imports: [] }],
  ])
  expect(unusedExports(modules)).toEqual(['b.ts unused', 'd.ts alone'])
})

test('exports are seen in each form', async () => {
  const file = await parsedText(`
    /** Documented. */
    export const first = 1
    export async function second() {}
    export function* third() {}
    export class Fourth {}
    export interface Fifth {}
    export type Sixth = Fifth
    const own = "export const no = 1"
    export { own as seventh }
    export { eighth } from './other.ts'`)
  const names = ['first', 'second', 'third', 'Fourth', 'Fifth', 'Sixth', 'seventh', 'eighth']
  expect(exportsIn(file)).toEqual(names)
})

/** The path and the name of each export that no file imports. */
function unusedExports(modules: ReadonlyMap<string, Module>): string[] {
  const used = new Set<string>()
  for (const { imports } of modules.values()) {
    for (const { path, names = ['*'] } of imports) {
      for (const name of names) used.add(`${path} ${name}`)
    }
  }
  return [...modules].flatMap(([path, { exports }]) => {
    const found = exports.map((name) => `${path} ${name}`)
    return used.has(`${path} *`) ? [] : found.filter((name) => !used.has(name))
  })
}
