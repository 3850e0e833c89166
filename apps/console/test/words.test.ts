import { expect, test } from 'bun:test'
import { setUserQuota } from '@pictoglyph/site/accounts/users'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { createKey } from '@pictoglyph/site/keys'
import { consoleRoutes } from '../src/console-routes.ts'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { policyFields } from './support/policy-fields.ts'
import { fillSite } from './support/sample-site.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const textIn = async (visitor: Visitor, path: string, language: string) =>
  (await visitor.get(path, { 'Accept-Language': language })).text()

test('the audit log tells in words what was done, and by which name the filter and the export know it', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  await visitor.post('/albums', { name: 'Travel' })
  expect(await textIn(visitor, '/audit', 'en')).toContain(
    '<span title="album.add"><strong dir="auto">olga</strong> created the album “Travel”.</span>',
  )
  const chinese = await textIn(visitor, '/audit', 'zh-CN')
  expect(chinese).toContain(
    '<span title="album.add"><strong dir="auto">olga</strong> 创建了相册“Travel”。</span>',
  )
  expect(chinese).toContain('<option value="album.add">创建了相册“…”</option>')
  expect(await textIn(visitor, '/audit?action=album.add', 'zh-CN')).not.toContain('创建了用户 olga')
})

test('an action that another release has written is told by its name', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const entry = { actor: 'x', actorUserId: null, address: 'local', subject: 's', before: null, after: null }
  for (const action of ['robot.teach', 'toString']) {
    await testConsole.site.database.audit.add({ ...entry, atMs: 1, action })
    expect(await textIn(visitor, '/audit', 'zh-CN')).toContain(
      `<span title="${action}"><strong dir="auto">x</strong> ${action}</span>`,
    )
  }
})

const named = ['th', 'dt', 'legend', 'label', 'caption', 'h1', 'h2', 'h3', 'summary'].join('|')
const nameless = new RegExp(
  `<(${named})(?: [^>]*)?>\\s*</\\1>|<span class="field-label">\\s*</span>|aria-label=""`,
  'g',
)

test.each(['en', 'zh-CN'])(
  'every column, field, fact and part of a page has a name, %s',
  async (language) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const visitor = createVisitor(testConsole)
    await visitor.signIn(testConsole.admin.name, testConsole.admin.password)
    const pages = consoleRoutes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    const paths = pages.map(({ path }) => path)
    paths.push(
      '/settings/text/charsets/meow',
      '/settings/text/presets/rc4',
      '/settings/uploads/categories/general',
    )
    for (const path of paths) {
      const found = (await textIn(visitor, path, language)).match(nameless) ?? []
      expect([path, ...found]).toEqual([path])
    }
  },
)

test('the parts of the site have names in the reader’s language', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const chinese = await textIn(visitor, '/overview', 'zh-CN')
  for (const part of ['database">数据库', 'blobs">图片存储', 'limiter">限流器']) {
    expect(chinese).toContain(`<span title="${part}</span>`)
  }
  expect(await textIn(visitor, '/overview', 'en')).toContain('<span title="blobs">Image store</span>')
})

test('what was taken out of an image is told in words', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  const withTail = new Uint8Array(Buffer.concat([picture(), Buffer.from('tail')]))
  const path = `/images/${imageIdOf(await uploadPicture(visitor, {}, withTail))}`
  const removed = async (language: string) =>
    /<dt>(?:Removed metadata|已移除的元数据)<\/dt><dd>(.*?)<\/dd>/.exec(
      await textIn(visitor, path, language),
    )?.[1]
  expect(await removed('en')).toBe('bytes after its end')
  expect(await removed('zh-CN')).toBe('文件末尾之后的内容')
})

test('the page of deleted images says what selecting them is for there', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  await visitor.post('/images/delete', { id: imageIdOf(await uploadPicture(visitor)) })
  const hint = async (language: string) =>
    /data-selection-count=""[^>]*>([^<]*)</.exec(await textIn(visitor, '/images/deleted', language))?.[1]
  expect(await hint('en')).toBe('Select images to restore them, or to delete them for good.')
  expect(await hint('zh-CN')).toBe('选择图片以恢复或彻底删除。')
})

test('making a disabled set or preset the default says that it is enabled', async () => {
  await using testConsole = await startConsole()
  const { charsets, presets } = testConsole.site.database
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  for (const [path, id, store] of [
    ['charsets', 'meow', charsets],
    ['presets', 'rc4', presets],
  ] as const) {
    await visitor.post(`/settings/text/${path}/${id}/enabled`, { enabled: 'off' })
    await visitor.get('/settings/text')
    await visitor.post(`/settings/text/${path}/${id}/default`)
    expect(await textIn(visitor, '/settings/text', 'en')).toContain(
      `“${id}” is the default now, and enabled.`,
    )
    const [chosen] = (await store.list()).filter((one) => one.id === id)
    expect(chosen).toMatchObject({ isDefault: true, enabled: true })
  }
})

