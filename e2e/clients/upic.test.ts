import { expect, test } from 'bun:test'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import type { ClientKitInput } from '@pictoglyph/site/client-kit/client-configuration'
import {
  clientConfigurations,
  findClientConfiguration,
} from '@pictoglyph/site/client-kit/client-configurations'
import { importIntoUPic, uploadAsUPic } from './upic-interpreter.ts'
import { fetchBytes, pngOf } from './work-folder.ts'

function hostFor(input: ClientKitInput) {
  const file = findClientConfiguration(clientConfigurations(input), 'uPic')?.content ?? ''
  const [imported, ...others] = importIntoUPic(file)
  if (imported === undefined || others.length > 0) throw new Error(`uPic is to have one host:\n${file}`)
  return imported
}

test('uPic uploads with the host that it imports, and its link works', async () => {
  await using site = await openSite()
  const { host } = hostFor({ imagesUrl: site.url, key: site.apiKey, categoryId: site.categoryId })
  expect(await fetchBytes(await uploadAsUPic(host, pngFile(1)))).toEqual(pngOf(1))
})

test("uPic uploads to the key's own category where the configuration names none", async () => {
  await using site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  const { host } = hostFor({ imagesUrl: site.url, key, categoryId: null })
  expect(await fetchBytes(await uploadAsUPic(host, pngFile(2)))).toEqual(pngOf(2))
})

test('uPic, which leaves out a host whose id it has, takes one for another key or category', () => {
  const input = { imagesUrl: 'https://img.example.org', key: 'pgl_one', categoryId: 'blog' }
  const inputs = [input, { ...input, key: 'pgl_two' }, { ...input, categoryId: 'notes' }]
  expect(new Set(inputs.map((one) => hostFor(one).id)).size).toBe(3)
  expect(hostFor(input).id).toBe(hostFor({ ...input }).id)
})
