import { expect, test } from 'bun:test'
import { join, relative } from 'node:path'
import { document, root, section } from './markdown.ts'

const prefix = '@pictoglyph/'

/** Which packages of ours each one may import. */
const mayImport: Record<string, readonly string[]> = {
  'packages/codec': [],
  'packages/media': [],
  'packages/client': [],
  'packages/core': ['codec', 'media'],
  'packages/adapters': ['core', 'codec', 'media'],
  'packages/http': ['core'],
  'apps/images': ['core', 'http'],
  'apps/text': ['core', 'codec', 'http'],
  'apps/console': ['core', 'codec', 'media', 'http'],
  'apps/cli': ['adapters', 'client', 'codec', 'console', 'core', 'http', 'images', 'media', 'text'],
}

/** Packages that run in a browser or are the site's rules: no platform, no I/O. */
const pure = ['packages/codec', 'packages/media', 'packages/core', 'packages/client']

interface Source {
  workspace: string
  path: string
  text: string
  imports: string[]
}

async function sources(): Promise<Source[]> {
  const found: Source[] = []
  for await (const path of new Bun.Glob('{packages,apps}/*/src/**/*.{ts,tsx}').scan(root)) {
    const text = await Bun.file(join(root, path)).text()
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
      ([, name]) => name ?? '',
    )
    found.push({ workspace: path.split('/').slice(0, 2).join('/'), path, text, imports })
  }
  return found
}

const all = await sources()

test('every package has its place in the house', () => {
  const workspaces = new Set(all.map(({ workspace }) => workspace))
  expect([...workspaces].sort()).toEqual(Object.keys(mayImport).sort())
})

test('CONTRIBUTING says the same of what each package may import', async () => {
  const nameOf = (workspace: string) => workspace.split('/')[1] ?? ''
  const allowed = Object.entries(mayImport).map(([workspace, names]) => [nameOf(workspace), names.toSorted()])
  const map = section(await document('CONTRIBUTING.md'), 'The map of the house')
  const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  const told = [...map.matchAll(/^\| (`.+`) \| (.+) \|$/gm)].flatMap(([, packages = '', targets = '']) =>
    namesIn(packages).map((name) => {
      const others = Object.keys(mayImport)
        .map(nameOf)
        .filter((other) => other !== name)
      return [name, (targets === 'all of them' ? others : namesIn(targets)).toSorted()]
    }),
  )
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(allowed))
})

test('imports between packages point one way', () => {
  const wrong: string[] = []
  for (const { workspace, path, imports } of all) {
    for (const name of imports) {
      if (!name.startsWith(prefix)) continue
      const target = name.slice(prefix.length).split('/')[0] ?? ''
      if (!mayImport[workspace]?.includes(target)) wrong.push(`${path} imports ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

test('relative imports stay inside their package', () => {
  const wrong: string[] = []
  for (const { workspace, path, imports } of all) {
    for (const name of imports) {
      if (!name.startsWith('.')) continue
      const target = relative(root, join(root, path, '..', name))
      if (!target.startsWith(`${workspace}/`)) wrong.push(`${path} imports ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the pure packages use nothing of a platform', () => {
  const wrong: string[] = []
  for (const { workspace, path, text, imports } of all) {
    if (!pure.includes(workspace)) continue
    if (imports.some((name) => /^(bun|node)(:|$)/.test(name))) wrong.push(`${path} imports a platform module`)
    if (/\bBun\.|\bprocess\./.test(withoutComments(text))) wrong.push(`${path} uses a platform global`)
  }
  expect(wrong).toEqual([])
})

test('only the composition root reads the environment', () => {
  const readers = all.filter(({ text }) => /process\.env\b|Bun\.env\b/.test(text)).map(({ path }) => path)
  expect(readers).toEqual(['apps/cli/src/main.ts'])
})

test('every JSX file names its runtime, because the server may be started in any folder', () => {
  const nameless = all.filter(
    ({ path, text }) => path.endsWith('.tsx') && !text.includes('@jsxImportSource hono/jsx'),
  )
  expect(nameless.map(({ path }) => path)).toEqual([])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
