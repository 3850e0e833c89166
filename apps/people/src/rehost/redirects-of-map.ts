import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sitePathOf, sourceOf } from './image-source.ts'
import type { MapLine } from './link-map.ts'
import { createPictureIndex } from './picture-index.ts'
import { type Redirect, type RedirectKind, redirectLines } from './redirects.ts'

/** Redirects from the former addresses of a map's pictures, as far as files and addresses show them. */
export async function redirectsOf(
  kind: RedirectKind,
  lines: readonly MapLine[],
  { siteFolder, staticFolders }: { siteFolder: string; staticFolders: readonly string[] },
): Promise<string[]> {
  const roots = [...staticFolders, siteFolder]
  const pictures = createPictureIndex(siteFolder)
  const redirects: Redirect[] = []
  for (const { file, from, to, was } of lines) {
    const context = {
      documentPath: resolve(file),
      base: undefined,
      imagesUrl: 'http://invalid',
      roots,
      hosts: new Set<string>(),
      pictures,
    }
    const isName = was !== undefined && /^!?\[\[/.test(was)
    const source = await sourceOf({ start: 0, end: 0, address: from, ...(isName && { isName }) }, context)
    if (source.kind === 'remote') {
      redirects.push({ host: source.host, path: new URL(source.url).pathname, to: withoutFragment(to) })
    } else if (source.kind === 'local') {
      const [first = ''] = source.paths
      const path = sitePathOf((await firstThere(source.paths)) ?? first, roots)
      if (path !== undefined) redirects.push({ path, to: withoutFragment(to) })
    }
  }
  return redirectLines(kind, redirects)
}

const withoutFragment = (link: string): string => link.replace(/#.*$/s, '')

/** The first existing file: pictures may have been deleted since they moved. */
async function firstThere(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}
