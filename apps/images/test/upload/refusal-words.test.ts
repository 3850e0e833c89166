import { expect, test } from 'bun:test'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a refusal says what came', async () => {
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
  expect(await refusalOf(form(['file', png]), `${address}/`)).toContain('There is /api/v1/upload.')
  const untyped = { 'Content-Type': 'multipart/form-data' }
  expect(await refusalOf('x', address, untyped)).toContain('Leave that header to your HTTP library')
  const another = { 'Content-Type': 'multipart/form-data; boundary=another' }
  expect(await refusalOf('--x\r\n', address, another)).toContain('does not occur in the body')
  const unsigned = await fetch(address, { method: 'POST', body: form(['file', png]) })
  expect((await unsigned.json()).error.message).toContain('has no Authorization header')
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
