import type { User } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'

export interface UserWithUsage extends User {
  usage: { images: number; bytes: number }
  /** Second factors. */
  factors: number
  lastSeenAtMs: number | null
}

/** A user, with what is used and when they were last seen. */
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

/** The address of the images of a user, for operators. */
export const imagesOfUserAddress = ({ name }: Pick<User, 'name'>): string =>
  `/all-images?owner=${encodeURIComponent(name)}`
