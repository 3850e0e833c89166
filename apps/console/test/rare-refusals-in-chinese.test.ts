import { afterAll, expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { collectorLease, withLease } from '@pictoglyph/site/care/lease'
import { category } from '@pictoglyph/site/categories'
import { createKey } from '@pictoglyph/site/keys'
import { type Message, message } from '@pictoglyph/site/language/message'
import type { KeyBinding } from '@pictoglyph/site/language/records'
import { runAction } from '@pictoglyph/site/things/run-action'
import { failureMessage } from '../src/text/failure-text.ts'
import { messagesIn } from '../src/text/messages.ts'
import { openChineseOperator } from './support/chinese-operator.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'

const operator = await openChineseOperator()
const { testConsole, olga, visitor } = operator
afterAll(() => operator[Symbol.asyncDispose]())

/** What a page says in answer to the test image of a key that is bound so. */
async function toldOfKey(binding: KeyBinding): Promise<string | undefined> {
  const { key } = await createKey(testConsole.site, commandActor, {
    userId: olga.id,
    name: 'x',
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: 'general',
    clientKind: 'standard',
    binding,
  })
  const answer = await visitor.post(`/keys/${key.id}/test`)
  return /role="alert"[^>]*>(?:<p>)?(.*?)<\/(?:p|span)>/.exec(await answer.text())?.[1]
}

/** What a program is told that heeds no restriction; the console's own test names an album and sends a type that fits. */
const toldOfBinding = (reason: Message): string =>
  failureMessage(messagesIn['zh-CN'], { code: 'KEY_BOUND', reason })

test('Chinese readers are told in Chinese what a key is bound to', async () => {
  await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'cats' })
  const { id } = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  expect(await toldOfKey({ categoryIds: ['cats'] })).toBe('该密钥只能上传到分类 cats。')
  expect(toldOfBinding(message('it is bound to the albums {albums}.', { albums: id }))).toBe(
    `该密钥只能上传到相册 ${id}。`,
  )
  expect(toldOfBinding(message('it is bound to the types {types}.', { types: 'image/gif' }))).toBe(
    '该密钥只能上传类型为 image/gif 的文件。',
  )
  expect(await toldOfKey({ maxBytes: 9 })).toBe('该密钥只能上传不超过 9 字节的文件。')
})

/** What a script is answered. */
async function toldOf(path: string, body: BodyInit | null, headers: Record<string, string> = {}) {
  const asked = { Accept: 'application/json', ...headers }
  const answer = await visitor.send(path, { method: 'POST', body, headers: asked })
  const { error } = (await answer.json()) as { error: { message: string } }
  return error.message
}

test('requests that no page of the console sends are refused in Chinese', async () => {
  const csrf = await visitor.token()
  const upload = { 'X-CSRF-Token': csrf }
  const two = new FormData()
  for (const name of ['file', 'file']) two.append(name, new Blob([picture()]), 'x.png')
  expect(await toldOf('/upload', two, upload)).toBe('字段“file”只能发送一次。')
  expect(await toldOf('/upload', null, upload)).toBe('请求没有内容。')
  expect(await toldOf('/upload', 'x', { ...upload, 'Content-Type': 'text/plain' })).toBe(
    'Content-Type 必须是 multipart/form-data，而不是 text/plain。',
  )
  const cut = { ...upload, 'Content-Type': 'multipart/form-data; boundary=b' }
  expect(await toldOf('/upload', '--b', cut)).toBe('发送的内容不完整：没有结束的 boundary。')
  expect(await toldOf('/upload', 'x', { ...upload, 'Content-Encoding': 'gzip' })).toBe(
    '发送的内容不能使用 Content-Encoding。',
  )
  expect(await toldOf('/language', new URLSearchParams({ csrf, language: 'x' }))).toBe('没有这种语言。')
  expect(await toldOf('/language', 'x', { 'Content-Type': 'text/plain' })).toBe(
    '发送的内容必须是 application/x-www-form-urlencoded。',
  )
})

test('Chinese readers are told in Chinese that there is no such list', async () => {
  const answer = await visitor.post('/settings/networks/add', { list: 'x', network: '::1' })
  expect(await answer.text()).toContain('<p>没有这份名单。</p>')
})

test('Chinese readers are told in Chinese why nothing is deleted for good beside a backup', async () => {
  const id = imageIdOf(await uploadPicture(visitor))
  await visitor.post('/images/delete', { id })
  const answer = await withLease(testConsole.site, collectorLease, () =>
    visitor.post('/images/purge', { id }),
  )
  expect(await answer?.text()).toContain('<p>正在清理或备份，期间无法彻底删除，请几分钟后再试。</p>')
})
