import { expect, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { notices } from '@pictoglyph/forms/thing'
import { category } from '@pictoglyph/site/categories'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { messagesIn } from '../src/text/messages.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Sections whose entries are looked up by a name that is worked out; their types keep them complete. */
const lookedUp = ['copyFormat', 'language', 'queue', 'restriction']

test('every language has every string, and none is empty', () => {
  const english = flat(messagesIn.en)
  for (const [language, messages] of Object.entries(messagesIn)) {
    const entries = flat(messages)
    expect([language, [...entries.keys()].sort()]).toEqual([language, [...english.keys()].sort()])
    for (const [name, value] of entries) {
      const text = typeof value === 'function' ? 'words' : value
      expect(`${language} ${name} ${text.trim() === ''}`).toBe(`${language} ${name} false`)
    }
  }
})

test('Chinese is Chinese', () => {
  const english = flat(messagesIn.en)
  const alike = [...flat(messagesIn['zh-CN'])].filter(
    ([name, value]) => typeof value === 'string' && english.get(name) === value,
  )
  expect(alike.map(([, value]) => value).sort()).toEqual(['BBCode', 'HTML', 'Markdown'])
})

test('no string of the messages is unused', async () => {
  const files = await Promise.all(
    (await sourceFiles('**/*.{ts,tsx}'))
      .filter((path) => !path.startsWith('text/'))
      .map((path) => Bun.file(source + path).text()),
  )
  const code = files.join('\n')
  const unused = Object.entries(messagesIn.en).flatMap(([section, entries]) =>
    lookedUp.includes(section)
      ? []
      : Object.keys(entries)
          .filter((name) => !isUsed(code, section, name))
          .map((name) => `${section}.${name}`),
  )
  expect(unused).toEqual([])
})

test('no page holds words of its own', async () => {
  const found: string[] = []
  for (const path of await sourceFiles('**/*.tsx')) {
    const code = (await Bun.file(source + path).text()).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const between = code.matchAll(/>\s*([A-Za-z][A-Za-z ,.’']+)\s*<\//g)
    const attributes = code.matchAll(/\s(?:aria-label|placeholder|alt|title|label)="([A-Za-z][^"]*)"/g)
    for (const [, words = ''] of [...between, ...attributes]) found.push(`${path}: ${words.trim()}`)
  }
  expect(found).toEqual([])
})

const noticesOfThings = { ...notices(category), ...notices(charset), ...notices(preset) }

function isUsed(code: string, section: string, name: string): boolean {
  // The notices of things are told by the verbs of their forms.
  if (section === 'notice') return code.includes(`'${name}'`) || Object.hasOwn(noticesOfThings, name)
  return new RegExp(`\\.${name}\\b`).test(code)
}

async function sourceFiles(pattern: string): Promise<string[]> {
  return (await Array.fromAsync(new Bun.Glob(pattern).scan(source))).sort()
}

type Leaf = string | ((...parts: never[]) => unknown)

function flat(tree: object, prefix = ''): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'object')
      for (const [path, leaf] of flat(value, `${prefix}${name}.`)) leaves.set(path, leaf)
    else leaves.set(prefix + name, value as Leaf)
  }
  return leaves
}
