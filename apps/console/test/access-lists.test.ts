import { expect, test } from 'bun:test'
import { commandActor, listNetworks, parseAddress, whitelistRisk } from '@pictoglyph/core'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const own = parseAddress('192.0.2.7')

test('what speaks against whitelist mode is an empty list, or one without one’s own address', async () => {
  let nowMs = Date.now()
  await using console_ = await startConsole({ clock: () => nowMs })
  const { site } = console_
  const put = (list: 'allow' | 'block', network: string, expiresAtMs: number | null = null) =>
    listNetworks(site, commandActor, list, [{ network, expiresAtMs }])
  await put('block', '192.0.2.0/24')
  expect(await whitelistRisk(site, own)).toBe('nobodyAllowed')
  await put('allow', '192.0.2.0/24', nowMs + 1)
  expect(await whitelistRisk(site, own)).toBeUndefined()
  nowMs += 1
  expect(await whitelistRisk(site, own)).toBe('nobodyAllowed')
  await put('allow', '198.51.100.0/24')
  expect(await whitelistRisk(site, own)).toBe('ownAddressMissing')
  expect(await whitelistRisk(site, undefined)).toBe('ownAddressMissing')
  await put('allow', '192.0.0.0/16')
  expect(await whitelistRisk(site, own)).toBeUndefined()
})

test('a long list of networks is shown page by page', async () => {
  await using console_ = await startConsole()
  const visitor = await createSignedInVisitor(console_, await console_.addMember('olga', 'admin'))
  const networks = Array.from({ length: 1_000 }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`)
  await listNetworks(
    console_.site,
    commandActor,
    'block',
    networks.map((network) => ({ network })),
  )
  await listNetworks(console_.site, commandActor, 'allow', [{ network: '192.0.2.0/24' }])
  const seen = new Set<string>()
  let pages = 0
  for (let path: string | undefined = '/access'; path !== undefined; pages++) {
    const page = await (await visitor.get(path)).text()
    expect(page.length).toBeLessThan(200_000)
    expect(page).toContain('<code>192.0.2.0/24</code>')
    for (const [, network = ''] of page.matchAll(/<code>(10\.[\d./]+)<\/code>/g)) seen.add(network)
    path = /rel="next" href="([^"]+)"/.exec(page)?.[1] ?? /href="([^"]+)" rel="next"/.exec(page)?.[1]
  }
  expect(pages).toBe(10)
  expect(seen.size).toBe(1_000)
})
