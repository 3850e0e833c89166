import { expect, test } from 'bun:test'
import { circlesIn } from './import-circles.ts'
import { importsIn, readModules } from './modules.ts'
import { parsedText } from './parsed-sources.ts'

test('no file imports itself by way of others, not even a type', async () => {
  const modules = await readModules()
  expect(modules.size).toBeGreaterThan(1_000)
  const graph = new Map([...modules].map(([path, { imports }]) => [path, imports.map((one) => one.path)]))
  expect(circlesIn(graph).map((circle) => circle.join(' → '))).toEqual([])
})

test('every circle is found, and named by its shortest path', () => {
  const graph = new Map([
    ['above', ['a']],
    ['a', ['b', 'below']],
    ['b', ['c']],
    ['c', ['a', 'd', 'e']],
    ['d', ['b']],
    ['e', ['f']],
    ['f', ['e']],
    ['own', ['own']],
    ['below', []],
  ])
  expect(circlesIn(graph)).toEqual([
    ['a', 'b', 'c', 'a'],
    ['e', 'f', 'e'],
    ['own', 'own'],
  ])
})

test('imports are seen wherever they stand, with their names', async () => {
  const file = await parsedText(`
    import first, { second as other, type Third } from './a.ts'
    import type { Fourth } from './b.ts'
    import * as all from './c.ts'
    import './d.ts'
    export { fifth as sixth } from './e.ts'
    export * from './f.ts'
    type Seventh = import('./g.ts').Seventh
    const later = async () => await import('./h.ts')
    const text = "import { no } from './i.ts'"`)
  expect(importsIn(file)).toEqual([
    { from: './a.ts', names: ['default', 'second', 'Third'] },
    { from: './b.ts', names: ['Fourth'] },
    { from: './c.ts', names: undefined },
    { from: './d.ts', names: [] },
    { from: './e.ts', names: ['fifth'] },
    { from: './f.ts', names: undefined },
    { from: './g.ts', names: ['Seventh'] },
    { from: './h.ts', names: undefined },
  ])
})
