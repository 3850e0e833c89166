import { expect, test } from 'bun:test'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { refuseBeforeBody } from './refusal-before-body.ts'

test('an upload beyond the bound is answered 503 with Retry-After before its body is read', async () => {
  await using site = await startUnlimitedSite({ services: 'images' })
  const { status, retryAfter, code } = await refuseBeforeBody(site)
  expect({ status, code }).toEqual({ status: 503, code: 'OVERLOADED' })
  expect(Number(retryAfter)).toBeGreaterThan(0)
}, 30_000)
