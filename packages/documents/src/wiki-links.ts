import { type ImageAddress, looksLikePicture } from './image-address.ts'

const size = /^\d+(?:x\d+)?$/

/**
 * Reads an embedded image or a link to one in wiki notation, such as Obsidian's: `![[a.png]]`, `![[a.png|300]]`,
 * `[[a.png|words]]`. This notation only names files; addresses need Markdown, where Obsidian reads sizes too:
 * `![300](address)`.
 */
export function imageOfWikiLink(text: string, start: number): ImageAddress | undefined {
  const mark = text.charAt(start) === '!' ? '!' : ''
  const from = start + mark.length + 2
  if (!text.startsWith('[[', from - 2)) return undefined
  let end = from
  while (end < text.length && !'[]\n'.includes(text.charAt(end))) end += 1
  if (!text.startsWith(']]', end)) return undefined
  const inner = text.slice(from, end)
  const bar = inner.indexOf('|')
  const target = bar < 0 ? inner : inner.slice(0, inner.charAt(bar - 1) === '\\' ? bar - 1 : bar)
  const [name = ''] = target.split('#', 1)
  if (!looksLikePicture(name)) return undefined
  const label = bar >= 0 ? inner.slice(bar + 1).trim() : mark === '' ? name.trim() : ''
  const words = label.split(/\\?\|/).filter((part) => !size.test(part.trim()))
  return {
    start,
    end: end + 2,
    address: name.trim() + target.slice(name.length),
    alt: mark === '!' && words.length > 0 ? words.join(' ') : undefined,
    isName: true,
    written: (link) => `${mark}[${label}](${link})`,
  }
}
