/** @jsxImportSource hono/jsx */

import { useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'

interface PagerProps {
  next: string | null
  /** Query field for the position, if a page has several lists. */
  name?: string
  label?: string
  /** The path of the list, if a form's own address shows it too. */
  path?: string
}

/** Links to the next page of a list, and back to its beginning. */
export const Pager = ({ next, name = 'after', ...props }: PagerProps) => {
  const { query, text, ...context } = useConsole()
  const path = props.path ?? context.path
  const isFirst = !query.has(name)
  if (isFirst && next === null) return null
  return (
    <nav class="pager" aria-label={props.label ?? text.common.pages}>
      {isFirst ? null : (
        <a class="button quiet" href={addressWith(path, query, name, null)}>
          {text.common.firstPage}
        </a>
      )}
      {next === null ? null : (
        <a class="button quiet" rel="next" href={addressWith(path, query, name, next)}>
          {text.common.nextPage}
        </a>
      )}
    </nav>
  )
}

function addressWith(path: string, query: URLSearchParams, name: string, place: string | null): string {
  const changed = new URLSearchParams(query)
  changed.delete('shown')
  if (place === null) changed.delete(name)
  else changed.set(name, place)
  return addressOf({ path, query: changed })
}
