import { type ImageQuery, restorableMs, type User } from '@pictoglyph/core'
import type { SignedInContext } from '../../context/console-context.ts'
import { queryText } from '../../context/page-address.ts'
import { imageQueryOf } from '../../gallery/image-query.ts'

/** What the address of the page of all images asks for. */
export interface AllImagesQuery {
  query: ImageQuery
  /** Whose images; `undefined` for everyone's. */
  owner: User | undefined
  /** The name that was asked for is no user's. */
  isUnknownOwner: boolean
}

/** What can be narrowed where no index of the owner's bounds the work. */
const filters = ['q', 'category', 'from', 'to', 'after', 'shown'] as const

/** @throws {Failure} BAD_REQUEST */
export async function allImagesQueryOf(
  { services }: Pick<SignedInContext, 'services'>,
  asked: URLSearchParams,
): Promise<AllImagesQuery> {
  const { database, clock } = services.site
  const kept = filters.flatMap((name) => asked.getAll(name).map((value): [string, string] => [name, value]))
  const query = imageQueryOf(new URLSearchParams(kept))
  const name = queryText(asked, 'owner')
  const owner = name === undefined ? undefined : await database.users.byName(name)
  const address = queryText(asked, 'sha256')
  if (owner !== undefined) query.ownerId = owner.id
  if (address !== undefined) query.address = address.toLowerCase()
  if (asked.get('state') === 'deleted') query.deletedAfterMs = clock() - restorableMs
  return { query, owner, isUnknownOwner: name !== undefined && owner === undefined }
}
