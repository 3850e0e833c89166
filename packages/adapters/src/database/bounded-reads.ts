import { AsyncLocalStorage } from 'node:async_hooks'
import { badRequest, type Failure, type ImageQuery, message, type SiteDatabase } from '@pictoglyph/core'
import { createReadShares } from './read-shares.ts'
import type { MethodCall, StoreName } from './store-calls.ts'

/** The time limit of a read that looks at many rows. */
export const readBudgetMs = 2_000
/** Such reads at a time. */
export const readsAtOnce = 2

type Method = (...parameters: readonly unknown[]) => Promise<unknown>
type BoundedMethods<Store> = Partial<
  Record<keyof Store & string, true | ((...parameters: never[]) => boolean)>
>

/**
 * The methods that may look at many rows, and for which parameters they do; all others read a few rows by their keys.
 */
const boundedMethods: { readonly [Name in StoreName]?: BoundedMethods<SiteDatabase[Name]> } = {
  images: { list: (query: ImageQuery) => !isWalked(query), count: true, neighbours: true, recent: true },
  albums: { list: true },
  keys: { list: true },
  sessions: { list: true },
  users: { list: true, largest: true },
  categories: { defaultsOfKeys: true },
  access: { page: true },
  audit: { list: true },
  search: { waiting: true },
}

/** A page of this many images with long descriptions is read within milliseconds. */
const maxWalked = 100

/** Whether the images are adjacent in an index, so that a short page reads only these. */
function isWalked(query: ImageQuery): boolean {
  const { search = '', sort, categoryId, ownerId, albumId, address, deletedAfterMs, limit } = query
  if (limit > maxWalked || search.trim() !== '' || sort === 'name' || sort === 'largest') return false
  if ((query.isUntitled || query.types) ?? query.minBytes ?? query.belowBytes) return false
  return (
    categoryId === undefined &&
    address === undefined &&
    deletedAfterMs === undefined &&
    (ownerId === undefined || albumId === undefined)
  )
}

/**
 * The same database, whose reads of many rows go through `run`: {@link readsAtOnce} at a time, and one at a time for
 * each asker, so that no asker takes all readers.
 */
export function withBoundedReads(
  database: SiteDatabase,
  run: (read: MethodCall) => Promise<unknown>,
): SiteDatabase {
  const shares = createReadShares(readsAtOnce)
  const askers = new AsyncLocalStorage<string>()

  function bounded<Name extends StoreName>(store: Name): SiteDatabase[Name] {
    const methods = database[store] as unknown as Readonly<Record<string, Method>>
    const replaced = Object.entries(boundedMethods[store] ?? {}).map(
      ([method, isBounded]): [string, Method] => [
        method,
        (...parameters) => {
          const isHere =
            isBounded !== true &&
            !(isBounded as (...parameters: readonly unknown[]) => boolean)(...parameters)
          if (isHere) return (methods[method] as Method)(...parameters)
          return shares.run(askers.getStore() ?? '', () => run({ store, method, parameters }))
        },
      ],
    )
    return { ...database[store], ...Object.fromEntries(replaced) }
  }

  return {
    ...database,
    images: bounded('images'),
    albums: bounded('albums'),
    keys: bounded('keys'),
    sessions: bounded('sessions'),
    users: bounded('users'),
    categories: bounded('categories'),
    access: bounded('access'),
    audit: bounded('audit'),
    search: bounded('search'),
    askedBy: (asker, work) => askers.run(asker, work),
  }
}

/** The refusal of a read that took too long. */
export function tookTooLong(): Failure {
  return badRequest(
    message(
      'Looking that up took longer than {seconds} seconds and was stopped. Ask for less: a longer word, or an album, a category or a shorter time.',
      { seconds: readBudgetMs / 1_000 },
    ),
  )
}
