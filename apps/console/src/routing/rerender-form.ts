import { addressOf } from '../context/address-of.ts'
import { returnPath } from '../context/return-path.ts'
import type { Show } from './route.ts'

/** Shows the page at `path` again with the filter, and at the place in its list, that a refused form was sent from. */
export function rerenderForm(show: Show, path: string): Show {
  return (context) => {
    const from = new URL(returnPath(context.form.get('return')), context.services.urls.console)
    const query = from.pathname === path ? from.searchParams : new URLSearchParams()
    return show({ ...context, path, query, page: addressOf({ path, query }) })
  }
}
