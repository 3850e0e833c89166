import { basename, dirname, join, relative, sep } from 'node:path'
import { looksLikePicture } from '@pictoglyph/documents/image-address'
import { filesBelow } from '../found-files.ts'
import type { PictureIndex } from './image-source.ts'

/** Finds pictures in a folder, which is read once, for the first name. */
export function createPictureIndex(folder: string): PictureIndex {
  let reading: Promise<Map<string, string[]>> | undefined
  return {
    async find(name, documentPath) {
      reading ??= readPictures(folder)
      const byName = await reading
      const ways = name.split('/').filter((part) => part !== '.')
      const candidates = (byName.get((ways.at(-1) ?? '').toLowerCase()) ?? []).filter((path) =>
        relative(folder, path)
          .split(sep)
          .join('/')
          .toLowerCase()
          .endsWith(
            ways
              .join('/')
              .toLowerCase()
              .replace(/^(\.\.\/)+/, ''),
          ),
      )
      const near = [join(dirname(documentPath), ...ways), join(folder, ...ways)]
      const nearest = near.find((path) => candidates.includes(path))
      if (nearest !== undefined) return { kind: 'local', paths: [nearest] }
      if (candidates.length > 1) {
        const places = candidates.map((path) => relative(folder, path)).join(', ')
        return { kind: 'unclear', reason: `Several pictures have this name: ${places}.` }
      }
      return { kind: 'local', paths: candidates.length === 1 ? candidates : near }
    },
  }
}

async function readPictures(folder: string): Promise<Map<string, string[]>> {
  const byName = new Map<string, string[]>()
  for await (const path of filesBelow(folder)) {
    if (!looksLikePicture(path)) continue
    const name = basename(path).toLowerCase()
    byName.set(name, [...(byName.get(name) ?? []), path])
  }
  return byName
}
