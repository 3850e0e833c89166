import { expect, test } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const ownNetworks = ['127.0.0.0/8', '::1/128']
const entry = (network: string) => ({ network, note: '', expiresAtMs: null })

async function upload(site: SiteFixture, key = site.apiKey) {
  const fields = { categoryId: site.categoryId }
  const { status, body } = await postUpload(site.url, { key, file: pngFile(1), fields })
  return body.error === undefined ? status : `${status} ${body.error.code}`
}

test('the lists guard uploads only where the policy says so, before the key is looked at', async () => {
  await using site = await openSite()
  await listNetworks(site.ports, commandActor, 'block', ownNetworks.map(entry))
  expect(await upload(site)).toBe(200)
  await site.setPolicy('upload.accessLists', 'on')
  expect(await upload(site)).toBe('403 IP_BLACKLISTED')
  expect(await upload(site, 'no key')).toBe('403 IP_BLACKLISTED')
  await site.setPolicy('upload.accessLists', 'off')
  expect(await upload(site)).toBe(200)
})

test('in whitelist mode only those on the list upload; what is uploaded is served to everyone', async () => {
  await using site = await openSite()
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(2),
    fields: { categoryId: site.categoryId },
  })
  await site.setPolicy('upload.accessLists', 'on')
  expect(await upload(site)).toBe(200)
  await site.setPolicy('text.whitelistMode', 'on')
  expect(await upload(site)).toBe('403 IP_NOT_WHITELISTED')
  expect((await fetch(body.data.url)).status).toBe(200)
  await listNetworks(site.ports, commandActor, 'allow', ownNetworks.map(entry))
  await site.setPolicy('text.requestsPerMinute', '600')
  expect(await upload(site)).toBe(200)
})

test('an unknown address is refused where the lists guard uploads', async () => {
  await using site = await openSite({
    trustedProxies: createNetworkSet(ownNetworks.map(parseCidr)),
  })
  await site.setPolicy('upload.accessLists', 'on')
  const headers = { authorization: `Bearer ${site.apiKey}`, 'x-forwarded-for': 'not an address' }
  const answer = await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body: 'x' })
  expect(answer.status).toBe(403)
  expect((await answer.json()).error.code).toBe('IP_BLACKLISTED')
})
