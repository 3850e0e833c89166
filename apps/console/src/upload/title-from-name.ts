const maxTitleCharacters = 500

/** The title that a file's name gives: the name without its ending. A picture that was copied has no name of its own. */
export function titleFromName(name: string): string {
  if (/^image\.\w+$/.test(name)) return ''
  return [...name.replace(/\.[^.]{1,5}$/, '')].slice(0, maxTitleCharacters).join('')
}

/** The cookie that is `off` where a browser's files keep their names for themselves. */
export const nameAsTitleCookie = 'name-as-title'
