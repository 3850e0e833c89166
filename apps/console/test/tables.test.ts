import { expect, test } from 'bun:test'
import { inviteNewUser } from '@pictoglyph/site/accounts/invitations'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { consoleRoutes } from '../src/console-routes.ts'
import { startConsole } from './support/console-under-test.ts'
import { fillSite } from './support/sample-site.ts'
import { createSignedInVisitor } from './support/visitor.ts'

interface List {
  label: string
  /** Its columns; `wide` are those that a narrow screen hides. */
  head: string[]
  rows: string[][]
}

async function listsIn(html: string): Promise<List[]> {
  const lists: List[] = []
  const kindOf = (cell: HTMLRewriterTypes.Element) => cell.getAttribute('class') ?? ''
  const rewriter = new HTMLRewriter()
    .on('table', {
      element: (table) =>
        void lists.push({ label: table.getAttribute('aria-label') ?? '', head: [], rows: [] }),
    })
    .on('table thead th', { element: (cell) => void lists.at(-1)?.head.push(kindOf(cell)) })
    .on('table tbody tr', { element: () => void lists.at(-1)?.rows.push([]) })
    .on('table tbody tr > *', {
      element: (cell) => void lists.at(-1)?.rows.at(-1)?.push(kindOf(cell)),
    })
  await rewriter.transform(new Response(html)).text()
  return lists
}

test('each cell of a list has a head, and a narrow screen hides both or none', async () => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  const invited = { name: 'carol', displayName: '', role: 'member', quotaBytes: null, days: 7 } as const
  await inviteNewUser(testConsole.site, commandActor, invited)
  const seen: string[] = []
  for (const { method, path } of consoleRoutes) {
    if (method !== 'GET' || path.includes(':')) continue
    const answer = await visitor.get(path)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    for (const { label, head, rows } of await listsIn(await answer.text())) {
      for (const row of rows) expect({ path, label, row }).toEqual({ path, label, row: head })
      if (rows.length > 0) seen.push(`${path}: ${label}`)
    }
  }
  expect(seen.toSorted()).toEqual([
    '/audit: Audit log',
    '/guests: Guest links',
    '/hashes: Blocked hashes',
    '/keys: API keys',
    '/overview: Uploads in the last 30 days',
    '/reports: Reports',
    '/settings/networks: Allowed',
    '/settings/networks: Blocked',
    '/settings/text: Character sets',
    '/settings/text: Presets',
    '/settings/uploads: Categories',
    '/users: Invitations',
    '/users: Users',
  ])
}, 60_000)
