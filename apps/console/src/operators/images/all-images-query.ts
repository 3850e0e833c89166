import { restorableMs } from '@pictoglyph/site/images'
import type { ImageQuery } from '@pictoglyph/site/images/image-records'
import type { User } from '@pictoglyph/site/language/records'
import type { SignedInContext } from '../../context/console-context.ts'
import { queryText } from '../../context/page-address.ts'
import { imageQueryOf } from '../../gallery/image-query.ts'

/** The query in the address of the page of all images. */
interface AllImagesQuery {
  query: ImageQuery
  /** The owner to filter by; `undefined` for everyone. */
  owner: User | undefined
  /** Whether there is no user of the given name. */
  isUnknownOwner: boolean
}

/** Filters that work without an index of one owner. */
const filters = ['q', 'category', 'from', 'to', 'after', 'shown'] as const

/** @throws {Failure} BAD_REQUEST */
export async function allImagesQueryOf(
  { services, timeZone }: Pick<SignedInContext, 'services' | 'timeZone'>,
  asked: URLSearchParams,
): Promise<AllImagesQuery> {
  const { database, clock } = services.site
  const kept = filters.flatMap((name) => asked.getAll(name).map((value): [string, string] => [name, value]))
  const query = imageQueryOf({ query: new URLSearchParams(kept), timeZone })
  const name = queryText(asked, 'owner')
  const owner = name === undefined ? undefined : await database.users.byName(name)
  const address = queryText(asked, 'sha256')
  if (owner !== undefined) query.ownerId = owner.id
  if (address !== undefined) query.addresses = [address.toLowerCase()]
  if (asked.get('state') === 'deleted') query.deletedAfterMs = clock() - restorableMs
  if (asked.get('state') === 'takenDown') query.isTakenDown = true
  return { query, owner, isUnknownOwner: name !== undefined && owner === undefined }
}
