import { escapeHtml } from '@pictoglyph/site/images/copy-formats'
import type { Image } from '@pictoglyph/site/language/records'
import { isoTime } from '@pictoglyph/site/language/time'

const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
main { display: grid; gap: 1.5rem 1rem; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)) }
figure { margin: 0; overflow-wrap: anywhere }
img { aspect-ratio: 4 / 3; background: #8882; border-radius: .5rem; display: block; height: auto; object-fit: contain; width: 100% }
figcaption { font-size: .9rem; margin-top: .35rem }
figcaption small { color: GrayText; display: block }
`

/** The beginning of an export's page, in both languages. */
export const startOfPage = (siteName: string, images: number): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(siteName)}: pictures · 图片</title>
<style>${style}</style>
<h1>${escapeHtml(siteName)}</h1>
<p>${images} pictures <span lang="zh-Hans">· ${images} 张图片</span></p>
<main>
`

/** The end of an export's page. */
export const endOfPage = '</main>\n</html>\n'

/** An image with its title, albums and day. */
export function figureOf(
  { title, description, createdAtMs, file: { width, height } }: Image,
  { file, albums }: { file: string; albums: readonly string[] },
): string {
  const address = escapeHtml(file.split('/').map(encodeURIComponent).join('/'))
  const words = [...albums, isoTime(createdAtMs).slice(0, 10)].map(escapeHtml).join(' · ')
  const alt = escapeHtml(title)
  const about = description === '' ? '' : `<small>${escapeHtml(description)}</small>`
  return `<figure><a href="${address}"><img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a><figcaption>${alt}${about}<small>${words}</small></figcaption></figure>\n`
}
