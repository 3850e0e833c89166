import { expect, test } from 'bun:test'
import { commandActor as actor } from '../../src/audit/audit-draft.ts'
import { charset } from '../../src/ciphers/charset.ts'
import { preset } from '../../src/ciphers/preset.ts'
import { arrangeThings, countedThings, findThing, runAction } from '../../src/things/run-action.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('a character set has an id, a name and four different symbols', async () => {
  await using site = await openSiteOnDisk()
  const add = (change: { id?: string; name?: string; symbols?: string }) => {
    const { name, ...given } = { id: 'arrows', name: 'Arrows', symbols: '←→↑↓', ...change }
    return runAction(site.ports, { actor, thing: charset, verb: 'add', name, given })
  }
  for (const [field, value] of [
    ['id', 'With spaces'],
    ['name', ''],
    ['symbols', '←→↑'],
    ['symbols', '←→↑↑'],
  ] as const) {
    await expect(add({ [field]: value })).rejects.toMatchObject({ code: 'BAD_REQUEST', facts: { field } })
  }
  await add({})
  expect(await findThing(site.ports, charset, 'arrows')).toMatchObject({
    name: 'Arrows',
    symbols: ['←', '→', '↑', '↓'],
    enabled: true,
    isDefault: false,
  })
  await expect(add({})).rejects.toMatchObject({ code: 'CONFLICT', facts: { field: 'id' } })
  await expect(add({ id: 'again' })).rejects.toMatchObject({ code: 'CONFLICT', facts: { field: 'symbols' } })
  const [entry] = (await site.ports.database.audit.list({ action: 'charset.add', limit: 1 })).items
  expect(entry).toMatchObject({ subject: 'arrows', before: null, after: { name: 'Arrows', symbols: '←→↑↓' } })
})

test('a preset has a type that is known, in whatever case, and a variant of it', async () => {
  await using site = await openSiteOnDisk()
  const add = (given: { id?: string; type?: string; variant?: string; scheme?: string }) =>
    runAction(site.ports, {
      actor,
      thing: preset,
      verb: 'add',
      name: 'Mine',
      given: { id: 'mine', ...given },
    })
  await expect(add({ type: 'ROT13' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    facts: { field: 'type' },
  })
  for (const unknown of [{ type: 'RAW', variant: 'loud' }, { scheme: 'RAW/loud' }]) {
    await expect(add(unknown)).rejects.toMatchObject({ code: 'BAD_REQUEST', facts: { field: 'variant' } })
  }
  await add({ type: 'raw', variant: 'frame' })
  expect(await findThing(site.ports, preset, 'mine')).toMatchObject({
    type: 'RAW',
    variant: 'frame',
    enabled: true,
  })
  await add({ id: 'chosen', scheme: 'RAW/frame' })
  const [entry] = (await site.ports.database.audit.list({ action: 'preset.add', limit: 1 })).items
  expect(entry).toMatchObject({ subject: 'chosen', after: { name: 'Mine', type: 'RAW', variant: 'frame' } })
})

for (const thing of [charset, preset]) {
  const part = thing.kind
  test(`a ${part} is disabled, unless it is the default, and enabled by becoming the default`, async () => {
    await using site = await openSiteOnDisk()
    const { ports } = site
    const before = await countedThings(ports, thing)
    const usual = before.find(({ isDefault }) => isDefault)!.id
    const other = before.find(({ isDefault, enabled }) => !isDefault && enabled)!.id
    const change = (id: string, verb: 'enable' | 'disable' | 'default') =>
      runAction(ports, { actor, thing, verb, id })
    await expect(change(usual, 'disable')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(change('unknown', 'enable')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await change(other, 'disable')
    expect(await findThing(ports, thing, other)).toMatchObject({ enabled: false })
    await change(other, 'default')
    expect(await findThing(ports, thing, other)).toMatchObject({ enabled: true, isDefault: true })
    expect(await findThing(ports, thing, usual)).toMatchObject({ enabled: true, isDefault: false })
    const [entry] = (await ports.database.audit.list({ action: `${part}.default`, limit: 1 })).items
    expect(entry).toMatchObject({ subject: other, before: { id: usual }, after: { id: other } })
  })

  test(`a ${part} is renamed, also as another one is called, and put in order`, async () => {
    await using site = await openSiteOnDisk()
    const { ports } = site
    const [first, second] = await countedThings(ports, thing)
    await runAction(ports, { actor, thing, verb: 'rename', id: second!.id, name: first!.name })
    const { counts: _counts, ...before } = second!
    expect(await findThing(ports, thing, second!.id)).toEqual({ ...before, name: first!.name })
    await arrangeThings(ports, { actor, thing }, [second!.id])
    expect((await countedThings(ports, thing)).slice(0, 2).map(({ id }) => id)).toEqual([
      second!.id,
      first!.id,
    ])
  })
}
