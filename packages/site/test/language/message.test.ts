import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { inEnglish, inWords, message, templatesOf } from '../../src/language/message.ts'

const tooLong = message('{field} is longer than {most} characters.', {
  field: message('The name'),
  most: 100,
})

test('a sentence reads with its values, and with the sentences that stand in it', () => {
  expect(inEnglish(message('It is cut short.'))).toBe('It is cut short.')
  expect(inEnglish(tooLong)).toBe('The name is longer than 100 characters.')
  expect(inEnglish(message('{file} is a folder: name {file}/*.', { file: 'cats' }))).toBe(
    'cats is a folder: name cats/*.',
  )
})

test('another language puts the same values where its own words want them, in the sentences within too', () => {
  const words: Record<string, string> = {
    '{field} is longer than {most} characters.': '最多 {most} 个字符：{field}',
    'The name': '名称',
  }
  expect(templatesOf(tooLong).sort()).toEqual(Object.keys(words).sort())
  expect(inWords(tooLong, (template) => words[template]!)).toBe('最多 100 个字符：名称')
})

test('a value is never read as a template, whatever it holds', () => {
  const text = fc.array(
    fc.oneof(fc.string(), fc.constantFrom('{text}', '{most}', '{other}', '{', '}', '$&', '$1', '$$', '\\')),
  )
  fc.assert(
    fc.property(text, fc.integer(), (pieces, most) => {
      const value = pieces.join('')
      const inner = message('"{text}" of {most}', { text: value, most })
      const whole = message('{text}: {inner} ({most})', { text: value, inner, most })
      expect(inEnglish(whole)).toBe(`${value}: "${value}" of ${most} (${most})`)
    }),
  )
})

test('a sentence is the same after it has been cloned, as between threads, or written as JSON', () => {
  for (const copy of [structuredClone(tooLong), JSON.parse(JSON.stringify(tooLong))]) {
    expect(copy).toEqual(tooLong)
    expect(inEnglish(copy)).toBe(inEnglish(tooLong))
  }
})

test('only a template that stands in the code compiles, with a value for each of its places and no other', () => {
  const name: string = 'a name that somebody typed'
  const wrong = [
    // @ts-expect-error
    () => message(name),
    // @ts-expect-error
    () => message(`A user named ${name}.`),
    // @ts-expect-error
    () => message('A user named {name}.'),
    // @ts-expect-error
    () => message('A user named {name}.', {}),
    // @ts-expect-error
    () => message('A user named {name}.', { name, most: 1 }),
    // @ts-expect-error
    () => message('A user.', { name }),
    // @ts-expect-error
    () => message('A user named {name}.', { name: undefined }),
  ]
  expect(wrong).toHaveLength(7)
})
