import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a refusal names the received type', async () => {
  await using site = await openSite()
  const address = `${site.url}/api/v1/upload`
  const png = pngFile(1)

  async function refusalOf(body: BodyInit, path = address, headers: Record<string, string> = {}) {
    const given = { Authorization: `Bearer ${site.apiKey}`, ...headers }
    const answer = await fetch(path, { method: 'POST', headers: given, body })
    const { error } = await answer.json()
    return `${error.code} ${error.message}`
  }

  function form(...fields: [string, string | File][]): FormData {
    const made = new FormData()
    for (const [name, value] of [['categoryId', site.categoryId], ...fields] as [string, string | File][]) {
      made.append(name, value)
    }
    return made
  }

  expect(await refusalOf(form(['file', '@a.png']))).toContain('came as text, not as a file')
  expect(await refusalOf(form(['file', new File([], 'a.png')]))).toContain('"file" is empty')
  expect(await refusalOf(form(['files[]', png]))).toContain('in the form field "files[]"')
  expect(await refusalOf(form())).toContain('send it as the form field "file"')
  const page = new File(['<!doctype html><title>Sign in</title>'], 'a.png', { type: 'image/png' })
  expect(await refusalOf(form(['file', page]))).toContain('TYPE_NOT_ALLOWED The file is an HTML page')
  expect(await refusalOf(form(['file', png]), `${address}?dryrun=1`)).toContain('send ?dryRun=1')
  for (const other of [`${address}/`, site.url, `${site.url}/upload`, `${site.url}/api/v2/upload`]) {
    expect(await refusalOf(form(['file', png]), other)).toContain('There is /api/v1/upload.')
  }
  const untyped = { 'Content-Type': 'multipart/form-data' }
  expect(await refusalOf('x', address, untyped)).toContain('Leave that header to your HTTP library')
  const another = { 'Content-Type': 'multipart/form-data; boundary=another' }
  expect(await refusalOf('--x\r\n', address, another)).toContain('does not occur in the body')
  const unsigned = await fetch(address, { method: 'POST', body: form(['file', png]) })
  expect((await unsigned.json()).error.message).toContain('has no Authorization header')
})

test('a 401 says whether the header has another form', async () => {
  await using site = await openSite()
  const key = site.apiKey
  const saidOf = async (authorization: string) => {
    const headers = { Authorization: authorization }
    const answer = await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body: '' })
    expect(answer.status).toBe(401)
    return (await answer.json()).error.message
  }
  const basic = `Basic ${btoa(`user:${key}`)}`
  for (const header of [key, `Token ${key}`, basic, `Bearer "${key}"`, `Bearer Bearer ${key}`])
    expect(await saidOf(header)).toContain('is not the word Bearer, a space and the API key alone')
  expect(await saidOf(`Bearer ${key.slice(0, -1)}`)).toContain('is invalid or expired')
})

test.each([
  ['?isDryRun=1', 'send ?dryRun=1'],
  ['?dryRn=1', 'send ?dryRun=1'],
  ['?expireIn=1h', 'belongs in the form as "expiresIn"'],
  ['?dry=1', 'send ?dryRun=1'],
  ['?dryRun=0&dryRun=1', 'dryRun must be 1 or 0'],
  ['?expiresIn=1h', '"expiresIn" is a field of the form'],
  ['?category_id=x', 'belongs in the form as "categoryId"'],
])('what was meant by %s is told, and nothing is stored', async (query, words) => {
  await using site = await openSite()
  const { status, body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), query })
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining(words)])
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test.each([
  ['expires_in', '1h', 'It is called "expiresIn"'],
  ['Title', 'lost', 'It is called "title"'],
  ['title[]', 'lost', 'It is called "title"'],
  ['dryRun', '1', 'send ?dryRun=1'],
])('a field %s is told by its right name, and nothing is stored', async (name, value, words) => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId, [name]: value }
  const { status, body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  expect([status, body.error?.message]).toEqual([400, expect.stringContaining(words)])
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('further fields of Lsky clients are ignored like other unknown fields', async () => {
  await using site = await openSite()
  const lsky = await site.createKey({ clientKind: 'lsky', defaultCategoryId: site.categoryId })
  for (const [key, name] of [
    [lsky, 'album_id'],
    [site.apiKey, 'strategy_id'],
  ] as const) {
    const fields = { categoryId: site.categoryId, [name]: '1' }
    expect((await postUpload(site.url, { key, file: pngFile(1), fields })).status).toBe(200)
  }
})

test('an empty second file, as browsers send it, does not count', async () => {
  await using site = await openSite()
  const form = new FormData()
  form.append('file', pngFile(1))
  form.append('file', new File([], ''))
  form.append('categoryId', new Blob([site.categoryId]))
  const headers = { Authorization: `Bearer ${site.apiKey}` }
  const answer = await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(200)
})
