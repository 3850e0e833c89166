/**
 * An address or a path without the slashes at its end, in time linear in its length.
 * @example withoutTrailingSlashes('https://img.example//') // 'https://img.example'
 */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
