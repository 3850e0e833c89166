import { expect, test } from 'bun:test'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

test('what decides about an address is listed alone', async () => {
  await using site = await openSite()
  const ip = (...words: string[]) => pictoglyph(placesOf(site), ['ip', ...words])
  for (const words of [
    ['block', '203.0.113.0/24'],
    ['block', '198.51.100.0/24'],
    ['allow', '203.0.113.42'],
    ['allow', '2001:db8::/32'],
  ]) {
    await ip(...words)
  }
  const holding = async (address: string) =>
    JSON.parse((await ip('list', '--holding', address, '--json')).out).map(
      ({ network, list }: { network: string; list: string }) => `${list} ${network}`,
    )
  expect((await holding('203.0.113.42')).sort()).toEqual(['allow 203.0.113.42/32', 'block 203.0.113.0/24'])
  expect(await holding('2001:DB8::1')).toEqual(['allow 2001:db8::/32'])
  expect(await holding('192.0.2.1')).toEqual([])
  const refused = await ip('list', '--holding', '203.0.113.0/24')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not an IP address')])
})

test('whitelist mode for nobody is turned on with a warning, as the console gives it', async () => {
  await using site = await openSite()
  const turn = (mode: string) => pictoglyph(placesOf(site), ['policy', 'set', 'text.whitelistMode', mode])
  const warned = await turn('on')
  expect([warned.code, warned.err]).toEqual([
    0,
    expect.stringMatching(/^Warning: .*empty.*pictoglyph ip allow/),
  ])
  expect((await turn('on')).err).toBe('')
  await turn('off')
  await pictoglyph(placesOf(site), ['ip', 'allow', '192.0.2.0/24'])
  expect((await turn('on')).err).toBe('')
})
