import { expect, test } from 'bun:test'
import { auditSentences, notices } from '../src/thing.ts'

const words = {
  help: 'Does it.',
  notice: [(name: string) => `${name} is there.`, (name: string) => `${name}。`],
} as const
const shelf = {
  kind: 'shelf',
  noun: ['shelf', '书架'],
  title: ['Shelves', '书架'],
  actions: {
    add: { ...words, parameters: ['name'] },
    enable: words,
    disable: { ...words, question: ['Sure?', '确定？'] },
  },
} as const
const withDefault = {
  ...shelf,
  actions: {
    ...shelf.actions,
    default: { ...words, label: ['Use', '使用'], hint: ['It is first.', '首选。'] },
  },
} as const
const facts = { what: 'Left', from: 'Left', to: 'Right', count: 1, owner: '', isAll: false }

test('each action of a thing has its sentence in the audit log, under its name', () => {
  const sentences = auditSentences(shelf)
  expect(Object.entries(sentences).map(([name, both]) => [name, ...both.map((one) => one(facts))])).toEqual([
    ['shelf.add', 'created the shelf “Left”.', '创建了书架“Left”。'],
    ['shelf.rename', 'renamed the shelf “Left” to “Right”.', '将书架“Left”重命名为“Right”。'],
    ['shelf.arrange', 'put the shelves in another order.', '调整了书架的顺序。'],
    ['shelf.enable', 'enabled the shelf “Left”.', '启用了书架“Left”。'],
    ['shelf.disable', 'disabled the shelf “Left”.', '停用了书架“Left”。'],
  ])
})

test('a thing of which one is the default has a sentence and a notice about that too', () => {
  expect(auditSentences(withDefault)['shelf.default'].map((one) => one(facts))).toEqual([
    'made “Left” the default shelf.',
    '将“Left”设为默认书架。',
  ])
  expect(Object.keys(notices(withDefault))).toContain('shelf.default')
})

test('the actions that a page confirms have notices, under the same names', () => {
  expect(Object.keys(notices(shelf))).toEqual(['shelf.add', 'shelf.enable', 'shelf.disable'])
  expect(notices(shelf)['shelf.add'][0]('Left', 'left')).toBe('Left is there.')
})
