import { pathOf } from './url-path.ts'

/** Why a database's address can't be read; most often a password has special characters. */
export const noDatabaseAddress =
  'is no address. In a password, / is written as %2F, ? as %3F, # as %23, @ as %40 and % as %25.'

/** Whether a `sqlite:` or `postgres://` address can be read. */
export function isDatabaseAddress(url: string): boolean {
  return url.startsWith('sqlite:') || URL.canParse(url)
}

/** A database's name in messages: the path of a SQLite file, or the host of a server; never a name or password. */
export function nameOfDatabase(url: string): string {
  return url.startsWith('sqlite:') ? pathOf(url) : `the database at ${hostOf(url)}`
}

/** The host of a database server. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host || 'its default host'
}
