import { addressOf } from '../visit/address-of.ts'
import { returnPath } from '../visit/return-path.ts'
import type { Show } from './route.ts'

/** Shows the page at `path` again with the filter, and at the place in its list, that a refused form was sent from. */
export function asItWas(show: Show, path: string): Show {
  return (visit) => {
    const from = new URL(returnPath(visit.form.get('return')), visit.services.urls.console)
    const query = from.pathname === path ? from.searchParams : new URLSearchParams()
    return show({ ...visit, path, query, page: addressOf({ path, query }) })
  }
}
