/** Why a database's address can't be read: most often because of what a password holds. */
export const noDatabaseAddress =
  'is no address. In a password, / is written as %2F, ? as %3F, # as %23, @ as %40 and % as %25.'

/** Whether a `sqlite:` or `postgres://` address can be read. */
export function isDatabaseAddress(url: string): boolean {
  return url.startsWith('sqlite:') || URL.canParse(url)
}
