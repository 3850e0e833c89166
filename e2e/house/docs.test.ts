import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { defaultPolicy, isPolicyKey, policyKeys, readPolicyValue } from '@pictoglyph/site/policy'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import {
  anchors,
  codeBlocks,
  codeRows,
  document,
  documents,
  localLinks,
  type MarkdownDocument,
  root,
  section,
} from './markdown.ts'
import { configurationPagePath, withPolicyTable } from './policy-table.ts'

const all = await documents()
const readme = await document('README.md')
const configuration = await document(configurationPagePath)
const words = ({ text }: MarkdownDocument): number => text.split(/\s+/).filter(Boolean).length

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

const chinese = await document('README.zh-CN.md')

test('the README is one screen with a picture that is quick to load', () => {
  for (const page of [readme, chinese]) {
    const pictures = localLinks(page).filter((link) => link.endsWith('.png'))
    expect(pictures.length).toBe(1)
    for (const picture of pictures) expect(statSync(join(root, picture)).size).toBeLessThan(250_000)
  }
  expect(words(readme)).toBeLessThanOrEqual(900)
})

test('the Chinese README has the headings, samples and links of the English one', () => {
  const levels = ({ text }: MarkdownDocument) => text.match(/^#+ (?=.)/gm)
  const samples = (page: MarkdownDocument) =>
    codeBlocks(page).map(({ language, code }) => ({ language, code }))
  const links = (page: MarkdownDocument) =>
    localLinks(page)
      .filter((link) => !/^README|\.png$/.test(link))
      .toSorted()
  expect(levels(chinese)).toEqual(levels(readme))
  expect(samples(chinese)).toEqual(samples(readme))
  expect(links(chinese)).toEqual(links(readme))
})

test('the documents can be read: their words are bounded', () => {
  const pages = all.filter(({ path }) => /^docs\/(?:guide\/)?[^/]+\.md$/.test(path))
  expect(pages.reduce((sum, page) => sum + words(page), 0)).toBeLessThanOrEqual(28_000)
})

test('the index has every document but single decisions', async () => {
  const listed = localLinks(await document('docs/README.md')).map((link) => normalize(join('docs', link)))
  const pages = all.map(({ path }) => path).filter((path) => /^docs\/(?!decisions\/\d|README)/.test(path))
  expect(pages.filter((path) => !listed.includes(path))).toEqual([])
})

test('addresses of the project are those of one file, and stand where people look for them', async () => {
  const addresses: Record<string, string> = await Bun.file(join(root, 'deploy/project.json')).json()
  const { repository = '', contact = '', security = '' } = addresses
  const client = await Bun.file(join(root, 'apps/people/package.json')).json()
  expect(client.repository).toBe(repository)
  for (const page of [readme, chinese]) {
    for (const address of [repository, contact, security]) expect(page.text).toContain(address)
  }
  expect((await document('docs/security.md')).text).toContain(security)
  const told = all.flatMap(({ text }) => text.match(/[\w./:@-]*pictoglyph\.example[\w./-]*/g) ?? [])
  const placeholders = Object.values(addresses).filter((one) => one.includes('pictoglyph.example'))
  expect([...new Set(told)].toSorted()).toEqual(placeholders.toSorted())
})

test('the page of the configuration has every variable of the environment that is read, and no other', async () => {
  const source = await Bun.file(join(root, 'apps/cli/src/configuration.ts')).text()
  const read = new Set(source.match(/\b(?:PICTOGLYPH|AWS)(?:_[A-Z]+)+\b/g))
  const told = codeRows(section(configuration, 'Variables')).map(([name = '']) => name)
  expect(told.toSorted()).toEqual([...read].toSorted())
})

test('CONTRIBUTING or the README has every script of npm', async () => {
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const told = readme.text + (await document('CONTRIBUTING.md')).text
  const commands = Object.keys(scripts)
    .filter((name) => !/^(?:pre|post)/.test(name))
    .map((name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`))
  expect(commands.filter((command) => !new RegExp(`${command}(?![\\w:])`).test(told))).toEqual([])
})

test('the page of the configuration has every policy with its default, and no other', () => {
  expect(configuration.text, `${configuration.path} is old: npm run openapi`).toBe(
    withPolicyTable(configuration.text),
  )
  const told = codeRows(section(configuration, 'Policies'))
  expect(told.map(([name]) => name).toSorted()).toEqual(policyKeys.toSorted())
  for (const [key = '', value = ''] of told) {
    if (!isPolicyKey(key)) throw new Error(`${key} is no policy`)
    expect(readPolicyValue(key, value === 'empty' ? '' : value.replaceAll('`', ''))).toEqual(
      defaultPolicy[key],
    )
  }
})

test('a release fills the addresses in every document at once', async () => {
  await using folder = await temporaryDirectory()
  for (const path of ['README.md', 'docs/security.md', 'deploy/project.json', 'apps/people/package.json']) {
    await Bun.write(join(folder.path, path), Bun.file(join(root, path)))
  }
  const given = JSON.stringify({ security: 'weakness@host.test' })
  const program = join(root, 'deploy/name-project.ts')
  expect(await Bun.spawn([process.execPath, program, given, folder.path]).exited).toBe(0)
  for (const path of ['README.md', 'docs/security.md', 'deploy/project.json']) {
    const text = await Bun.file(join(folder.path, path)).text()
    expect(text).toContain('weakness@host.test')
    expect(text).not.toContain('security@pictoglyph.example')
  }
})
