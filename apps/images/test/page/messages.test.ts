import { expect, test } from 'bun:test'
import { messagesIn } from '../../src/page/messages.ts'

test('Chinese texts have Chinese punctuation of full width', () => {
  const texts = Object.values(messagesIn['zh-CN']).flatMap((text) =>
    typeof text === 'string' ? [text] : Object.values<string>(text),
  )
  expect(texts.filter((text) => /\p{Script=Han}/u.test(text) && /[,:;!?()]/.test(text))).toEqual([])
})
