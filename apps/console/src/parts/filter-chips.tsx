/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import { useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'

/** A condition that narrows a list: its name in the page's address, and how it is shown. */
export type Condition = readonly [name: string, words: string]

/** The conditions that are set, of all that a list knows. */
export const setConditions = (words: Readonly<Record<string, string | undefined>>): Condition[] =>
  Object.entries(words).flatMap(([name, shown]) => (shown === undefined ? [] : [[name, shown] as const]))

/** The conditions that narrow a list, each with a way to the list without it. */
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

/** Where in the list one is belongs to what was shown. */
const placeNames = ['after', 'shown']

function addressWithout(condition: string): string {
  const { path, query } = useConsole()
  const rest = [...query].filter(([name]) => name !== condition && !placeNames.includes(name))
  return addressOf({ path, query: new URLSearchParams(rest) })
}
