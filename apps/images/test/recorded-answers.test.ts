import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { listNetworks } from '@pictoglyph/site/access'
import { findUser, setDisplayName } from '@pictoglyph/site/accounts/users'
import { describeAlbum, findOwnAlbum, setAlbumCover, setAlbumRandomLink } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { findOwnImage } from '@pictoglyph/site/images'
import { setLink } from '@pictoglyph/site/links'
import { createRecordedTour, type RecordedTour } from '@pictoglyph/web/test/recorded-lines'
import { joined, pngChunk, pngFile, pngOf } from './sample-image.ts'
import { openSite, type SiteFixture, type SiteFixtureOptions } from './site-fixture.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5)

/** A site whose clock stands, and a tour of it. */
async function openTour(options: SiteFixtureOptions = {}) {
  const time = { ms: startMs }
  const images: string[] = []
  const site = await openSite({ clock: () => time.ms, now: () => time.ms, ...options })
  const tour = createRecordedTour(site.url, {
    token: /(?<=(?:\/a\/|album=))[\w-]{16,}/g,
    etag: /(?<=etag: "|W\/")[\w-]{16,}(?=")/g,
  })
  tour.names.name(site.categoryId, 'CATEGORY')
  tour.names.name(site.userId, 'USER')
  return { site, tour, time, images, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

type Fields = Record<string, string | File>

interface SentUpload {
  key?: string
  headers?: Record<string, string>
  query?: string
}

/** Uploads, as a line of the form's fields. */
async function send(
  { site, tour, images }: { site: SiteFixture; tour: RecordedTour; images: string[] },
  fields: Fields | [string, string | File][],
  { key = site.apiKey, headers = {}, query = '' }: SentUpload = {},
): Promise<{ id: string; path: string }> {
  const body = new FormData()
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
  for (const [name, value] of pairs) body.append(name, value)
  const said = pairs.map(([name, value]) => {
    const shown = typeof value === 'string' ? JSON.stringify(value) : `(${value.name}, ${value.size} bytes)`
    return shown.length > 60 ? `${name}=(${shown.length} letters)` : `${name}=${shown}`
  })
  const sent = Object.entries(headers).map((one) => one.join(': '))
  const answer = await tour.ask(
    `/api/v1/upload${query}`,
    { method: 'POST', headers: { Authorization: `Bearer ${key}`, ...headers }, body },
    [`POST upload${query}`, ...said, ...sent].join(' | '),
  )
  const { data } = (await answer.json()) as { data?: { id?: string; url?: string } }
  const { id = '', url = 'http://none' } = data ?? {}
  if (id !== '' && !images.includes(id)) tour.names.name(id, `IMAGE-${images.push(id)}`)
  return { id, path: new URL(url).pathname }
}

const recordedIn = (name: string) => new URL(`./recorded-${name}.txt`, import.meta.url)

test('files are served as recorded: whole, in part, on conditions, by each address', async () => {
  await using opened = await openTour()
  const { site, tour, time } = opened
  const { categoryId } = site
  const { id, path } = await send(opened, { file: pngFile(1), categoryId, title: 'Sea & <sky>' })

  tour.about('The direct link')
  const whole = await tour.ask(path)
  const etag = whole.headers.get('etag') ?? ''
  const dated = whole.headers.get('last-modified') ?? ''
  const seconds = (by: number) => new Date(startMs + by * 1_000).toUTCString()
  await tour.ask(path, { method: 'HEAD' })
  await tour.ask(`/i/${id}`)
  for (const wrong of [`/i/${id}.jpg`, `/i/${id}.`, `/i/${id}x.png`, '/i/aaaaaaaaaaaaaa.png', '/i/a.png'])
    await tour.ask(wrong)
  for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']) await tour.ask(path, { method })

  tour.about('Parts of it')
  const ranges = [
    '0-9',
    '0-0',
    '70-',
    '71-',
    '72-',
    '71-72',
    '-1',
    '-0',
    '-72',
    '-73',
    '5-4',
    '0-1,3-4',
    '-',
    'x',
  ]
  for (const range of [...ranges.map((one) => `bytes=${one}`), 'items=0-1', 'Bytes=0-1'])
    await tour.ask(path, { headers: { Range: range } })
  await tour.ask(path, { method: 'HEAD', headers: { Range: 'bytes=0-9' } })
  for (const condition of [etag, `W/${etag}`, '"other"', dated, seconds(1), seconds(-1), 'never'])
    await tour.ask(path, { headers: { Range: 'bytes=0-9', 'If-Range': condition } })

  tour.about('Conditions')
  for (const name of ['If-None-Match', 'If-Match'])
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '"other"', '*', etag.replaceAll('"', '')])
      await tour.ask(path, { headers: { [name]: tags } })
  for (const name of ['If-Modified-Since', 'If-Unmodified-Since'])
    for (const date of [seconds(-1), seconds(0), seconds(1), 'never'])
      await tour.ask(path, { headers: { [name]: date } })
  await tour.ask(path, { headers: { 'If-None-Match': '"other"', 'If-Modified-Since': dated } })
  await tour.ask(path, { headers: { 'If-Match': etag, 'If-Unmodified-Since': seconds(-1) } })
  await tour.ask(path, { headers: { Range: 'bytes=0-9', 'If-None-Match': etag } })
  await tour.ask(path, { headers: { Range: 'bytes=90-', 'If-Match': '"other"' } })

  tour.about('A named link')
  const image = await findOwnImage(site.ports, site.userId, id)
  await setLink(site.ports, commandActor, { name: 'weather-map', image })
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) await tour.ask('/l/weather-map', { method })
  await tour.ask('/l/unknown')
  await tour.ask('/l/No_Name')

  tour.about('An image with an end')
  const short = await send(opened, { file: pngFile(2), categoryId, expiresIn: '10m' })
  await setLink(site.ports, commandActor, {
    name: 'ending',
    image: await findOwnImage(site.ports, site.userId, short.id),
  })
  for (const after of [299_999, 300_000, 300_001, 571_000, 599_000, 599_001, 599_999, 600_000]) {
    time.ms = startMs + after
    tour.about(`After ${after} ms`)
    for (const address of [short.path, '/l/ending', `/i/${short.id}/thumb`, `/p/${short.id}`])
      await tour.ask(address, { method: 'HEAD' })
  }

  tour.about('Sizes, where none are made')
  const sizes = [
    'thumb',
    'small',
    'medium',
    'large',
    'huge',
    'thumb.webp',
    'thumb.avif',
    'thumb.png',
    'thumb.',
  ]
  for (const size of sizes) await tour.ask(`/i/${id}/${size}`)
  for (const method of ['HEAD', 'OPTIONS', 'POST']) await tour.ask(`/i/${id}/thumb`, { method })
  await tour.ask('/i/aaaaaaaaaaaaaa/thumb')
  await expectRecorded(recordedIn('files'), tour.lines())
}, 30_000)

