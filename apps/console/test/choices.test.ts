import { afterAll, expect, test } from 'bun:test'
import { addAlbum, setAlbumPublic } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const testConsole = await startConsole()
const { site } = testConsole
const { database } = site
const olga = await testConsole.addMember('olga', 'admin')
const noor = await testConsole.addMember('noor', 'admin')
const album = await addAlbum(site, commandActor, olga.id, 'Shown')
await addAlbum(site, commandActor, olga.id, 'Last')
await setAlbumPublic(site, commandActor, album, true)
const cats = await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'Cats' })
await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'Dogs' })
const visitor = await createSignedInVisitor(testConsole, olga)
afterAll(() => testConsole[Symbol.asyncDispose]())

/** All that such forms change. */
const state = async () => ({
  users: await database.users.list(),
  albums: await database.albums.list(olga.id),
  categories: await database.categories.list(),
  charsets: await database.charsets.list(),
  presets: await database.presets.list(),
  settings: await database.settings.all(),
})

const choices: Record<string, [path: string, field: string]> = {
  'the role of a new user': ['/users', 'role'],
  'the role of a user': [`/users/${noor.id}`, 'role'],
  'whether a user is disabled': [`/users/${noor.id}/disabled`, 'disabled'],
  'whether an album is public': [`/albums/${album.id}/public`, 'public'],
  'the place of an album': [`/albums/${album.id}/place`, 'by'],
  'whether a category is enabled': [`/settings/uploads/categories/${cats.id}/enabled`, 'enabled'],
  'the place of a category': [`/settings/uploads/categories/${cats.id}/place`, 'by'],
  'whether a character set is enabled': ['/settings/text/charsets/roar/enabled', 'enabled'],
  'whether a preset is enabled': ['/settings/text/presets/aesgcm/enabled', 'enabled'],
  'the place of a character set': ['/settings/text/charsets/roar/place', 'by'],
  'the place of a preset': ['/settings/text/presets/aesgcm/place', 'by'],
  'whitelist mode': ['/settings/networks/whitelist', 'text.whitelistMode'],
}

/** What a refusal calls a field, if not by its name. */
const labels: Readonly<Record<string, string>> = { 'text.whitelistMode': 'Whitelist mode' }

for (const [what, [path, field]] of Object.entries(choices)) {
  test(`a form that does not say ${what}, or not in its words, changes nothing`, async () => {
    const before = await state()
    const isOfUser = path === `/users/${noor.id}`
    for (const wrong of [{}, { [field]: '' }, { [field]: 'ON' }, { [field]: 'Admin' }]) {
      const answer = await visitor.post(path, { ...(!isOfUser && { name: 'kim' }), ...wrong })
      // A form that changes what it shows may leave a field out, which stays.
      const status = isOfUser && !(field in wrong) ? 303 : 400
      expect([wrong, answer.status]).toEqual([wrong, status])
      if (status === 400) expect(await answer.text()).toContain(`${labels[field] ?? field}: must be `)
    }
    expect(await state()).toEqual(before)
  })
}
