/** The choice of a new album; another field has its name. */
export const newAlbum = 'new'
/** The field for the name of a new album. */
export const newAlbumField = 'newAlbum'

/** The choice with the name in it, for a script's request: ids have no colon. */
export const namedChoice = (chosen: string, name: string): string =>
  chosen === newAlbum ? `${newAlbum}:${name.trim()}` : chosen

/** The name of the album to create; `undefined` if the choice is an existing one. */
export function nameOfNew(chosen: string, written: string): string | undefined {
  if (chosen === newAlbum) return written
  return chosen.startsWith(`${newAlbum}:`) ? chosen.slice(newAlbum.length + 1) : undefined
}
