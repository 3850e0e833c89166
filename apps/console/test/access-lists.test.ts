import { expect, test } from 'bun:test'
import { listNetworks, removeNetwork } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { parseAddress } from '@pictoglyph/site/network/address'
import { whitelistRisk } from '@pictoglyph/site/policy/set-policy'
import { startConsole } from './support/console-under-test.ts'
import { fieldsOf, unescaped } from './support/form-fields.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const own = parseAddress('192.0.2.7')

test('what speaks against whitelist mode is an empty list, or one without one’s own address', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { site } = testConsole
  const put = (list: 'allow' | 'block', network: string, expiresAtMs: number | null = null) =>
    listNetworks(site, commandActor, list, [{ network, expiresAtMs }])
  await put('block', '192.0.2.0/24')
  expect(await whitelistRisk(site, { address: own })).toBe('nobodyAllowed')
  expect(await whitelistRisk(site)).toBe('nobodyAllowed')
  await put('allow', '192.0.2.0/24', nowMs + 1)
  expect(await whitelistRisk(site, { address: own })).toBeUndefined()
  nowMs += 1
  expect(await whitelistRisk(site, { address: own })).toBe('nobodyAllowed')
  await put('allow', '198.51.100.0/24')
  expect(await whitelistRisk(site, { address: own })).toBe('ownAddressMissing')
  expect(await whitelistRisk(site, { address: undefined })).toBe('ownAddressMissing')
  expect(await whitelistRisk(site)).toBeUndefined()
  await put('allow', '192.0.0.0/16')
  expect(await whitelistRisk(site, { address: own })).toBeUndefined()
})

test('the audit log says which networks came onto which list, and off it', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const list = (name: 'allow' | 'block', ...networks: string[]) =>
    listNetworks(
      site,
      commandActor,
      name,
      networks.map((network) => ({ network })),
    )
  await list('block', ' 192.0.2.0/24 ')
  await list('allow', '198.51.100.0/24')
  await list('allow', '203.0.113.1', '203.0.113.2')
  await removeNetwork(site, commandActor, ' 192.0.2.0/24 ')
  const { items } = await site.database.audit.list({ limit: 4 })
  expect(items.map(({ action, subject }) => `${action} ${subject}`).reverse()).toEqual([
    'access.block 192.0.2.0/24',
    'access.allow 198.51.100.0/24',
    'access.allow 2 networks',
    'access.remove 192.0.2.0/24',
  ])
})

test('a long list of networks is shown page by page', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const networks = Array.from({ length: 1_000 }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`)
  await listNetworks(
    testConsole.site,
    commandActor,
    'block',
    networks.map((network) => ({ network })),
  )
  await listNetworks(testConsole.site, commandActor, 'allow', [{ network: '192.0.2.0/24' }])
  const seen = new Set<string>()
  let pages = 0
  for (let path: string | undefined = '/settings/networks'; path !== undefined; pages++) {
    const page = await (await visitor.get(path)).text()
    expect(page.length).toBeLessThan(200_000)
    expect(page).toContain('<code>192.0.2.0/24</code>')
    for (const [, network = ''] of page.matchAll(/<code>(10\.[\d./]+)<\/code>/g)) seen.add(network)
    path = /rel="next" href="([^"]+)"/.exec(page)?.[1] ?? /href="([^"]+)" rel="next"/.exec(page)?.[1]
  }
  expect(pages).toBe(10)
  expect(seen.size).toBe(1_000)
})

test('a network that is taken off a later page of a list leads back to that page, and so does its undo', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const pageAt = async (path: string) => (await visitor.get(path)).text()
  const placeOf = (answer: Response) => [answer.status, answer.headers.get('Location')]
  const networks = Array.from({ length: 101 }, (_, index) => ({ network: `10.0.${index}.0/24` }))
  await listNetworks(testConsole.site, commandActor, 'block', networks)
  const place = unescaped(/rel="next" href="([^"]+)"/.exec(await pageAt('/settings/networks'))?.[1])
  const entry = unescaped(/href="([^"]+)" data-drawer/.exec(await pageAt(place))?.[1])
  const last = fieldsOf(await pageAt(entry), '/settings/networks/remove')
  expect(placeOf(await visitor.post('/settings/networks/remove', last))).toEqual([303, place])
  const emptied = await pageAt(place)
  expect(emptied).toContain('No networks are left on this page.')
  expect(emptied).not.toContain('Nobody is blocked')
  const refused = await visitor.post('/settings/networks/remove', last)
  expect(refused.status).toBe(404)
  expect(await refused.text()).toContain('No networks are left on this page.')
  expect(
    placeOf(await visitor.post('/settings/networks/add', fieldsOf(emptied, '/settings/networks/add'))),
  ).toEqual([303, place])
  expect(await testConsole.site.database.access.find(last.network?.[0] ?? '', 'block')).toBeDefined()
})

test('an address finds the networks that decide about it, and other words what is written', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  for (const [list, network, note] of [
    ['block', '203.0.113.0/24', 'scraper'],
    ['block', '203.0.0.0/16', 'a whole provider'],
    ['allow', '203.0.113.42', 'the office'],
    ['block', '198.51.100.0/24', 'spam'],
  ] as const) {
    await visitor.post('/settings/networks/add', { list, network, note })
  }
  const shown = async (search: string) => {
    const page = await (await visitor.get(`/settings/networks?${new URLSearchParams({ q: search })}`)).text()
    return [...page.matchAll(/<code>([\d.]+\/\d+)<\/code>/g)].map(([, network]) => network).sort()
  }
  expect(await shown('203.0.113.42')).toEqual(['203.0.0.0/16', '203.0.113.0/24', '203.0.113.42/32'])
  expect(await shown('::ffff:203.0.1.1')).toEqual(['203.0.0.0/16'])
  expect(await shown('Scraper')).toEqual(['203.0.113.0/24'])
  expect(await shown('192.0.2.1')).toEqual([])
  expect(await (await visitor.get('/settings/networks?q=192.0.2.1')).text()).toContain(
    'No network on this list matches.',
  )
})
