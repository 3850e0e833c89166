/**
 * Removes trailing slashes from an address or a path, in linear time.
 * @example withoutTrailingSlashes('https://img.example//') // 'https://img.example'
 */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
