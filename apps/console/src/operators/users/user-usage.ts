import type { User } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'

export interface UserWithUsage extends User {
  usage: { images: number; bytes: number }
  /** Number of second factors. */
  factors: number
  lastSeenAtMs: number | null
}

/** A user with their storage and the time they were last seen. */
export async function withUsage(
  { database }: Pick<SitePorts, 'database'>,
  user: User,
): Promise<UserWithUsage> {
  const [usage, factors, lastSeenAtMs] = await Promise.all([
    database.users.usage(user.id),
    database.factors.list(user.id),
    database.users.lastSeenAtMs(user.id),
  ])
  return { ...user, usage, factors: factors.length, lastSeenAtMs }
}

/** The operators' address of a user's images. */
export const imagesOfUserAddress = ({ name }: Pick<User, 'name'>): string =>
  `/all-images?owner=${encodeURIComponent(name)}`
