import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

const name = 'Offer for Müller.PNG'

async function uploadNamed(visitor: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  const all = { csrf: await visitor.token(), categoryId: 'general', ...fields }
  for (const [field, value] of Object.entries(all)) form.append(field, value)
  form.append('file', new Blob([picture()]), name)
  const answer = await visitor.send('/upload', { method: 'POST', body: form })
  return answer.headers.get('Location')?.replace('/images/', '') ?? ''
}

test('an owner finds an image by the name of its file, sees it in the details, and downloads it under it', async () => {
  await using testConsole = await startConsole()
  const olga = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  const id = await uploadNamed(olga, { title: 'Harbour' })
  const page = async (path: string) => (await olga.get(path)).text()
  for (const search of ['müller', 'offer harbour', `/i/${id}.png`]) {
    expect(await page(`/images?q=${encodeURIComponent(search)}`)).toContain(`href="/images/${id}`)
  }
  expect(await page('/images?q=offers')).not.toContain(`href="/images/${id}`)
  expect(await page(`/images/${id}`)).toContain(`<bdi class="long">${name}</bdi>`)
  const file = await olga.get(`/images/${id}/file`)
  expect(file.headers.get('Content-Disposition')).toBe(
    "attachment; filename*=UTF-8''Offer%20for%20M%C3%BCller.PNG",
  )
})

test('an operator neither finds an image by the name of its file nor sees it', async () => {
  await using testConsole = await startConsole()
  const olga = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  const id = await uploadNamed(olga)
  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('ada', 'admin'))
  expect((await testConsole.site.database.images.byId(id))?.fileName).toBe(name)
  for (const path of [
    '/all-images',
    `/all-images/${id}`,
    '/all-images?q=m%C3%BCller',
    '/all-images?owner=olga&q=offer',
    '/audit',
  ]) {
    expect(await (await operator.get(path)).text()).not.toContain('Offer')
  }
  const found = async (query: string) =>
    (await (await operator.get(`/all-images?${query}`)).text()).includes(id)
  expect([await found('owner=olga&q=m%C3%BCller'), await found('owner=olga')]).toEqual([false, true])
})
