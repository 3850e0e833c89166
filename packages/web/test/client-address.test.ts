import { afterAll, expect, test } from 'bun:test'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { clientAddress } from '@pictoglyph/site/network/client-address'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import fc from 'fast-check'
import { createClientAddress } from '../src/request-context.ts'

const trustedProxies = createNetworkSet([parseCidr('127.0.0.0/8'), parseCidr('10.0.0.0/8')])
const addressOfRequest = createClientAddress(trustedProxies)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: { '/*': (request, own) => Response.json(addressOfRequest(request, own) ?? null) },
})
afterAll(() => server.stop(true))

const forwardedFor = fc.constantFrom(
  undefined,
  '192.0.2.1',
  '192.0.2.2',
  '192.0.2.1, 10.0.0.1',
  '2001:db8::1',
  '10.0.0.1',
  'unknown',
  '',
)

test('each client is who it is, whoever called before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(forwardedFor, { maxLength: 12 }), async (headers) => {
      for (const header of headers) {
        const sent = header === undefined ? {} : { 'X-Forwarded-For': header }
        const told: unknown = await (await fetch(server.url, { headers: sent })).json()
        expect(told).toEqual(clientAddress('127.0.0.1', header ?? null, trustedProxies) ?? null)
      }
    }),
    { numRuns: 50 },
  )
})