/** A PNG that a camera wrote a comment into. */
const commented = joined([
  pngOf(9).subarray(0, 33),
  pngChunk('tEXt', new TextEncoder().encode('Comment\0by a camera')),
  pngOf(9).subarray(33),
])

const pictures = {
  commented: new File([commented], 'noted.png'),
}

/** One after the other in the languages and themes of a visitor. */
const visitors = [
  {},
  { 'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.1' },
  { Cookie: 'language=zh-CN; theme=dark' },
]

test('pages are as recorded, in both languages, with each of their optional parts', async () => {
  await using opened = await openTour()
  const { site, tour, time } = opened
  const { categoryId } = site
  const albumId = await site.addAlbum('Hills & <valleys>')
  tour.names.name(albumId, 'ALBUM')
  const plain = await send(opened, { file: pngFile(1), categoryId, albumId })
  time.ms += 1_000
  const described = await send(opened, {
    file: pictures.commented,
    categoryId,
    albumId,
    title: 'Sea & <sky>',
    description: 'Two\nlines & <more>',
    expiresIn: '30d',
  })
  time.ms += 1_000
  const last = await send(opened, {
    file: pngFile(3, 'last.png'),
    categoryId,
    albumId,
    title: 'x'.repeat(75),
  })

  tour.about('The first page')
  for (const headers of visitors) await tour.ask('/', { headers })
  for (const method of ['HEAD', 'POST', 'OPTIONS']) await tour.ask('/', { method })
  for (const query of ['lang=en', 'lang=zh-CN&theme=dark', 'theme=light', 'lang=fr&theme=no&more=1'])
    await tour.ask(`/?${query}`, { headers: { Cookie: 'language=zh-CN' } })

  tour.about('Pages of images')
  for (const { id } of [plain, described, last]) {
    for (const headers of visitors) await tour.ask(`/p/${id}`, { headers })
  }
  await tour.ask(`/p/${plain.id}?lang=zh-CN&theme=dark`)
  for (const method of ['HEAD', 'POST']) await tour.ask(`/p/${plain.id}`, { method })
  for (const id of ['aaaaaaaaaaaaaa', 'a', `${plain.id}.png`]) await tour.ask(`/p/${id}`)

  tour.about('An album')
  const address = new URL(await site.publishAlbum(albumId)).pathname
  const token = address.slice('/a/'.length)
  tour.names.name(token, 'TOKEN')
  const album = () => findOwnAlbum(site.ports, site.userId, albumId)
  for (const headers of visitors) await tour.ask(address, { headers })
  await tour.ask(address, { method: 'HEAD' })
  await tour.ask('/a/nothing')
  for (const { id } of [plain, described, last]) await tour.ask(`/p/${id}?album=${token}`)
  await tour.ask(`/p/${plain.id}?album=nothing`)
  await tour.ask(`/a/${token}/random`)
  await setAlbumRandomLink(site.ports, commandActor, await album(), true)
  const drawn = await tour.ask(`/a/${token}/random?size=huge`)
  await drawn.body?.cancel()
  await describeAlbum(site.ports, commandActor, await album(), {
    name: 'Hills',
    description: 'All & <of> them',
  })
  await setAlbumCover(site.ports, commandActor, await album(), last.id)
  for (const headers of visitors) await tour.ask(address, { headers })

  const empty = await site.addAlbum('Empty')
  for (const headers of visitors)
    await tour.ask(new URL(await site.publishAlbum(empty)).pathname, { headers }, 'GET an empty album')
  const single = await site.addAlbum('Single')
  tour.names.name(single, 'SINGLE')
  await send(opened, { file: pngFile(4), categoryId, albumId: single })
  const ofSingle = new URL(await site.publishAlbum(single)).pathname
  for (const headers of visitors) await tour.ask(ofSingle, { headers }, 'GET an album of one image')
  const many = await site.addAlbum('Many')
  for (let colour = 100; colour < 162; colour += 1) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ categoryId, albumId: many })) body.set(name, value)
    body.set('file', pngFile(colour))
    const headers = { Authorization: `Bearer ${site.apiKey}` }
    const { data } = (await (
      await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body })
    ).json()) as { data: { id: string } }
    tour.names.name(data.id, `MANY-${colour - 99}`)
    time.ms += 1_000
  }
  const ofMany = new URL(await site.publishAlbum(many)).pathname
  tour.names.name(ofMany.slice('/a/'.length), 'MANY')
  const first = await (await fetch(site.url + ofMany)).text()
  tour.about(
    `An album of 62 images, of which its first page has ${first.split('<li class="card-image').length - 1}`,
  )
  const [, next = ''] = /href="(\?after=[^"]+)"/.exec(first) ?? []
  tour.names.name(next, '?after=NEXT')
  for (const headers of visitors) await tour.ask(ofMany + next, { headers }, 'GET its second page')
  const [, ownPage = ''] =
    /href="\.\.(\/p\/[^"]+)"/.exec(await (await fetch(site.url + ofMany + next)).text()) ?? []
  await tour.ask(ownPage.replaceAll('&amp;', '&'), {}, 'GET its first image')

  tour.about('The page of guests')
  for (const headers of visitors) await tour.ask('/drop', { headers })
  const guest = { isGuestLink: true, defaultCategoryId: categoryId }
  for (const [key, said] of [
    [await site.createKey(guest), 'of a link without a name'],
    [await site.createKey({ ...guest, name: 'Wedding', isNameShown: true }), 'of a link with a name'],
    [await site.createKey({ ...guest, expiresAtMs: 1_000 }, 1), 'of a link that has ended'],
    ['nothing', 'of no link'],
  ] as const)
    await tour.ask('/drop/link', { headers: { Authorization: `Bearer ${key}` } }, `GET /drop/link ${said}`)
  await tour.ask('/drop/link')
  await tour.ask('/drop/link', { method: 'POST' })

  tour.about('Files of the site')
  for (const path of ['/favicon.svg', '/robots.txt', '/.well-known/security.txt', '/livez', '/readyz'])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await tour.ask(path, { method })
  for (const headers of visitors) await tour.ask('/docs', { method: 'HEAD', headers })
  await tour.ask('/openapi.json', { method: 'HEAD' })
  await tour.ask('/openapi.json?lang=zh-CN', { method: 'HEAD' })
  const [, script = ''] =
    /src="\.\.(\/assets\/[^"]+)"/.exec(await (await fetch(`${site.url}/p/${plain.id}`)).text()) ?? []
  for (const method of ['GET', 'HEAD', 'POST']) await tour.ask(script, { method })
  await tour.ask(script, { headers: { 'Accept-Encoding': 'gzip, br' } })
  await tour.ask('/assets/nothing.js')

  tour.about('Nothing')
  for (const path of [
    '/nothing',
    '/API/v1/upload',
    '/api/v1/upload/',
    '//i',
    '/%2e%2e/x',
    '/i',
    '/p/',
    '/api',
  ])
    for (const Accept of ['*/*', 'text/html', 'TEXT/HTML, application/json'])
      await tour.ask(path, { headers: { Accept } })
  await tour.ask('/nothing', { headers: { Accept: 'text/html', 'Accept-Language': 'zh' } })
  await tour.ask('/api/v1/upload', { headers: { Accept: 'text/html' } })
  await tour.ask('/api/v1/upload', { headers: { Accept: 'text/html', 'Accept-Language': 'zh' } })
  for (const method of ['HEAD', 'POST', 'PUT'])
    await tour.ask('/nothing', { method, headers: { Accept: 'text/html' } })
  const form = new FormData()
  form.set('file', pngFile(1))
  await tour.ask('/upload', { method: 'POST', body: form }, 'POST /upload, a form')

  tour.about('What a site says of itself')
  await site.setPolicy('site.name', 'Our <site>')
  await site.setPolicy('site.welcome', 'Be welcome,\nall & <everyone>.')
  await site.setPolicy('site.logo', plain.id)
  await site.setPolicy(
    'site.links',
    JSON.stringify([{ label: 'Imprint & <more>', url: 'https://example.org/imprint' }]),
  )
  await site.setPolicy('site.abuse', 'mailto:abuse@example.org')
  await site.setPolicy('site.robots', 'noindex')
  await site.setPolicy('upload.types', 'png,svg')
  await site.setPolicy('upload.maxBytes', '1MB')
  await site.setPolicy('upload.metadata', 'keep')
  await setDisplayName(site.ports, commandActor, await findUser(site.ports, 'admin'), 'Ann & <Bo>')
  const paths = [
    '/',
    `/p/${plain.id}`,
    address,
    '/drop',
    '/nothing',
    '/robots.txt',
    '/.well-known/security.txt',
  ]
  for (const path of paths)
    for (const headers of visitors) await tour.ask(path, { headers: { Accept: 'text/html', ...headers } })
  await site.setPolicy('site.reports', 'on')
  await site.setPolicy('upload.metadata', 'location')
  await tour.ask(`/p/${plain.id}`)
  await tour.ask('/')
  await tour.ask('/drop')
  await expectRecorded(recordedIn('pages'), tour.lines())
}, 60_000)

