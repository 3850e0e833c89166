import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageLinks } from '@pictoglyph/site/images/image-addresses'
import { renditionSizeNames } from '@pictoglyph/site/images/rendition-sizes'
import type { Image } from '@pictoglyph/site/language/records'
import { type Redirect, type RedirectKind, redirectLines } from 'pictoglyph-client/rehost/redirects'
import { replaceFile } from 'pictoglyph-client/written-file'
import type { PlannedImage } from './import-plan.ts'

const fileNames: Readonly<Record<RedirectKind, string>> = {
  nginx: 'nginx.conf',
  caddy: 'Caddyfile',
  netlify: '_redirects',
}

/** Redirects from an image's former addresses: its file and, if a Pictoglyph site had it, its page and renditions. */
export function imageRedirects(
  links: ImageLinks,
  { address, page }: Pick<PlannedImage, 'address' | 'page'>,
  image: Image,
): Redirect[] {
  const moves: [from: string | undefined, to: string][] = [
    [address, links.direct(image)],
    [page, links.page(image)],
  ]
  const [, still] = /^(.*\/i\/[0-9A-Za-z]+)\.\w+$/.exec(address ?? '') ?? []
  if (page !== undefined && still !== undefined) {
    for (const size of renditionSizeNames) {
      const to = size === 'preview' ? links.preview(image).address : links.rendition(image, size)
      moves.push([`${still}/${size}.${size === 'preview' ? 'jpg' : 'webp'}`, to])
    }
  }
  return redirectsOf(moves)
}

/** Redirects for known addresses that change. */
export function redirectsOf(moves: readonly (readonly [from: string | undefined, to: string])[]): Redirect[] {
  return moves.flatMap(([from, to]) => {
    if (from === undefined || from === to) return []
    const { host, pathname: path } = new URL(from)
    return [{ host, path, to }]
  })
}

/** Writes the redirects for each supported server, for the former host to include. @returns the files */
export async function writeRedirectMap(
  directory: string,
  redirects: readonly Redirect[],
): Promise<Record<RedirectKind, string>> {
  await mkdir(directory, { recursive: true })
  const files = { nginx: '', caddy: '', netlify: '' }
  for (const kind of ['nginx', 'caddy', 'netlify'] as const) {
    files[kind] = join(directory, fileNames[kind])
    const content = redirectLines(kind, redirects).map((line) => `${line}\n`)
    await replaceFile(files[kind], { content: content.join(''), mode: 0o644 })
  }
  return files
}