test('a gallery that is narrowed says how many of the images it shows', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const album = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const titles = ['Harbour', 'Terrace', 'Lanterns']
  for (const [index, title] of titles.entries()) {
    const albumId = index === 0 ? '' : album.id
    await uploadPicture(visitor, { title, albumId }, picture({ width: 20 + index }))
  }
  const lead = async (path: string, language: string) =>
    /<p class="lead">(.*?)<\/p>/.exec(await textIn(visitor, path, language))?.[1]
  expect(await lead('/images', 'en')).toContain('3</span> images')
  expect(await lead('/images?q=harb', 'en')).toBe('1 of 3 images match')
  expect(await lead('/images?q=nothing', 'en')).toBe('0 of 3 images match')
  expect(await lead(`/images?album=${album.id}`, 'en')).toContain('2</span> images')
  expect(await lead(`/images?album=${album.id}&q=lant`, 'en')).toBe('1 of 2 images match')
  expect(await lead('/images', 'zh-CN')).toContain('3</span> 张图片')
  expect(await lead('/images?q=harb', 'zh-CN')).toBe('3 张图片中有 1 张符合')
})

test('what a page puts together of several parts has the punctuation of its language', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await uploadPicture(visitor, {}, picture({ width: 1_000 }))
  await setUserQuota(site, commandActor, olga, 5 * 1024 * 1024)
  const lead = async (path: string, language: string) =>
    /<p class="lead">(.*?)<\/p>/.exec(await textIn(visitor, path, language))?.[1]
  expect(await lead('/account', 'en')).toMatch(/^1 image, [\d.]+ kB of 5 MB$/)
  expect(await lead('/account', 'zh-CN')).toMatch(/^1 张图片，[\d.]+ kB，配额 5 MB$/)
  expect(await lead('/upload', 'en')).toBe('JPEG, PNG, GIF, WebP, AVIF, up to 20 MB each.')
  expect(await lead('/upload', 'zh-CN')).toBe('JPEG、PNG、GIF、WebP、AVIF，每个最大 20 MB。')
  const stricter = `/settings/uploads?${new URLSearchParams({ ...policyFields, 'upload.maxSide': '9' })}`
  expect(await textIn(visitor, stricter, 'en')).toContain('<li>Side too long: 1</li>')
  expect(await textIn(visitor, stricter, 'zh-CN')).toContain('<li>边长过长：1</li>')
  expect(await textIn(visitor, '/settings/text?symbols=aabc', 'en')).toContain('not suitable. The symbols')
  expect(await textIn(visitor, '/settings/text?symbols=aabc', 'zh-CN')).toContain('这些符号不适用。符号')
})

test('a question that may stand away from its button says whom or what it is about', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await visitor.post('/albums', { name: 'Travel' })
  const made = await visitor.post('/keys', { name: 'Blog' })
  const keyPath = made.headers.get('Location') ?? ''
  await visitor.get(keyPath)
  await visitor.post('/settings/networks/add', { list: 'block', network: '192.0.2.0/24' })
  for (const [path, name] of [
    [`/users/${olga.id}`, 'olga'],
    ['/albums', 'Travel'],
    [keyPath, 'Blog'],
    ['/settings/networks/entries/block-192.0.2.0_24', '192.0.2.0/24'],
  ] as const) {
    expect(await textIn(visitor, path, 'en')).toContain(
      `<div class="confirm-panel"><p><strong dir="auto">${name}</strong></p>`,
    )
  }
})

test('what is wrong with a policy is told under the name of its field', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const told = async (path: string, fields: Record<string, string | string[]>, language: string) => {
    visitor.cookies.set('language', language)
    const page = await (await visitor.post(path, fields)).text()
    return /role="alert"[^>]*>(?:<p>)?(.*?)<\/(?:p|span)>/.exec(page)?.[1]
  }
  const long = { ...policyFields, 'upload.maxSide': '0' }
  expect(await told('/settings/uploads', long, 'en')).toBe(
    'Max. side (pixels): must be a whole number from 1 to 1000000',
  )
  expect(await told('/settings/uploads', long, 'zh-CN')).toBe('最长边（像素）：必须是 1 至 1000000 的整数。')
  for (const tooLarge of ['2000000', '9'.repeat(40)]) {
    expect(await told('/settings/uploads', { ...policyFields, 'upload.maxBytes': tooLarge }, 'en')).toBe(
      'Max. file size (MB): must be above 0 and at most 1048576',
    )
  }
  expect(await told('/settings/uploads', { ...policyFields, 'upload.maxPixels': '0' }, 'zh-CN')).toBe(
    '最多像素（百万）：必须大于 0 且不超过 1099511。',
  )
  const none = { ...policyFields, 'upload.types': [] }
  expect(await told('/settings/uploads', none, 'en')).toStartWith('Accepted types: ')
  expect(await told('/settings/networks/limit', { 'text.requestsPerMinute': '-1' }, 'en')).toStartWith(
    'Requests per minute and client: ',
  )
})

test('a key without a name is called so where it is told of', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const { key } = await createKey(testConsole.site, commandActor, {
    userId: olga.id,
    name: '',
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: 'general',
    clientKind: 'standard',
    binding: {},
  })
  await visitor.post(`/keys/${key.id}/revoke`)
  expect(await textIn(visitor, '/keys', 'en')).toContain('The key “Untitled” is revoked')
})
