import { expect, test } from 'bun:test'
import { postUpload } from './post-upload.ts'
import { pngFile } from './sample-image.ts'
import { openSite, type SiteFixture } from './site-fixture.ts'

const origin = 'https://elsewhere.example'

function preflight(url: string, method: string, headers: string): Promise<Response> {
  return fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    },
  })
}

function listOf(answer: Response, header: string): string[] {
  return (answer.headers.get(header) ?? '').split(',').map((item) => item.trim().toLowerCase())
}

async function uploaded(site: SiteFixture): Promise<string> {
  const fields = { categoryId: site.categoryId }
  return (await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })).body.data.url
}

test('a page of any origin may upload, with whatever headers its upload program adds', async () => {
  await using site = await openSite()
  const answer = await preflight(
    `${site.url}/api/v1/upload`,
    'POST',
    'authorization,cache-control,x-requested-with',
  )
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(listOf(answer, 'access-control-allow-methods')).toEqual(['post'])
  // In the Fetch standard, `*` means every header but Authorization.
  expect(listOf(answer, 'access-control-allow-headers')).toEqual(
    expect.arrayContaining(['authorization', '*']),
  )
})

test('a page of any origin may send ranges and conditions', async () => {
  await using site = await openSite()
  const url = await uploaded(site)
  const asked = ['range', 'if-none-match', 'if-modified-since', 'if-range', 'if-match', 'if-unmodified-since']
  for (const address of [url, `${url.replace(/\.png$/, '')}/thumbnail`]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await preflight(address, method, asked.join(','))
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(listOf(answer, 'access-control-allow-methods')).toContain(method.toLowerCase())
      expect(listOf(answer, 'access-control-allow-headers')).toEqual(expect.arrayContaining(asked))
    }
  }
})

test('a page of any origin reads all headers of an image', async () => {
  await using site = await openSite()
  const url = await uploaded(site)
  const answers: [Record<string, string>, number][] = [
    [{}, 200],
    [{ Range: 'bytes=0-3' }, 206],
    [{ 'If-None-Match': '*' }, 304],
    [{ Range: 'bytes=999999-' }, 416],
  ]
  for (const [headers, status] of answers) {
    const answer = await fetch(url, { headers: { Origin: origin, ...headers } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
    // Content-Length and Last-Modified are always readable.
    expect(listOf(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'content-range', 'accept-ranges', 'content-disposition']),
    )
  }
})
