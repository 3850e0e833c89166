import { type ImageAddress, inQuotes, looksLikePicture, type Span } from './image-address.ts'

/** Hugo's shortcodes, but for those that are written out as examples, and Jekyll's tags. */
const shortcode = /\{\{[<%](?!\/\*)[\s\S]*?[>%]\}\}|\{%[\s\S]*?%\}/g
const parameter = /([\w-]+)\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`|([^\s"'`>%}]+))/g
const words = /^(?:alt|caption|title|class|id|width|height|attr|loading)$/i

/** The images of shortcodes with named parameters: `{{< figure src="a.png" alt="words" >}}`. */
export function imagesOfShortcodes(text: string): { images: ImageAddress[]; words: Span[] } {
  const images: ImageAddress[] = []
  const ignored: Span[] = []
  for (const { 0: whole, index } of text.matchAll(shortcode)) {
    const found = [...whole.matchAll(parameter)].map(
      ({ 0: written, 1: name = '', 2: a, 3: b, 4: c, 5: bare, index: at }) => {
        const value = a ?? b ?? c ?? bare ?? ''
        const end = index + at + written.length - (bare === undefined ? 1 : 0)
        return { name, value, isBare: bare !== undefined, start: end - value.length, end }
      },
    )
    const alt = ['alt', 'caption', 'title'].flatMap(
      (name) => found.find((one) => one.name === name)?.value ?? [],
    )
    for (const { name, value, isBare, start, end } of found) {
      if (words.test(name)) ignored.push({ start, end })
      else if (looksLikePicture(value)) {
        images.push({
          start,
          end,
          address: value,
          ...(name === 'src' && { alt: alt[0] }),
          ...(isBare && { written: inQuotes }),
        })
      }
    }
  }
  return { images, words: ignored }
}

const wikiLink = /(!?)\[\[([^[\]|#\n]+?)(#[^[\]|\n]*?)?(?:\\?\|([^[\]\n]*))?\]\]/g
const size = /^\d+(?:x\d+)?$/

/**
 * Embeds and links of Obsidian and other wikis: `![[a.png]]`, `![[a.png|300]]`, `[[a.png|words]]`. They name files
 * only, so that an address needs the notation of Markdown, in which Obsidian reads sizes too: `![300](address)`.
 */
export function imagesOfWiki(text: string): ImageAddress[] {
  return [...text.matchAll(wikiLink)].flatMap(({ index, ...parts }) => {
    const { 0: whole, 1: mark = '', 2: name = '', 3: fragment = '', 4: given } = parts
    if (!looksLikePicture(name)) return []
    const label = given?.trim() ?? (mark === '' ? name.trim() : '')
    const words = label.split(/\\?\|/).filter((part) => !size.test(part.trim()))
    return [
      {
        start: index,
        end: index + whole.length,
        address: name.trim() + fragment,
        alt: mark === '!' && words.length > 0 ? words.join(' ') : undefined,
        isName: true as const,
        written: (link: string) => `${mark}[${label}](${link})`,
      },
    ]
  })
}
