import { expect, test } from 'bun:test'
import { document } from './markdown.ts'
import { schemaPage, schemaPagePath } from './schema-page.ts'

test('the page of tables has those that a new site gets', async () => {
  const { text } = await document(schemaPagePath)
  expect(text, `${schemaPagePath} is old: npm run openapi`).toBe(await schemaPage())
})
