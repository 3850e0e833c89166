import { afterAll, expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { message } from '@pictoglyph/site/language/message'
import { failureMessage } from '../src/text/failure-text.ts'
import { messagesIn } from '../src/text/messages.ts'
import { openChineseOperator } from './support/chinese-operator.ts'

const operator = await openChineseOperator()
const { testConsole, olga, visitor } = operator
afterAll(() => operator[Symbol.asyncDispose]())

/** What is not there, asked for as the console's pages ask for it. */
const absent: Record<string, { ask: () => Promise<Response>; named: string }> = {
  'an image': { ask: () => visitor.get('/images/none'), named: '图片“none”' },
  'an image to be deleted': {
    ask: () => visitor.post('/images/delete', { id: 'none' }),
    named: '图片“none”',
  },
  'an image to be moved': {
    async ask() {
      const album = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
      return visitor.post('/images/to-album', { id: 'none', into: album.id })
    },
    named: '图片“none”',
  },
  'an album': { ask: () => visitor.post('/albums/none/name', { name: 'x' }), named: '相册“none”' },
  'a removed album': { ask: () => visitor.post('/albums/restore', { id: 'none' }), named: '相册“none”' },
  'a key': { ask: () => visitor.get('/keys/none'), named: '密钥“none”' },
  'a session': { ask: () => visitor.post('/account/sessions/end', { session: 'x' }), named: '该会话' },
  'a user': { ask: () => visitor.post('/users/none', { role: 'admin' }), named: '用户“none”' },
  'a category': {
    ask: () => visitor.post('/settings/uploads/categories/none/name', { name: 'x' }),
    named: '分类“none”',
  },
  'a network': {
    ask: () => visitor.post('/settings/networks/remove', { list: 'block', network: '192.0.2.0/24' }),
    named: '网段 192.0.2.0/24',
  },
  'a character set': {
    ask: () => visitor.post('/settings/text/charsets/none/enabled', { enabled: 'on' }),
    named: '字符集“none”',
  },
  'a preset': { ask: () => visitor.post('/settings/text/presets/none/default'), named: '预设“none”' },
}

for (const [what, { ask, named }] of Object.entries(absent)) {
  test(`Chinese readers are told by its name that ${what} was not found`, async () => {
    const answer = await ask()
    expect(answer.status).toBe(404)
    const told = /<p>([^<]*没有找到[^<]*)<\/p>/.exec(await answer.text())?.[1]
    expect(told).toBe(`没有找到${named}，它可能已不存在。`)
  })
}

test('what has no name in Chinese is not found without one', () => {
  const facts = { code: 'NOT_FOUND', what: message('The hologram') } as const
  expect(failureMessage(messagesIn['zh-CN'], facts)).toBe('没有找到，它可能已不存在。')
  expect(failureMessage(messagesIn.en, facts)).toBe('The hologram was not found.')
})
