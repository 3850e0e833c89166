import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { listNetworks, readAccessEntry } from '@pictoglyph/site/access'
import { readAccessLines } from '@pictoglyph/site/access/read-access-lines'
import { createChangeOwnPassword } from '@pictoglyph/site/accounts/own-password'
import { createProofs } from '@pictoglyph/site/accounts/proofs'
import { addUser, setUserDisabled, setUserQuota, setUserRole } from '@pictoglyph/site/accounts/users'
import { addAlbum, describeAlbum, removeAlbum, restoreAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { deleteImages, describeImage, findOwnImage } from '@pictoglyph/site/images'
import { changeKey, createKey, type NewKey } from '@pictoglyph/site/keys'
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { inEnglish, message } from '@pictoglyph/site/language/message'
import type { Image, User } from '@pictoglyph/site/language/records'
import { readTextField } from '@pictoglyph/site/language/text-field'
import { checkExpiry } from '@pictoglyph/site/language/time'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { defaultPolicy, type PolicyKey } from '@pictoglyph/site/policy'
import { setPolicies, setPolicy } from '@pictoglyph/site/policy/set-policy'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { runAction } from '@pictoglyph/site/things/run-action'
import { timedBody } from '@pictoglyph/web/upload/timed-body'
import { readForm } from '../src/context/submitted-form.ts'
import { imageQueryOf } from '../src/gallery/image-query.ts'
import { entryExpiry } from '../src/operators/access/entry-fields.tsx'
import { readPolicyForm } from '../src/operators/settings/policy-fields.ts'
import { failureMessage, failureText } from '../src/text/failure-text.ts'
import { messagesIn } from '../src/text/messages.ts'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

const chinese = messagesIn['zh-CN']
const actor = commandActor
const nowMs = Date.now()

let testConsole: ConsoleUnderTest
let site: SitePorts
let admin: User
let visitor: Visitor
beforeAll(async () => {
  testConsole = await startConsole()
  site = testConsole.site
  admin = (await site.database.users.byName(testConsole.admin.name))!
  visitor = await createSignedInVisitor(testConsole, admin)
})
afterAll(async () => {
  await testConsole[Symbol.asyncDispose]()
})

async function failureOf(fail: () => unknown): Promise<FailureFacts> {
  try {
    await fail()
  } catch (error) {
    if (error instanceof Failure) return error.facts
    throw error
  }
  throw new Error('nothing failed')
}

const twice = (act: () => Promise<unknown>) => async () => {
  await act()
  await act()
}
const own = () => ({ ...actor, userId: admin.id })
const password = (text: string) => () => addUser(site, actor, { name: 'kim', role: 'member', password: text })
const newCharset = (id: string, symbols: string) => () =>
  runAction(site, { actor, thing: charset, verb: 'add', name: 'x', given: { id, symbols } })
const newPreset = (given: { id: string; type: string; variant?: string }) => () =>
  runAction(site, { actor, thing: preset, verb: 'add', name: 'x', given })
const policy = (key: PolicyKey, value: string) => () =>
  setPolicies(site, actor, new Map([[key, { wanted: value }]]))
const damage = (statement: string): void => {
  using rows = new Database(testConsole.databasePath)
  rows.run(statement)
}
const sizeField = (written: string) => () => {
  const form = new URLSearchParams({ 'upload.maxBytes': written, 'shown.upload.maxBytes': '20' })
  return readPolicyForm(form, { policy: defaultPolicy }, ['upload.maxBytes'])
}
const body = (deadlines: { idleMs?: number; overallMs?: number }, name: 'upload' | 'form') => async () => {
  const silent = new ReadableStream<Uint8Array>()
  const chunks = timedBody(silent, { idleMs: 60_000, overallMs: 60_000, ...deadlines }, name)
  for await (const chunk of chunks) expect(chunk).toBeUndefined()
}
const key: Omit<NewKey, 'userId' | 'expiresAtMs'> = {
  name: 'x',
  permissions: [],
  defaultCategoryId: null,
  binding: {},
  clientKind: 'standard',
}

/** What people can do wrong in the console, done. */
const wrongs: Record<string, () => unknown> = {
  'a name is missing': () => runAction(site, { actor: actor, thing: category, verb: 'add', name: ' ' }),
  'a name is too long': () => addAlbum(site, actor, admin.id, 'x'.repeat(101)),
  'a title is too long': () =>
    describeImage(site, actor, {} as Image, { title: 'x'.repeat(501), description: '' }),
  'a note is too long': () => readAccessEntry('block', { network: '::1', note: 'x'.repeat(201) }, nowMs),
  'a description holds a NUL': () =>
    readTextField('a\0b', { name: 'description', called: message('The description'), most: 9 }),
  'a name holds a line break': () =>
    runAction(site, { actor: actor, thing: category, verb: 'add', name: 'a\nb' }),
  'a name is no Unicode': () =>
    runAction(site, { actor: actor, thing: category, verb: 'add', name: '\ud800' }),
  'a user’s name is taken': twice(() => addUser(site, actor, { name: 'lee', role: 'member' })),
  'a category’s name is taken': twice(() =>
    runAction(site, { actor: actor, thing: category, verb: 'add', name: 'cats' }),
  ),
  'an album’s name is taken': twice(() => addAlbum(site, actor, admin.id, 'cats')),
  'a password is short': password('x'),
  'a password is long': password('x'.repeat(9_999)),
  'a password holds the name of this program': password('my Pictoglyph 42'),
  'the current password is wrong': () =>
    createChangeOwnPassword({ site, proofs: createProofs({ site, limiter: createMemoryLimiter() }) })(
      actor,
      admin,
      {
        current: 'wrong',
        password: memberPassword,
        keptTokenHash: '',
      },
      (check) => check(),
    ),
  'the last administrator leaves': () => setUserRole(site, actor, admin, 'member'),
  'an administrator disables the own account': () => setUserDisabled(site, own(), admin, true),
  'an administrator demotes the own account': () => setUserRole(site, own(), admin, 'member'),
  'a quota is negative': () => setUserQuota(site, actor, admin, -1),
  'an expiry has passed': () => checkExpiry(nowMs - 1, nowMs),
  'an expiry is too far away': () => checkExpiry(Number.MAX_SAFE_INTEGER, nowMs),
  'a key’s expiry has passed': () => createKey(site, actor, { ...key, userId: admin.id, expiresAtMs: 1 }),
  'an expiry is no number': () =>
    entryExpiry({ form: new URLSearchParams({ expiresAtMs: 'many' }) } as Parameters<typeof entryExpiry>[0]),
  'an id is unfit': newCharset('Ä', 'abcd'),
  'a character set’s id is taken': newCharset('roar', 'efgh'),
  'a character set has the symbols of another': newCharset('numbers', '3210'),
  'a character set has two symbols': newCharset('x', 'ab'),
  'a character set has a symbol twice': newCharset('x', 'abca'),
  'a character set has a space': newCharset('x', 'ab c'),
  'a character set has a combining mark': newCharset('x', 'abc\u0301'),
  'a character set has symbols that change together': newCharset('x', 'ab\u1100\u1161'),
  'the default is to be disabled': () =>
    runAction(site, { actor: actor, thing: charset, verb: 'disable', id: 'roar' }),
  'a preset’s id is taken': newPreset({ id: 'classic', type: 'RAW' }),
  'a network is none': () => parseCidr('cats'),
  'a network has bits set': () => parseCidr('10.0.0.1/8'),
  'a network’s prefix is too long': () => parseCidr('10.0.0.0/33'),
  'a network has a zone': () => parseCidr('fe80::1%eth0'),
  'too many lines are pasted': () =>
    readAccessLines('block', '\n'.repeat(10_001), { expiresAtMs: null, nowMs }),
  'a day is none': () =>
    imageQueryOf({ query: new URLSearchParams({ from: 'yesterday' }), timeZone: undefined }, admin.id),
  'a page is none': () => site.database.images.list({ limit: 1, after: 'nonsense' }),
  'an album that was taken back has another name now': async () => {
    const album = await addAlbum(site, actor, admin.id, 'once')
    await removeAlbum(site, actor, album)
    await describeAlbum(site, actor, await restoreAlbum(site, actor, admin.id, album.id), { name: 'now' })
    await restoreAlbum(site, actor, admin.id, album.id)
  },
  'an address holds a NUL': () => findOwnImage(site, admin.id, 'a\0'),
  'a type of presets is none': newPreset({ id: 'x', type: 'ROT' }),
  'a type of presets has no such variant': newPreset({
    id: 'x',
    type: 'RAW',
    variant: 'x',
  }),
  'no image is selected': () => deleteImages(site, actor, admin.id, []),
  'too many images are selected': () => {
    const body = new URLSearchParams(Array.from({ length: 10_001 }, (_, index) => ['id', String(index)]))
    return readForm(new Request('http://localhost', { method: 'POST', body }), {
      csrfToken: '',
      maxBytes: 1_000_000,
      idleMs: 60_000,
      overallMs: 60_000,
    })
  },
  'a policy is no number': policy('upload.maxSide', 'many'),
  'a size in the form is no number': sizeField('many'),
  'a size in the form is too small': sizeField('0'),
  'a form of policies is older than a change': () =>
    setPolicies(site, actor, new Map([['upload.maxSide', { shown: '5', wanted: '6' }]])),
  'a form of two policies is older than a change': async () => {
    for (const value of ['5', '6']) await setPolicy(site, actor, 'upload.maxFrames', value)
    const values = { shown: '5', wanted: '7' }
    await setPolicies(
      site,
      actor,
      new Map([['upload.maxSide', values] as const, ['upload.maxFrames', values]]),
    )
  },
  'a form does not tell what it showed': () =>
    readPolicyForm(new URLSearchParams({ 'upload.maxSide': '5' }), { policy: defaultPolicy }, [
      'upload.maxSide',
    ]),
  'a character set is of another version': async () => {
    damage("UPDATE charsets SET symbols = '[' WHERE id = 'dots'")
    await runAction(site, { actor: actor, thing: charset, verb: 'enable', id: 'dots' })
  },
  'the restrictions of a key are of another version': async () => {
    damage("UPDATE api_keys SET binding = '['")
    const [key] = await site.database.keys.list()
    await changeKey(site, actor, key!, { change: key!, mayWiden: true })
  },
  'a policy is too large': policy('upload.maxSide', '99999999'),
  'a policy is too small': policy('upload.maxSide', '0'),
  'no type is allowed': policy('upload.types', ''),
  'a policy is neither of two words': policy('upload.dedupScope', 'all'),
  'a policy is none of three words': policy('upload.metadata', 'all'),
  'whitelist mode would let nobody in': () =>
    setPolicy(site, actor, 'text.whitelistMode', 'on', { client: { address: undefined } }),
  'an upload stalls': body({ idleMs: 1 }, 'upload'),
  'a form takes too long': body({ overallMs: 1 }, 'form'),
  'a form is none': () =>
    readForm(new Request('http://localhost', { method: 'POST', body: 'a=b' }), {
      csrfToken: '',
      maxBytes: 2,
      idleMs: 60_000,
      overallMs: 60_000,
    }),
  'a form is too large': () =>
    readForm(new Request('http://localhost', { method: 'POST', body: new URLSearchParams({ a: 'b' }) }), {
      csrfToken: '',
      maxBytes: 2,
      idleMs: 60_000,
      overallMs: 60_000,
    }),
}

for (const [wrong, fail] of Object.entries(wrongs)) {
  test(`Chinese readers are told in Chinese that ${wrong}`, async () => {
    const { message, detail } = failureText(chinese, await failureOf(fail))
    expect(message).toMatch(/\p{Script=Han}/u)
    expect(detail).toBeUndefined()
  })
}

test('Chinese readers are told in Chinese that they would lock themselves out', async () => {
  await listNetworks(site, actor, 'allow', [{ network: '192.0.2.1' }])
  const facts = await failureOf(() =>
    setPolicy(site, actor, 'text.whitelistMode', 'on', { client: { address: undefined } }),
  )
  expect(failureText(chinese, facts).detail).toBeUndefined()
})

test('a name stands in both languages as it was written, although it looks like a place for a value', async () => {
  const name = '{name} of {most} $&'
  const facts = await failureOf(
    twice(() => runAction(site, { actor: actor, thing: category, verb: 'add', name: name })),
  )
  expect(failureMessage(messagesIn.en, facts)).toBe(`A category named "${name}" exists already.`)
  expect(failureMessage(chinese, facts)).toBe(`已有名为“${name}”的分类。`)
})

const inChinese = { 'Accept-Language': 'zh-CN', Accept: 'application/json' }

/** Uploads as the page's script does. */
async function sendPicture(bytes: Uint8Array<ArrayBuffer>, token?: string): Promise<string> {
  const form = new FormData()
  form.append('categoryId', 'general')
  form.append('file', new Blob([bytes]), 'x.png')
  const headers = { ...inChinese, 'X-CSRF-Token': token ?? (await visitor.token()) }
  const answer = await visitor.send('/upload', { method: 'POST', body: form, headers })
  const { error } = (await answer.json()) as { error: { message: string } }
  return error.message
}

test('a picture that the policy refuses is refused in Chinese, with what is wrong with it', async () => {
  await setPolicy(site, actor, 'upload.maxSide', '100')
  await setPolicy(site, actor, 'upload.maxPixels', '2000')
  await testConsole.refresh()
  expect(await sendPicture(picture({ width: 101, height: 1 }))).toBe(
    '图片为 101 × 1 像素；每边最多 100 像素。',
  )
  expect(await sendPicture(picture({ width: 50, height: 50 }))).toBe('图片为 50 × 50 像素；最多 2000 像素。')
  expect(await sendPicture(picture().subarray(0, 60) as Uint8Array<ArrayBuffer>)).toBe('文件不完整。')
})

test('of a file that is no image nothing is said in English but the names of types', async () => {
  const message = await sendPicture(new Uint8Array([1, 2, 3, 4]))
  expect(message).toStartWith('无法识别此文件的类型。允许的类型：JPEG、PNG、')
  expect(message).not.toContain('unknown')
})

test('where there is no Chinese for what is wrong, the English follows', async () => {
  const damaged = picture()
  damaged.set([0xff], 20)
  expect(await sendPicture(damaged)).toMatch(/^图片无法接受：\S.*[a-z]{3}/)
  const unknown = message('Something new.')
  for (const reason of [unknown, message('{key}: {problem}', { key: 'x', problem: unknown })]) {
    const english = inEnglish(reason)
    expect(failureText(chinese, { code: 'CONFLICT', reason }).detail).toBe(english)
    expect(failureMessage(chinese, { code: 'CONFLICT', reason })).toBe(`输入无法接受：${english}`)
  }
})

test('an expired form is told in the reader’s language, whatever the form', async () => {
  expect(await sendPicture(picture(), 'stale')).toBe(chinese.problem.formExpired)
  const answer = await uploadPicture(visitor, { csrf: 'stale' })
  expect(imageIdOf(answer)).toBe('')
  expect(await answer.text()).toContain(messagesIn.en.problem.formExpired)
})
