/** @jsxImportSource hono/jsx */
import { accessSearch } from '@pictoglyph/site/access'
import type { AccessEntry } from '@pictoglyph/site/access/access-rows'
import { networksOfEntry } from '@pictoglyph/site/access/networks-of-entry'
import type { Page } from '@pictoglyph/site/language/list-limits'
import type { AccessList } from '@pictoglyph/site/language/records'
import { type ConsoleContext, useConsole } from '../../context/console-context.ts'
import { addressOf, queryText } from '../../context/page-address.ts'
import { TimeOr } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Cell, RowLink, Table } from '../../parts/table.tsx'
import type { Messages } from '../../text/messages.ts'
import { entryId, entryPath, networksPath } from './entry-page.tsx'

/** Filters both lists: by an address, to the entries that decide about it, or by words. */
export const EntrySearch = () => {
  const { query, text: messages } = useConsole()
  const { access: text, gallery } = messages
  const search = queryText(query, 'q')
  return (
    <search>
      <form class="filter" id="networks" method="get" action={`${networksPath}#networks`} autocomplete="off">
        <label class="grow">
          <span class="field-label">{text.search}</span>
          <input
            type="search"
            name="q"
            value={search ?? ''}
            placeholder={text.searchHint}
            spellcheck={false}
            autocapitalize="none"
          />
        </label>
        <button type="submit" class="quiet">
          {gallery.apply}
        </button>
        {search === undefined ? null : (
          <a class="button plain" href={networksPath}>
            {gallery.clear}
          </a>
        )}
      </form>
    </search>
  )
}

const entriesPerPage = 100

/** Query fields for the position in each list. */
const placeIn: Record<AccessList, string> = { block: 'blockAfter', allow: 'allowAfter' }

/** The entries of a list for the current address. @throws {Failure} BAD_REQUEST */
export function entriesOf({ services, query }: ConsoleContext, list: AccessList): Promise<Page<AccessEntry>> {
  const after = query.get(placeIn[list])
  const search = queryText(query, 'q')
  return services.site.database.access.page({
    list,
    limit: entriesPerPage,
    ...(search !== undefined && accessSearch(search)),
    ...(after !== null && { after }),
  })
}

/** One list; its rows lead to their entries. */
export const EntryTable = ({ list, entries }: { list: AccessList; entries: Page<AccessEntry> }) => {
  const { query, text: messages } = useConsole()
  const { access: text } = messages
  return (
    <section class="stack">
      <h2>{text.lists[list]}</h2>
      {entries.items.length === 0 ? (
        <p class="muted">{emptyWords(text, list, query)}</p>
      ) : (
        <Table
          label={text.lists[list]}
          columns={[{ label: text.network }, { label: text.note }, { label: text.ends, isWide: true }]}
        >
          {entries.items.map((entry) => (
            <EntryRow entry={entry} />
          ))}
        </Table>
      )}
      <Pager next={entries.next} name={placeIn[list]} label={text.lists[list]} path={networksPath} />
    </section>
  )
}

const EntryRow = ({ entry }: { entry: AccessEntry }) => {
  const { query, text: messages } = useConsole()
  const { access: text } = messages
  const from = addressOf({ path: networksPath, query })
  const back = from === networksPath ? '' : `?${new URLSearchParams({ return: from })}`
  return (
    <tr>
      <RowLink
        href={entryPath(entryId(entry)) + back}
        badges={
          networksOfEntry(entry).problem === undefined ? undefined : (
            <span class="badge bad">{messages.thing.unreadable}</span>
          )
        }
      >
        <code>{entry.network}</code>
      </RowLink>
      <Cell>
        <bdi>{entry.note}</bdi>
      </Cell>
      <Cell isWide>
        <TimeOr atMs={entry.expiresAtMs} otherwise={text.never} />
      </Cell>
    </tr>
  )
}

function emptyWords(text: Messages['access'], list: AccessList, query: URLSearchParams): string {
  if (query.has(placeIn[list])) return text.nothingLeft
  return queryText(query, 'q') === undefined ? text.emptyList[list] : text.nothingFound
}
