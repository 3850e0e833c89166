import { expect, test } from 'bun:test'
import { withoutActor } from '../src/audit-facts.ts'
import { inLanguage } from '../src/both.ts'
import { counted, grouped } from '../src/numbers.ts'
import { createLabel, notices, sentencesOf } from '../src/thing.ts'

test('a sentence without its actor begins with a capital, and knows nothing that it is not given', () => {
  const all = (facts: object) => JSON.stringify(facts)
  expect(withoutActor(all, {})).toBe('{"what":"","count":1,"owner":"","from":"","to":"","isAll":false}')
  expect(withoutActor(({ what }) => `moved “${what}”.`, { what: 'Cats' })).toBe('Moved “Cats”.')
  expect(withoutActor(({ count }) => `x${count}`, { count: 0 })).toBe('X0')
  expect(withoutActor(() => '', {})).toBe('')
})

test('a text is given in its language', () => {
  expect([inLanguage('en', ['a', '甲']), inLanguage('zh-CN', ['a', '甲'])]).toEqual(['a', '甲'])
})

test('numbers stand with their nouns, and in groups', () => {
  const said = [0, 1, '1', 2, 1_000, '12345678'].map((number) => counted(number, 'cat', 'cats'))
  expect(said).toEqual(['0 cats', '1 cat', '1 cat', '2 cats', '1,000 cats', '12,345,678 cats'])
  expect([0, 999, 1_000, 12_345_678].map(grouped)).toEqual(['0', '999', '1,000', '12,345,678'])
})

const cat = { noun: ['cat', '猫'], title: ['Cats', '猫'] } as const

test('a thing is created, and every change of it told, in both languages', () => {
  expect(createLabel(cat)).toEqual(['Create cat', '创建猫'])
  const facts = { what: 'Tom', count: 2, owner: 'ann', from: 'Tim', to: 'Tom', isAll: false }
  const told = Object.entries(sentencesOf(cat)).map(([verb, both]) => [
    verb,
    ...both.map((one) => one(facts)),
  ])
  expect(told).toEqual([
    ['add', 'created the cat “Tom”.', '创建了猫“Tom”。'],
    ['rename', 'renamed the cat “Tim” to “Tom”.', '将猫“Tim”重命名为“Tom”。'],
    ['arrange', 'put the cats in another order.', '调整了猫的顺序。'],
    ['enable', 'enabled the cat “Tom”.', '启用了猫“Tom”。'],
    ['disable', 'disabled the cat “Tom”.', '停用了猫“Tom”。'],
    ['default', 'made “Tom” the default cat.', '将“Tom”设为默认猫。'],
  ])
})

test('a notice stands under the name of its action', () => {
  const words = { help: '', notice: [(name: string, id: string) => `${name} ${id}`, () => ''] } as const
  const actions = {
    ...{ add: { ...words, parameters: [] }, enable: words },
    disable: { ...words, question: ['', ''] },
  } as const
  const made = notices({ kind: 'cat', actions })
  expect(Object.keys(made)).toEqual(['cat.add', 'cat.enable', 'cat.disable'])
  expect(made['cat.disable'][0]('Tom', 'tom')).toBe('Tom tom')
})
