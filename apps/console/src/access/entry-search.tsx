/** @jsxImportSource hono/jsx */
import { queryText } from '../context/query-text.ts'
import { useConsole } from '../context/use-console.ts'

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
