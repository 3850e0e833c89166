import { expect, test } from 'bun:test'
import { join, relative } from 'node:path'
import { waysFrom } from './import-circles.ts'
import { document, root, section } from './markdown.ts'

const prefix = '@pictoglyph/'

/** Which packages of ours each one may import. */
const mayImport: Record<string, readonly string[]> = {
  'packages/codec': [],
  'packages/forms': [],
  'packages/media': [],
  'packages/client': [],
  'packages/documents': [],
  'packages/site': ['codec', 'forms', 'media'],
  'packages/stores': ['media', 'site'],
  'packages/limiter': ['site'],
  'packages/renditions': ['media', 'site'],
  'packages/web': ['forms', 'site'],
  'apps/images': ['site', 'web'],
  'apps/text': ['codec', 'site', 'web'],
  'apps/console': ['codec', 'forms', 'media', 'site', 'web'],
  'apps/people': ['client', 'codec', 'documents', 'media', 'site'],
  'apps/cli': [
    'client',
    'codec',
    'console',
    'documents',
    'forms',
    'images',
    'limiter',
    'media',
    'people',
    'renditions',
    'site',
    'stores',
    'text',
    'web',
  ],
}

/** Packages that run in a browser: no platform, no I/O. */
const pure = ['packages/codec', 'packages/media', 'packages/client', 'packages/documents']

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
      const target = name.startsWith('pictoglyph-client/')
        ? 'people'
        : name.slice(prefix.length).split('/')[0]
      if (target !== 'people' && !name.startsWith(prefix)) continue
      if (!mayImport[workspace]?.includes(target ?? '')) wrong.push(`${path} imports ${name}`)
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

const site = 'packages/site/src/'
const ofSite = all.filter(({ path }) => path.startsWith(site))
const importsOf = new Map(
  ofSite.map(({ path, imports }) => [
    path,
    imports.filter((name) => name.startsWith('.')).map((name) => join(path, '..', name)),
  ]),
)

test('rows lie below rules: none of them reaches what works on the whole site', () => {
  const rows = ofSite.filter(({ path }) => path.endsWith('-rows.ts') || path.startsWith(`${site}rows/`))
  expect(rows.length).toBeGreaterThan(50)
  const above = [`${site}database/database.ts`, `${site}site-ports.ts`, `${site}snapshot.ts`]
  expect(rows.filter(({ path }) => above.some((one) => waysFrom(importsOf, path).has(one)))).toEqual([])
})

test('the rules use nothing of a platform, but what stands in its folder', () => {
  const below = /-rows\.ts$|^packages\/site\/src\/(rows|database|platform)\//
  const wrong = ofSite.filter(
    ({ path, text, imports }) =>
      !below.test(path) &&
      (imports.some((name) => /^(bun|node)(:|$)/.test(name)) || /\bBun\.|\bprocess\./.test(codeOf(text))),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the pure packages use nothing of a platform', () => {
  const wrong: string[] = []
  for (const { workspace, path, text, imports } of all) {
    if (!pure.includes(workspace)) continue
    if (imports.some((name) => /^(bun|node)(:|$)/.test(name))) wrong.push(`${path} imports a platform module`)
    if (/\bBun\.|\bprocess\./.test(codeOf(text))) wrong.push(`${path} uses a platform global`)
  }
  expect(wrong).toEqual([])
})

test('only the composition root reads the environment', () => {
  const readers = all.filter(({ text }) => /process\.env\b|Bun\.env\b/.test(text)).map(({ path }) => path)
  expect(readers.toSorted()).toEqual(['apps/cli/src/main.ts', 'apps/people/src/main.ts'])
})

test('every JSX file names its runtime, because the server may be started in any folder', () => {
  const nameless = all.filter(
    ({ path, text }) => path.endsWith('.tsx') && !text.includes('@jsxImportSource hono/jsx'),
  )
  expect(nameless.map(({ path }) => path)).toEqual([])
})

/** Without comments, and without what stands in quotes. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
}
