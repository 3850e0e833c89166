import { expect, test } from 'bun:test'
import { addAlbum, findOwnAlbum, setAlbumPublic } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('the name of a file is stored, and appears in no answer, address, page or header', async () => {
  await using site = await openSite()
  const file = pngFile(1, 'Offer for Zanzibar.png')
  const album = await addAlbum(site.ports, commandActor, site.userId, 'Quay')
  await setAlbumPublic(site.ports, commandActor, album, true)
  const { publicToken } = await findOwnAlbum(site.ports, site.userId, album.id)
  const fields = { categoryId: site.categoryId, albumId: album.id }
  const send = (query = '') => postUpload(site.url, { key: site.apiKey, file, fields, query })
  const { body, text } = await send()
  expect((await site.ports.database.images.byId(body.data.id))?.fileName).toBe('Offer for Zanzibar.png')
  const said = [text, (await send()).text, (await send('?dryRun=1')).text]
  const { url, pageUrl } = body.data
  for (const address of [url, pageUrl, `${pageUrl}.json`, `${site.url}/a/${publicToken}`]) {
    const answer = await fetch(address)
    said.push(JSON.stringify([...answer.headers]), await answer.text())
  }
  expect(said.join('\n')).not.toMatch(/zanzibar/i)
})

test('a repeated upload with a title gives the image its title, and the answer has it', async () => {
  await using site = await openSite()
  const send = (title: string) =>
    postUpload(site.url, {
      key: site.apiKey,
      file: pngFile(1),
      fields: { categoryId: site.categoryId, title },
    })
  const first = await send('')
  const second = await send('Two hills')
  const { id, url } = first.body.data
  expect(second.body.data).toMatchObject({ id, deduped: true, formats: { markdown: `![Two hills](${url})` } })
  expect((await send('Other')).body.data.formats).toEqual(second.body.data.formats)
})
