/** @jsxImportSource hono/jsx */

import { type AccessEntry, type AccessList, accessSearch, type Page } from '@pictoglyph/core'
import { type ConsoleContext, useConsole } from '../../context/console-context.ts'
import { addressOf, queryText } from '../../context/page-address.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Form } from '../../parts/form.tsx'
import { TimeOr } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Table } from '../../parts/table.tsx'
import type { Messages } from '../../text/messages.ts'

/** Narrows both lists: by an address, to what decides about it, or by words. */
export const EntrySearch = () => {
  const { query, text: messages } = useConsole()
  const { access: text, gallery } = messages
  const search = queryText(query, 'q')
  return (
    <search>
      <form class="filter" id="networks" method="get" action="/access#networks" autocomplete="off">
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
          <a class="button plain" href="/access">
            {gallery.clear}
          </a>
        )}
      </form>
    </search>
  )
}

const entriesPerPage = 100

/** What the address calls the place in each list. */
const placeIn: Record<AccessList, string> = { block: 'blockAfter', allow: 'allowAfter' }

/** The entries of a list that the address asks for. @throws {Failure} BAD_REQUEST */
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

/** One list, with a way to take each network off it. */
export const EntryTable = ({ list, entries }: { list: AccessList; entries: Page<AccessEntry> }) => {
  const { query, text: messages } = useConsole()
  const { access: text, common } = messages
  return (
    <section class="stack">
      <h2>{text.lists[list]}</h2>
      {entries.items.length === 0 ? (
        <p class="muted">{emptyWords(text, list, query)}</p>
      ) : (
        <Table label={text.lists[list]} columns={[text.network, text.note, text.ends, '']}>
          {entries.items.map((entry) => (
            <tr>
              <th scope="row">
                <code>{entry.network}</code>
              </th>
              <td data-label={text.note} class={entry.note === '' ? 'absent' : 'written'}>
                {entry.note}
              </td>
              <td data-label={text.ends}>
                <TimeOr atMs={entry.expiresAtMs} otherwise={text.never} />
              </td>
              <td class="end">
                <Form action="/access/remove">
                  <input type="hidden" name="list" value={list} />
                  <input type="hidden" name="network" value={entry.network} />
                  <input type="hidden" name="return" value={addressOf({ path: '/access', query })} />
                  <Confirm
                    label={common.remove}
                    of={entry.network}
                    question={text.removeQuestion}
                    confirm={common.remove}
                  />
                </Form>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager next={entries.next} name={placeIn[list]} label={text.lists[list]} path="/access" />
    </section>
  )
}

function emptyWords(text: Messages['access'], list: AccessList, query: URLSearchParams): string {
  if (query.has(placeIn[list])) return text.nothingLeft
  return queryText(query, 'q') === undefined ? text.emptyList[list] : text.nothingFound
}
