/** What a choice of an album is when a new one is to be created, whose name stands in a field beside it. */
export const newAlbum = 'new'
/** The field of the name. */
export const newAlbumField = 'newAlbum'

/** The choice with the name in it, as a script sends it: ids have no colon. */
export const namedChoice = (chosen: string, name: string): string =>
  chosen === newAlbum ? `${newAlbum}:${name.trim()}` : chosen

/** The name of the album that a choice wants created; `undefined` for one that there is. */
export function nameOfNew(chosen: string, written: string): string | undefined {
  if (chosen === newAlbum) return written
  return chosen.startsWith(`${newAlbum}:`) ? chosen.slice(newAlbum.length + 1) : undefined
}
