import { expect, test } from 'bun:test'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

/** A key that the command creates beside the running service. */
async function createKey(site: SiteFixture, ...words: string[]): Promise<{ key: string; err: string }> {
  const common = ['key', 'create', '--user', 'admin', '--permission', 'images:upload']
  const { out, err } = await pictoglyph(placesOf(site), [...common, ...words])
  return { key: out === '' ? '' : JSON.parse(out).key, err }
}

async function outcomeOf(site: SiteFixture, key: string, fields: Record<string, string>): Promise<string> {
  const { status, body } = await postUpload(site.url, { key, file: pngFile(1), fields })
  return status === 200 ? 'accepted' : `${status} ${body.error?.code}`
}

test('a key that is created bound to category, album, type, size and network uploads just that', async () => {
  await using site = await openSite()
  const categoryId = site.categoryId
  const [albumId, otherAlbumId] = [await site.addAlbum('Mine'), await site.addAlbum('Other')]
  const within = ['--bind-category', categoryId, '--bind-album', albumId, otherAlbumId]
  const { key } = await createKey(site, ...within, '--bind-type', 'png', 'webp', '--bind-max-bytes', '1000')
  expect(await outcomeOf(site, key, { categoryId, albumId })).toBe('accepted')
  expect(await outcomeOf(site, key, { categoryId, albumId: otherAlbumId })).toBe('accepted')
  expect(await outcomeOf(site, key, { categoryId })).toBe('403 KEY_BOUND')

  const others: [words: string[], outcome: string][] = [
    [['--bind-type', 'image/jpeg'], '403 KEY_BOUND'],
    [['--bind-max-bytes', '10'], '403 KEY_BOUND'],
    [['--bind-network', '192.0.2.0/24'], '403 KEY_BOUND'],
    [['--bind-network', '127.0.0.0/8', '::1/128'], 'accepted'],
  ]
  const outcomes = others.map(async ([words]) =>
    outcomeOf(site, (await createKey(site, ...words)).key, { categoryId }),
  )
  expect(await Promise.all(outcomes)).toEqual(others.map(([, outcome]) => outcome))
})

test('an option of a key that means nothing is refused in a line', async () => {
  await using site = await openSite()
  for (const words of [
    ['--bind-type', 'tiff'],
    ['--bind-max-bytes', 'many'],
    ['--bind-network', '10.0.0.1/8'],
    ['--bind-category', 'nowhere'],
    ['--bind-album', 'nowhere'],
    ['--bind-link', '../etc'],
    ['--bind-link', 'a'.repeat(65)],
    ['--max-uploads', '1e999'],
    ['--max-uploads=-1'],
    ['--max-uploads', '0.5'],
    ['--uploads-per-minute', 'NaN'],
    ['--image-lifetime', '1h2m'],
    ['--image-lifetime=-1h'],
  ]) {
    const { key, err } = await createKey(site, ...words)
    expect(key).toBe('')
    expect(err, words.join(' ')).toMatch(/^(pictoglyph: |error: )[^\n]+\n$/)
  }
})

test('a key that is created with a limit and an end by policy keeps to both', async () => {
  await using site = await openSite()
  const { categoryId } = site
  await site.setPolicy('keys.defaultExpiryDays', '30')
  const { key } = await createKey(site, '--name', 'limited', '--uploads-per-minute', '1')
  await createKey(site, '--name', 'lasting', '--expires', 'never')
  expect(await outcomeOf(site, key, { categoryId })).toBe('accepted')
  expect(await outcomeOf(site, key, { categoryId })).toBe('429 RATE_LIMITED')
  const { out } = await pictoglyph(placesOf(site), ['key', 'list', '--json'])
  const listed = JSON.parse(out) as {
    name: string
    uploadsPerMinute: number | null
    expiresAt: string | null
  }[]
  const ends = listed.map(({ name, uploadsPerMinute, expiresAt }) => [
    name,
    uploadsPerMinute,
    expiresAt !== null,
  ])
  expect(ends).toContainEqual(['limited', 1, true])
  expect(ends).toContainEqual(['lasting', null, false])
  for (const wrong of ['0', '1.5', 'many']) {
    const { err } = await createKey(site, '--uploads-per-minute', wrong)
    expect(err).toContain('uploads per minute must be a whole number')
  }
})

test('a key for guests makes as many uploads as it was given, and its answers say nothing of what is there', async () => {
  await using site = await openSite()
  const { categoryId } = site
  expect(await outcomeOf(site, site.apiKey, { categoryId })).toBe('accepted')
  const { key, err } = await createKey(
    site,
    '--name',
    'guests',
    '--max-uploads',
    '2',
    '--quiet',
    '--show-name',
  )
  expect(err).toContain('/drop#')
  expect(err).not.toContain(key)
  const asked = await fetch(`${site.url}/drop/link`, { headers: { Authorization: `Bearer ${key}` } })
  expect(await asked.json()).toEqual({ ok: true, data: { title: 'guests' } })
  const first = await postUpload(site.url, { key, file: pngFile(1), fields: { categoryId } })
  expect(first.status).toBe(200)
  expect(first.body.data).not.toHaveProperty('deduped')
  expect(await outcomeOf(site, key, { categoryId })).toBe('accepted')
  expect(await outcomeOf(site, key, { categoryId })).toBe('403 KEY_USED_UP')

  const { out } = await pictoglyph(placesOf(site), ['key', 'list', key, '--json'])
  expect(JSON.parse(out)).toMatchObject([{ maxUploads: 2, uploads: 2, quiet: true }])
  const sent = await pictoglyph(placesOf(site), ['image', 'list', '--key', key, '--json'])
  const [image, ...more] = JSON.parse(sent.out)
  expect([image.id, image.keyName, more]).toEqual([first.body.data.id, 'guests', []])
  for (const wrong of ['0', '1.5', 'many']) {
    const refused = await createKey(site, '--max-uploads', wrong)
    expect(refused.err).toContain('number of uploads must be a whole number')
  }
})
