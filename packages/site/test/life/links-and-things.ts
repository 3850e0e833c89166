import { commandActor } from '../../src/audit/audit-draft.ts'
import { pruneAudit } from '../../src/audit/prune-audit.ts'
import { category } from '../../src/categories/category.ts'
import { charset } from '../../src/ciphers/charset.ts'
import { preset } from '../../src/ciphers/preset.ts'
import { deleteImages } from '../../src/images/images.ts'
import type { Image } from '../../src/language/records.ts'
import { endLink, findLink, findOwnLink, restoreLink, resumeLink, setLink } from '../../src/links/links.ts'
import { arrangeThings, countedThings, findThing, runAction } from '../../src/things/run-action.ts'
import type { StoredThing } from '../../src/things/stored-thing.ts'
import type { Chapter } from './life.ts'

/** Permanent links; categories, character sets and presets; the audit log. */
export const linksAndThings: Chapter = {
  name: 'links-and-things',
  async happen({ site, ann, bob, step, upload, wait }) {
    const { ports } = site
    const { database } = ports
    const actor = { name: 'ann', userId: ann.id, address: '192.0.2.7' }
    const images: Image[] = []
    for (let side = 1; side <= 3; side += 1) {
      images.push(await upload(ann, side))
      wait(1)
    }
    const [cat, dog] = images as [Image, Image]
    const foreign = await upload(bob, 4)
    const set = (name: string, image: Image) => setLink(ports, actor, { name, image })
    const link = () => findLink(ports, 'logo')

    await step('a link', () => set(' logo ', cat))
    await step('to the same image', () => set('logo', cat))
    await step('to another', () => set('logo', dog))
    await step('with names that do not fit', async () => {
      const said: string[] = []
      for (const name of ['ab', 'x'.repeat(65), 'Logo', 'lo go', 'lögo', '']) {
        said.push(await set(name, cat).then(String, String))
      }
      return said
    })
    await step('with names that do', async () => {
      await set('abc', cat)
      await set(`${'x'.repeat(63)}-`, cat)
    })
    await step('of someone else', () => set('logo', foreign))
    await step('to an image that is not there', () => set('logo', { ...cat, id: 'none' }))
    await step('it is found', link)
    await step('by its owner', () => findOwnLink(ports, ann.id, 'logo'))
    await step('by no one else', () => findOwnLink(ports, bob.id, 'logo'))
    await step('one that no one has', () => findLink(ports, 'none'))
    await step('one that is no name', () => findLink(ports, '../x'))
    await step('its first target again', async () => restoreLink(ports, actor, await link(), 1))
    await step('a target that it never had', async () => restoreLink(ports, actor, await link(), 9))
    await step('it ends', async () => endLink(ports, actor, await link()))
    await step('once', async () => endLink(ports, actor, await link()))
    await step('and is resumed', async () => resumeLink(ports, actor, await link()))
    await step('once', async () => resumeLink(ports, actor, await link()))
    await step('one that has ended gets the same image', async () => {
      await endLink(ports, actor, await link())
      return set('logo', cat)
    })
    await step('its history', () => database.links.history('logo'))
    await step('the links of ann, of bob, of all', async () => {
      await set('more', dog)
      const lists = [
        await database.links.list(ann.id),
        await database.links.list(bob.id),
        await database.links.list(),
      ]
      return lists.map((links) => links.map(({ name }) => name))
    })
    await step('the targets that are shown', async () => {
      for (const image of [dog, cat, dog, cat, dog]) await set('logo', image)
      const strips = await database.links.strips(['logo', 'more', 'none'])
      return [...strips].map(([name, shown]) => [name, shown.map(({ number, image }) => [number, image.id])])
    })
    await step('an image of it is deleted', async () => {
      await deleteImages(ports, actor, ann.id, [cat.id])
      const strips = await database.links.strips(['logo', 'abc'])
      return [...strips].map(([name, shown]) => [name, shown.map(({ number, image }) => [number, image.id])])
    })
    await step('it does not lead there again', async () => restoreLink(ports, actor, await link(), 1))

    const root = commandActor
    /** Each action on a kind of thing, of which one is the default, if it has defaults. */
    const actions = async <T extends StoredThing>(thing: T, given: Record<string, string>[]) => {
      const run = { actor: root, thing }
      const { kind } = thing
      const list = async () => await countedThings(ports, thing)
      const idOf = async (place: number) => (await list()).at(place)?.id ?? ''
      for (const [place, one] of given.entries()) {
        const { name = '', ...others } = one
        await step(`${kind}: the ${place + 1}. is added`, () =>
          runAction(ports, { ...run, verb: 'add', name, given: others }),
        )
      }
      await step(`${kind}: all`, list)
      await step(`${kind}: none of that id`, () => findThing(ports, thing, 'none'))
      await step(`${kind}: one without a name`, () => runAction(ports, { ...run, verb: 'add', name: ' ' }))
      await step(`${kind}: the last is renamed`, async () =>
        runAction(ports, { ...run, verb: 'rename', id: await idOf(-1), name: ' Renamed ' }),
      )
      await step(`${kind}: and the first like it`, async () =>
        runAction(ports, { ...run, verb: 'rename', id: await idOf(0), name: 'RENAMED' }),
      )
      await step(`${kind}: too long`, async () =>
        runAction(ports, { ...run, verb: 'rename', id: await idOf(0), name: 'x'.repeat(1_000) }),
      )
      if ('isDefault' in thing.columns) {
        await step(`${kind}: the last is the default`, async () =>
          runAction(ports, { ...run, verb: 'default', id: await idOf(-1) }),
        )
        await step(`${kind}: and is not disabled`, async () =>
          runAction(ports, { ...run, verb: 'disable', id: await idOf(-1) }),
        )
      }
      await step(`${kind}: the first is disabled`, async () =>
        runAction(ports, { ...run, verb: 'disable', id: await idOf(0) }),
      )
      await step(`${kind}: once`, async () =>
        runAction(ports, { ...run, verb: 'disable', id: await idOf(0) }),
      )
      await step(`${kind}: and enabled`, async () =>
        runAction(ports, { ...run, verb: 'enable', id: await idOf(0) }),
      )
      await step(`${kind}: one that is not there`, () =>
        runAction(ports, { ...run, verb: 'enable', id: 'none' }),
      )
      await step(`${kind}: in another order`, async () => {
        await arrangeThings(ports, run, [await idOf(-1), 'none', await idOf(1)])
        return (await list()).map(({ id }) => id)
      })
      await step(`${kind}: in the same`, async () =>
        arrangeThings(
          ports,
          run,
          (await list()).map(({ id }) => id),
        ),
      )
    }
    await actions(category, [{ name: 'Pets' }, { name: 'PETS' }, { name: '猫' }])
    await step('categories: uploads to one that is disabled', async () => {
      const pets = { actor: root, thing: category, id: 'pets' } as const
      await runAction(ports, { ...pets, verb: 'disable' })
      return upload(ann, 5, { fields: { categoryId: 'pets' } })
    })
    await step('categories: after it is enabled', async () => {
      await runAction(ports, { actor: root, thing: category, id: 'pets', verb: 'enable' })
      await upload(ann, 5, { fields: { categoryId: 'pets' } })
      await site.createKey({ name: 'pets', defaultCategoryId: 'pets' })
      return (await countedThings(ports, category)).map(({ id, counts }) => [id, counts])
    })
    await actions(charset, [
      { id: 'fruit', name: 'Fruit', symbols: '🍎🍐🍊🍋' },
      { id: 'fruit', name: 'Same id', symbols: 'äöüß' },
      { id: 'twin', name: 'Twin', symbols: '🍎🍐🍊🍋' },
      { id: 'bad', name: 'Bad', symbols: 'aab' },
    ])
    await actions(preset, [
      { id: 'mine', name: 'Mine', type: 'RC4', variant: 'other' },
      { id: 'raw', name: 'Raw', type: 'RAW', variant: 'frame' },
      { id: 'raw', name: 'Same id', type: 'RAW', variant: 'frame' },
      { id: 'odd', name: 'Odd', type: 'NONE', variant: 'none' },
    ])

    const log = async (query: object) => {
      const { items, next } = await database.audit.list({ limit: 3, ...query })
      return [items.map(({ id, action, subject }) => [id, action, subject]), next]
    }
    await step('the log by actor, action, subject and time', async () => [
      await log({}),
      await log({ actor: 'ann' }),
      await log({ action: 'link.set' }),
      await log({ subject: 'logo' }),
      await log({ subject: 'pets' }),
      await log({ subject: 'BOB' }),
      await log({ fromMs: site.clock.nowMs - 600_000, beforeMs: site.clock.nowMs - 240_000, limit: 9 }),
    ])
    await site.setPolicy('audit.keepFor', '30d')
    wait(30 * 24 * 60 - 120)
    await step('entries go after their time', () => pruneAudit(ports))
    await step('all but the newest', async () => {
      wait(119)
      return pruneAudit(ports)
    })
    await step('they are kept for ever', async () => {
      await site.setPolicy('audit.keepFor', 'forever')
      wait(365 * 24 * 60)
      return pruneAudit(ports)
    })
  },
}
