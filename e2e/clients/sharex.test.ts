import { expect, test } from 'bun:test'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import {
  clientConfigurations,
  findClientConfiguration,
} from '@pictoglyph/site/client-kit/client-configurations'
import fc from 'fast-check'
import { evaluate, uploadAsShareX } from './sharex-interpreter.ts'
import { fetchBytes, pngOf } from './work-folder.ts'

function sxcu(input: { imagesUrl: string; key: string; categoryId: string }): string {
  return findClientConfiguration(clientConfigurations(input), 'ShareX')?.content ?? ''
}

test('ShareX uploads with our file, titles the image by its name, and its link works', async () => {
  await using site = await openSite()
  const file = sxcu({ imagesUrl: site.url, key: site.apiKey, categoryId: site.categoryId })
  const result = await uploadAsShareX(file, pngFile(1, 'Screenshot {1}.png'))
  if (!('link' in result)) throw new Error(result.errorMessage)
  expect(await fetchBytes(result.link)).toEqual(pngOf(1))
  const { items } = await site.ports.database.images.list({ limit: 1 })
  expect(items[0]?.title).toBe('Screenshot {1}.png')
})

test('ShareX shows our message when an upload is refused', async () => {
  await using site = await openSite()
  const file = sxcu({ imagesUrl: site.url, key: site.apiKey, categoryId: 'nowhere' })
  const result = await uploadAsShareX(file, pngFile(1))
  expect(result).toEqual({ errorMessage: 'The category "nowhere" does not exist or is disabled.' })
})

test("no value means anything in ShareX's syntax", () => {
  const unit = fc.constantFrom('{', '}', '\\', ':', '|', '%', 'y', 'json', 'a')
  fc.assert(
    fc.property(fc.string({ unit }), (key) => {
      const { Headers, Arguments } = JSON.parse(sxcu({ imagesUrl: 'http://localhost', key, categoryId: key }))
      expect(evaluate(Headers.Authorization, {})).toBe(`Bearer ${key}`)
      expect(evaluate(Arguments.categoryId, {})).toBe(key)
    }),
  )
})
