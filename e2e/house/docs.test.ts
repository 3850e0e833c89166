import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { defaultPolicy, isPolicyKey, policyKeys, readPolicyValue } from '@pictoglyph/core'
import { anchors, codeRows, document, documents, localLinks, root, section } from './markdown.ts'

const all = await documents()
const readme = await document('README.md')

test('every link between documents leads somewhere', async () => {
  const broken: string[] = []
  for (const one of all) {
    for (const link of localLinks(one)) {
      const [file = '', anchor] = link.split('#')
      const path = file === '' ? one.path : normalize(join(dirname(one.path), file))
      const isThere = existsSync(join(root, path))
      const hasAnchor = anchor === undefined || (isThere && anchors(await document(path)).has(anchor))
      if (!isThere || !hasAnchor) broken.push(`${one.path}: ${link}`)
    }
  }
  expect(broken).toEqual([])
})

test('no document has two versions of a line side by side', () => {
  expect(all.filter(({ text }) => /^(<{7}|>{7}) /m.test(text)).map(({ path }) => path)).toEqual([])
})

test('a link that has the name of a source file leads to that file', async () => {
  const wrong: string[] = []
  for (const { path, text } of all) {
    for (const [, name = '', target = ''] of text.matchAll(/\[([\w.-]+\.tsx?)\]\(([^)#]+)/g)) {
      if (basename(target) !== name) wrong.push(`${path}: ${name} leads to ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every page under docs can be reached from the README', async () => {
  const reached = new Set<string>()
  const waiting = ['README.md']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || !path.endsWith('.md') || !existsSync(join(root, path))) continue
    reached.add(path)
    for (const link of localLinks(await document(path))) {
      waiting.push(normalize(join(dirname(path), link.split('#')[0] ?? '')))
    }
  }
  const pages = all.map(({ path }) => path).filter((path) => path.startsWith('docs/'))
  expect(pages.filter((path) => !reached.has(path))).toEqual([])
})

test('every file of the repository that a document names exists', async () => {
  const missing: string[] = []
  for (const { path, text } of all) {
    for (const [, name = ''] of text.matchAll(/`([^`\s]+)`/g)) {
      if (namesOwnFile(name) && !(await isThere(name))) missing.push(`${path}: ${name}`)
    }
  }
  expect(missing).toEqual([])
})

/** Capitals in a name stand for one that a reader chooses. */
function namesOwnFile(name: string): boolean {
  const isOurs = /^(packages|apps|bench|deploy|docs|e2e|examples|\.ci)\//.test(name)
  return isOurs && !/\b[A-Z]{2,}\b(?!\.md)/.test(name)
}

async function isThere(name: string): Promise<boolean> {
  if (!/[*{]/.test(name)) return existsSync(join(root, name))
  for await (const _ of new Bun.Glob(name).scan({ cwd: root, onlyFiles: false })) return true
  return false
}

test('the README shows pictures that are quick to load', () => {
  const pictures = localLinks(readme).filter((link) => link.endsWith('.png'))
  expect(pictures.length).toBeGreaterThanOrEqual(3)
  for (const picture of pictures) expect(statSync(join(root, picture)).size).toBeLessThan(250_000)
})

test('the README has every variable of the environment that is read, and no other', async () => {
  const source = await Bun.file(join(root, 'apps/cli/src/configuration.ts')).text()
  const read = new Set(source.match(/\b(?:PICTOGLYPH|AWS)(?:_[A-Z]+)+\b/g))
  const told = codeRows(section(readme, 'Configuration')).map(([name = '']) => name)
  expect(told.filter((name) => !name.includes('.')).toSorted()).toEqual([...read].toSorted())
})

test('CONTRIBUTING or the README has every script of npm', async () => {
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const told = readme.text + (await document('CONTRIBUTING.md')).text
  const commands = Object.keys(scripts).map((name) =>
    ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
  )
  expect(commands.filter((command) => !new RegExp(`${command}(?![\\w:])`).test(told))).toEqual([])
})

test('the README has every policy with its default, and no other', () => {
  const told = codeRows(section(readme, 'Configuration')).filter(([name = '']) => name.includes('.'))
  expect(told.map(([name]) => name).toSorted()).toEqual(policyKeys.toSorted())
  for (const [key = '', value = ''] of told) {
    if (!isPolicyKey(key)) throw new Error(`${key} is no policy`)
    expect(readPolicyValue(key, value.replaceAll('`', ''))).toEqual(defaultPolicy[key])
  }
})
