/** The input of a copy format: three addresses of this site, which need no escaping, and a person's title. */
interface CopySource {
  url: string
  pageUrl: string
  thumbnailUrl: string
  title: string
}

/** The formats for copying a link, in display order. */
export const copyFormatNames = [
  'url',
  'markdown',
  'markdownLinked',
  'html',
  'htmlLinked',
  'bbcode',
  'bbcodeLinked',
  'thumbnail',
  'thumbnailLinked',
] as const

export type CopyFormatName = (typeof copyFormatNames)[number]

/**
 * The ready-to-copy forms of a link; `thumbnailLinked` is Markdown. The title is escaped for each syntax, so that it
 * can't end its element or start another.
 */
export function copyFormats({
  url,
  pageUrl,
  thumbnailUrl,
  title,
}: CopySource): Record<CopyFormatName, string> {
  const text = escapeMarkdown(title)
  const markdown = `![${text}](${url})`
  const html = `<img src="${escapeHtml(url)}" alt="${escapeHtml(title)}">`
  const bbcode = `[img]${url}[/img]`
  return {
    url,
    markdown,
    markdownLinked: `[${markdown}](${pageUrl})`,
    html,
    htmlLinked: `<a href="${escapeHtml(pageUrl)}">${html}</a>`,
    bbcode,
    bbcodeLinked: `[url=${pageUrl}]${bbcode}[/url]`,
    thumbnail: thumbnailUrl,
    thumbnailLinked: `[![${text}](${thumbnailUrl})](${pageUrl})`,
  }
}

/** Escapes text for CommonMark: ASCII punctuation with backslashes, line breaks as spaces. */
function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]()<>#+\-.!|&~]/g, '\\$&')
}

/** Escapes text for HTML attributes and content. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
