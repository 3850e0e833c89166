/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import { useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'

/** A condition of a list: its name in the page's address, and its text. */
export type Condition = readonly [name: string, words: string]

/** The conditions that are set. */
export const setConditions = (words: Readonly<Record<string, string | undefined>>): Condition[] =>
  Object.entries(words).flatMap(([name, shown]) => (shown === undefined ? [] : [[name, shown] as const]))

/** The conditions of a list, each with a link to the list without it. */
export const FilterChips = ({ conditions }: { conditions: readonly Condition[] }) => {
  const { gallery } = useConsole().text
  return conditions.length === 0 ? null : (
    <ul class="filter-chips" aria-label={gallery.filters}>
      {conditions.map(([name, words]) => (
        <li>
          <a href={addressWithout(name)} title={gallery.without(words)} aria-label={gallery.without(words)}>
            <span dir="auto">{words}</span>
            <Icon name="close" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Position fields; a changed filter resets them. */
const placeNames = ['after', 'shown']

function addressWithout(condition: string): string {
  const { path, query } = useConsole()
  const rest = [...query].filter(([name]) => name !== condition && !placeNames.includes(name))
  return addressOf({ path, query: new URLSearchParams(rest) })
}
