import { expect, test } from 'bun:test'
import { proveDescribedRequests } from './described-requests.ts'
import { proveMutatedImages } from './mutated-images.ts'

test('random requests are answered as the descriptions of the services say', async () => {
  const figures = await proveDescribedRequests(12)
  expect(figures.map(({ service }) => service)).toEqual(['images', 'text'])
}, 90_000)

test('damaged images are stored or refused, and cost no memory that is kept', async () => {
  const { sent, stored, refused } = await proveMutatedImages(300, 1)
  expect(stored + refused).toBe(sent)
}, 90_000)
