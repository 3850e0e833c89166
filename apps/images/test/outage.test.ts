import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { postUpload } from './post-upload.ts'
import { pngFile } from './sample-image.ts'
import { openSite } from './site-fixture.ts'

test('while rows are unreadable, links and pages are unavailable, and an upload fails', async () => {
  await using site = await openSite()
  const upload = (seed: number) =>
    postUpload(site.url, {
      key: site.apiKey,
      file: pngFile(seed),
      fields: { categoryId: site.categoryId },
    })
  const { id, url } = (await upload(1)).body.data
  {
    using rows = new Database(join(site.directory, 'site.db'))
    rows.run('ALTER TABLE images RENAME TO images_elsewhere')
  }
  for (const address of [url, `${site.url}/i/${id}/medium`, `${site.url}/p/${id}`]) {
    const answer = await fetch(address)
    const { error } = (await answer.json()) as { error: { code: string } }
    const told = [answer.status, error.code, answer.headers.get('retry-after')]
    expect([address, ...told]).toEqual([address, 503, 'STORAGE_FAILED', '10'])
  }
  const refused = await upload(2)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '10'])
})