test('uploads are answered as recorded: each field, each refusal, each kind of key', async () => {
  await using opened = await openTour()
  const { site, tour } = opened
  const { categoryId, apiKey } = site
  const albumId = await site.addAlbum('Hills')
  tour.names.name(albumId, 'ALBUM')
  const file = () => pngFile(1)

  tour.about('Keys')
  for (const [Authorization, said] of [
    ['', 'no key'],
    ['Bearer ', 'an empty key'],
    ['Bearer nothing', 'a wrong key'],
    [`Basic ${apiKey}`, 'another scheme'],
    [apiKey, 'no scheme'],
    [`bearer  ${apiKey}`, 'small letters and two spaces'],
    [`Bearer ${apiKey}x`, 'a letter more'],
    [`Bearer ${await site.createKey({ expiresAtMs: startMs }, startMs - 1)}`, 'an ended key'],
    [`Bearer ${await site.createKey({ expiresAtMs: startMs + 1 })}`, 'a key that ends in a millisecond'],
    [`Bearer ${await site.createKey({ permissions: [] })}`, 'a key without permission'],
  ] as const) {
    const headers: Record<string, string> = Authorization === '' ? {} : { Authorization }
    await tour.ask(
      '/api/v1/upload',
      { method: 'POST', headers, body: new FormData() },
      `POST upload, with ${said}`,
    )
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) await tour.ask('/api/v1/upload', { method })
  for (const [type, body] of [
    ['application/json', '{}'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', '--x--\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\n'],
    ['image/png', 'x'],
  ] as const)
    await tour.ask('/api/v1/upload', {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': type },
      body,
    })

  tour.about('Fields')
  await send(opened, {})
  await send(opened, { categoryId })
  await send(opened, { file: file() })
  await send(opened, { file: file(), categoryId: 'nothing' })
  await send(opened, { file: file(), categoryId, albumId: 'nothing' })
  await send(opened, { file: 'text', categoryId })
  await send(opened, [
    ['categoryId', categoryId],
    ['file', file()],
    ['file', file()],
  ])
  await send(opened, [
    ['categoryId', categoryId],
    ['title', 'a'],
    ['title', 'b'],
    ['file', file()],
  ])
  await send(opened, { file: new File([], 'empty.png'), categoryId })
  await send(opened, { file: new File(['no picture'], 'text.png'), categoryId })
  await send(opened, { file: new File([pngOf(1).subarray(0, 40)], 'half.png'), categoryId })
  await send(opened, { file: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg'), categoryId })
  for (const [name, length] of [
    ['title', 500],
    ['description', 10_000],
  ] as const)
    for (const more of [0, 1])
      await send(
        opened,
        { file: pngFile(10 + more + length), categoryId, [name]: '字'.repeat(length + more) },
        { query: '?dryRun=1' },
      )
  for (const title of ['a\0b', ' a  b ', 'a\nb'])
    await send(opened, { file: file(), categoryId, title }, { query: '?dryRun=1' })
  for (const span of [
    '0s',
    '1s',
    '29s',
    '30s',
    '10m',
    '1h',
    '30d',
    '3650d',
    '3651d',
    'soon',
    '10',
    '-1h',
    '1.5h',
    '1w',
    '1000000d',
  ])
    await send(opened, { file: file(), categoryId, expiresIn: span }, { query: '?dryRun=1' })
  for (const sha256 of ['x', 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(64)])
    await send(opened, { categoryId, sha256 })
  for (const link of ['no', 'No_Name', 'a'.repeat(65)]) await send(opened, { file: file(), categoryId, link })
  for (const name of [
    'Title',
    'titel',
    'category_id',
    'expires-in',
    'descriptoin',
    'desription',
    'dryRun',
    'dry_run',
    'dry',
    'drrun',
    'unknown',
    'links',
  ])
    await send(opened, { file: file(), categoryId, [name]: 'x' }, { query: '?dryRun=1' })

  tour.about('The address')
  for (const query of [
    'dryRun=0',
    'dryRun=false',
    'dryRun=true',
    'dryRun=1&dryRun=1',
    'dryRun=',
    'dryRun=yes',
    'dryrun=1',
    'dry=1',
    'dryRnu=1',
    'isDryRun=1',
    'title=x',
    'Title=x',
    'expires_in=1h',
    'expiresInn=1h',
    'more=1',
  ])
    await send(opened, { file: file(), categoryId }, { query: `?${query}` })

  tour.about('The same again')
  await send(opened, { file: file(), categoryId, title: 'Another' })
  await send(opened, { file: file(), categoryId, albumId })
  await send(opened, { file: file(), categoryId }, { query: '?dryRun=1' })
  await send(opened, { file: pictures.commented, categoryId })
  for (const idempotency of ['a', '~'.repeat(255), '~'.repeat(256), 'a b', 'é'])
    await send(opened, { file: pngFile(20), categoryId }, { headers: { 'Idempotency-Key': idempotency } })
  await send(opened, { file: pngFile(21), categoryId }, { headers: { 'Idempotency-Key': 'a' } })
  await send(
    opened,
    { file: pngFile(20), categoryId, title: 'Other' },
    { headers: { 'Idempotency-Key': 'a' } },
  )

  tour.about('Kinds of keys')
  const lsky = await site.createKey({ clientKind: 'lsky', defaultCategoryId: categoryId })
  await send(opened, { file: pngFile(30), title: 'Sky', album_id: '1', permission: '0' }, { key: lsky })
  await send(opened, { file: pngFile(30) }, { key: lsky })
  await send(opened, { file: pngFile(31) }, { key: lsky, query: '?dryRun=1' })
  await send(opened, {}, { key: lsky })
  await send(opened, { file: new File(['no picture'], 'text.png') }, { key: lsky })
  const guest = await site.createKey({ isGuestLink: true, defaultCategoryId: categoryId, maxUploads: 1 })
  await send(opened, { file: pngFile(30), albumId }, { key: guest })
  await send(opened, { file: pngFile(30) }, { key: guest })
  await send(opened, { file: pngFile(31) }, { key: guest })
  const bound = await site.createKey({
    binding: { categoryIds: [categoryId], albumIds: [albumId], linkNames: ['badge'] },
  })
  await send(opened, { file: pngFile(40), categoryId }, { key: bound })
  await send(opened, { file: pngFile(40), categoryId, albumId, link: 'badge' }, { key: bound })
  await send(opened, { file: pngFile(41), categoryId, albumId, link: 'other' }, { key: bound })
  const slow = await site.createKey({ uploadsPerMinute: 1, imageLifetimeMs: 3_600_000 })
  await send(opened, { file: pngFile(50), categoryId }, { key: slow })

  tour.about('Policies')
  const sizeBytes = pngOf(60).length
  for (const [key, value] of [
    ['upload.maxBytes', String(sizeBytes)],
    ['upload.maxBytes', String(sizeBytes - 1)],
    ['upload.maxBytes', '20MB'],
    ['upload.maxPixels', '6'],
    ['upload.maxPixels', '5'],
    ['upload.maxPixels', '100000000'],
    ['upload.maxSide', '3'],
    ['upload.maxSide', '2'],
    ['upload.maxSide', '16384'],
    ['upload.types', 'jpeg,gif'],
    ['upload.types', 'png,svg'],
    ['upload.defaultLifetime', '2d'],
    ['upload.maxLifetime', '1d'],
    ['upload.maxLifetime', 'forever'],
    ['upload.defaultLifetime', 'forever'],
    ['site.maxBytes', '0'],
    ['site.maxBytes', 'none'],
    ['upload.maxImagesPerUser', '1'],
    ['upload.maxImagesPerUser', '0'],
  ] as const) {
    tour.about(`${key} ${value}`)
    await site.setPolicy(key, value).catch((error: Error) => tour.about(error.message))
    await send(opened, { file: pngFile(60), categoryId }, { query: '?dryRun=1' })
  }
  await send(opened, {
    file: new File(['<svg xmlns="http://www.w3.org/2000/svg" width="4" height="5"/>'], 'a.svg'),
    categoryId,
  })
  await site.setQuota(sizeBytes)
  await send(opened, { file: pngFile(61), categoryId })

  tour.about('Lists')
  await listNetworks(
    site.ports,
    commandActor,
    'block',
    ['127.0.0.0/8', '::1/128'].map((network) => ({ network, note: '', expiresAtMs: null })),
  )
  await site.setPolicy('upload.accessLists', 'on')
  await send(opened, { file: pngFile(62), categoryId })
  await site.setPolicy('text.whitelistMode', 'on').catch((error: Error) => tour.about(error.message))
  await send(opened, { file: pngFile(62), categoryId })
  await expectRecorded(recordedIn('uploads'), tour.lines())
}, 60_000)
