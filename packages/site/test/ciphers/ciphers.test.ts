import { expect, test } from 'bun:test'
import { commandActor } from '../../src/audit/audit-draft.ts'
import {
  addCharset,
  addPreset,
  type CipherPart,
  setCipherPartDefault,
  setCipherPartEnabled,
} from '../../src/ciphers/ciphers.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('a character set has an id, a name and four different symbols', async () => {
  await using site = await openSiteOnDisk()
  const add = (change: Partial<Parameters<typeof addCharset>[2]>) =>
    addCharset(site.ports, commandActor, { id: 'arrows', name: 'Arrows', symbols: '←→↑↓', ...change })
  for (const [field, value] of [
    ['id', 'With spaces'],
    ['name', ''],
    ['symbols', '←→↑'],
    ['symbols', '←→↑↑'],
  ] as const) {
    await expect(add({ [field]: value })).rejects.toMatchObject({ code: 'BAD_REQUEST', facts: { field } })
  }
  await add({})
  const added = (await site.ports.database.charsets.list()).find(({ id }) => id === 'arrows')
  expect(added).toMatchObject({ name: 'Arrows', symbols: ['←', '→', '↑', '↓'], enabled: true })
  await expect(add({})).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(add({ id: 'again' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a preset has a type that is known, in whatever case, and a variant of it', async () => {
  await using site = await openSiteOnDisk()
  const add = (type: string, variant?: string) =>
    addPreset(site.ports, commandActor, {
      ...{ id: 'mine', name: 'Mine', type },
      ...(variant !== undefined && { variant }),
    })
  await expect(add('ROT13')).rejects.toMatchObject({ code: 'BAD_REQUEST', facts: { field: 'type' } })
  const unknown = add('RAW', 'loud')
  await expect(unknown).rejects.toMatchObject({ code: 'BAD_REQUEST', facts: { field: 'variant' } })
  await add('raw', 'frame')
  const added = (await site.ports.database.presets.list()).find(({ id }) => id === 'mine')
  expect(added).toMatchObject({ type: 'RAW', variant: 'frame', enabled: true })
})

for (const part of ['charset', 'preset'] as const satisfies readonly CipherPart[]) {
  test(`a ${part} is disabled, unless it is the default, and enabled by becoming the default`, async () => {
    await using site = await openSiteOnDisk()
    const { ports } = site
    const list = () => (part === 'charset' ? ports.database.charsets.list() : ports.database.presets.list())
    const before = await list()
    const usual = before.find(({ isDefault }) => isDefault)!.id
    const other = before.find(({ isDefault, enabled }) => !isDefault && enabled)!.id
    const enable = (id: string, enabled: boolean) =>
      setCipherPartEnabled(ports, commandActor, part, id, enabled)
    await expect(enable(usual, false)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(enable('unknown', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await enable(other, false)
    expect((await list()).find(({ id }) => id === other)).toMatchObject({ enabled: false })
    await setCipherPartDefault(ports, commandActor, part, other)
    expect((await list()).find(({ id }) => id === other)).toMatchObject({ enabled: true, isDefault: true })
    const [entry] = (await ports.database.audit.list({ action: `${part}.default`, limit: 1 })).items
    expect(entry).toMatchObject({ subject: other, before: { id: usual }, after: { id: other } })
  })
}
