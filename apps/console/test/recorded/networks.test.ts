import { test } from 'bun:test'
import { startTour } from './tour.ts'

const networks = '/settings/networks'

test('operators list, change and remove networks as recorded', async () => {
  await using tour = await startTour('networks')
  const olga = await tour.member('olga', 'admin')
  await olga.see(networks, `${networks}?list=allow`, `${networks}/limited`)
  const entries: Record<string, string>[] = [
    { list: 'block', network: '192.0.2.0/24', note: 'scraper', expiresIn: '30d' },
    { list: 'block', network: '192.0.2.0/24', note: 'again' },
    { list: 'block', network: '192.0.2.7', note: '', expiresIn: '1h' },
    { list: 'allow', network: '2001:db8::/32', note: 'office', expiresIn: 'forever' },
    { list: 'allow', network: '192.0.2.0/24', note: '' },
    {
      list: 'block',
      network: '203.0.113.9',
      note: '',
      expiresIn: 'custom',
      'expiresIn.custom': '2026-12-31',
    },
    { list: 'block', network: '203.0.113.8', note: '', expiresIn: 'custom', 'expiresIn.custom': 'soon' },
    { list: 'block', network: '127.0.0.1', note: 'myself' },
    { list: 'block', network: '10.0.0.1/8', note: '' },
    { list: 'block', network: 'nonsense', note: '' },
    { list: 'block', network: '', note: '' },
    { list: 'other', network: '10.0.0.1', note: '' },
    { list: 'block', network: '10.0.0.1', note: 'x'.repeat(201) },
    { list: 'block', network: '0.0.0.0/0', note: '' },
    { list: 'block', network: '10.0.0.2', note: 'back', return: `${networks}?list=block&q=10` },
  ]
  for (const fields of entries) await olga.send(`${networks}/add`, fields)
  await olga.filter(networks)
  await olga.see(
    `${networks}?list=allow`,
    `${networks}?list=block&q=192`,
    `${networks}?q=nothing`,
    `${networks}?list=x`,
  )
  await olga.mistake(networks, `${networks}/add`)
  const pastes: Record<string, string>[] = [
    { list: 'block', lines: '198.51.100.1 bad\n198.51.100.0/25 # spam\n\n' },
    { list: 'block', lines: '198.51.100.1\nnonsense\n10.0.0.1/8 note' },
    { list: 'block', lines: '198.51.100.2\nnonsense', skipBad: 'on', expiresIn: '7d' },
    { list: 'allow', lines: '198.51.100.1' },
    { list: 'allow', lines: '' },
    { list: 'x', lines: '198.51.100.3' },
    { list: 'allow', lines: Array.from({ length: 104 }, (_, at) => `10.1.${at}.0/24 row ${at}`).join('\n') },
  ]
  for (const fields of pastes) await olga.send(`${networks}/paste`, fields)
  await olga.filter(`${networks}?list=allow`)
  const entry = `${networks}/entries/block-192.0.2.0_24`
  await olga.see(entry, `${networks}/entries/allow-2001:db8::_32`, `${networks}/entries/nothing`)
  await olga.mistake(entry, entry)
  await olga.fill(entry, entry, { note: 'known', expiresIn: '1d' })
  await olga.fill(entry, entry, { expiresIn: 'forever' })
  await olga.fill(entry, entry, { expiresIn: 'custom', 'expiresIn.custom': '2026-08-01' })
  await olga.send(entry, { note: 'Mine', 'shown.note': 'Older' })
  await olga.send(`${networks}/remove`, { list: 'block', network: '192.0.2.0/24' })
  await olga.send(`${networks}/remove`, { list: 'block', network: '192.0.2.0/24' })
  await olga.send(`${networks}/remove`, { list: 'x', network: '192.0.2.0/24' })
  await olga.send(`${networks}/remove`, {
    list: 'block',
    network: '203.0.113.9',
    return: `${networks}?q=203`,
  })
  await olga.see(entry)
  await olga.mistake(networks, `${networks}/limit`)
  await olga.fill(networks, `${networks}/limit`, { 'text.requestsPerMinute': '240' })
  await olga.fill(networks, `${networks}/limit`, { 'text.requestsPerMinute': '240' })
  for (const fields of [
    { 'text.whitelistMode': 'on' },
    { 'text.whitelistMode': 'on', confirmed: 'on' },
    { 'text.whitelistMode': 'maybe' },
    { 'text.whitelistMode': 'off' },
  ]) {
    await olga.fill(networks, `${networks}/whitelist`, fields)
  }
  for (let count = 0; count < 2; count++) {
    await tour.testConsole.limiter.take({ act: 'upload', by: { userId: 'someone' } }, 1)
  }
  await olga.see(`${networks}/limited`, networks)
  tour.wait(2 * 3_600_000)
  const late = await tour.again('olga')
  await late.see(networks, `${networks}/entries/block-192.0.2.7_32`)
  await tour.end()
})
