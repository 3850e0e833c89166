/** Here too, because pages load this file. */
const maxTitleCharacters = 500

/** The title that a file's name gives: the name without its ending. A picture that was copied has no name of its own. */
export function titleFromName(name: string): string {
  if (/^image\.\w+$/.test(name)) return ''
  return [...name.replace(/\.[^.]{1,5}$/, '')].slice(0, maxTitleCharacters).join('')
}
