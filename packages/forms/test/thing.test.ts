import { expect, test } from 'bun:test'
import { auditSentences, notices } from '../src/thing.ts'

const words = { help: 'Does it.', audit: [() => 'did it.', () => '做了。'] } as const
const confirmed = {
  ...words,
  notice: [(name: string) => `${name} is there.`, (name: string) => `${name}。`],
} as const
const shelf = {
  kind: 'shelf',
  actions: {
    add: { ...confirmed, label: ['Add', '添加'], nameLabel: ['Name', '名称'] },
    rename: words,
    arrange: words,
    enable: confirmed,
    disable: { ...confirmed, question: ['Sure?', '确定？'] },
  },
} as const

test('each action of a thing has its sentence in the audit log, under its name', () => {
  const sentences = auditSentences(shelf)
  expect(Object.keys(sentences)).toEqual([
    'shelf.add',
    'shelf.rename',
    'shelf.arrange',
    'shelf.enable',
    'shelf.disable',
  ])
  expect(sentences['shelf.rename']).toBe(words.audit)
})

test('the actions that a page confirms have notices, under the same names', () => {
  expect(Object.keys(notices(shelf))).toEqual(['shelf.add', 'shelf.enable', 'shelf.disable'])
  expect(notices(shelf)['shelf.add'][0]('Left')).toBe('Left is there.')
})
