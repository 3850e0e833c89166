/** Defined here too, because pages load this file. */
const maxTitleCharacters = 500

/** The title from a file's name, without its ending; '' for the default name of a copied image. */
export function titleFromName(name: string): string {
  if (/^image\.\w+$/.test(name)) return ''
  return [...name.replace(/\.[^.]{1,5}$/, '')].slice(0, maxTitleCharacters).join('')
}
