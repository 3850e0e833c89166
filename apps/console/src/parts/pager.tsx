/** @jsxImportSource hono/jsx */
import { useVisit } from '../visit/visit-context.ts'

/** Leads on through a list, and back to its beginning. */
export const Pager = ({ next }: { next: string | null }) => {
  const { path, query, text } = useVisit()
  const isFirst = !query.has('after')
  if (isFirst && next === null) return null
  return (
    <nav class="pager" aria-label={text.common.pages}>
      {isFirst ? null : (
        <a class="button quiet" href={addressWith(path, query, null)}>
          {text.common.firstPage}
        </a>
      )}
      {next === null ? null : (
        <a class="button quiet" rel="next" href={addressWith(path, query, next)}>
          {text.common.nextPage}
        </a>
      )}
    </nav>
  )
}

function addressWith(path: string, query: URLSearchParams, after: string | null): string {
  const changed = new URLSearchParams(query)
  if (after === null) changed.delete('after')
  else changed.set('after', after)
  const written = changed.toString()
  return written === '' ? path : `${path}?${written}`
}
