import { expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { messagesIn } from '../src/text/messages.ts'
import { startConsole } from './support/console-under-test.ts'
import { unescaped } from './support/form-fields.ts'
import { createSignedInVisitor } from './support/visitor.ts'

/** The hint of each labelled field of a page, by the name of the first such field. */
function hintsIn(page: string): Record<string, string[]> {
  const hints: Record<string, string[]> = {}
  for (const [, label = ''] of page.matchAll(/<label[^>]*>(.*?)<\/label>/gs)) {
    const name = /<(?:input|select|textarea) [^>]*name="([^"]+)"/.exec(label)?.[1]
    if (name === undefined) continue
    hints[name] ??= [...label.matchAll(/<span class="hint">(.*?)<\/span>/gs)].map(([, words]) =>
      unescaped(words),
    )
  }
  return hints
}

test('a field of any kind shows its hint, and nothing in its place where it has none', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const hintsOf = async (path: string) => hintsIn(await (await visitor.get(path)).text())
  const { account, album, key } = messagesIn.en
  expect(await hintsOf('/account')).toMatchObject({
    displayName: [account.displayNameHint],
    current: [],
    password: [account.nextHint],
    again: [],
    revokeKeys: [account.revokeKeysHint],
  })
  expect(await hintsOf('/keys')).toMatchObject({
    name: [key.nameHint],
    defaultCategoryId: [key.defaultCategoryHint],
    permission: [expect.stringContaining('<code>')],
    clientKind: [key.lskyHint],
  })
  expect(await hintsOf('/upload')).toMatchObject({ categoryId: [], title: [], description: [] })
  expect(await hintsOf('/albums')).toMatchObject({ name: [], description: [album.descriptionHint] })
})
