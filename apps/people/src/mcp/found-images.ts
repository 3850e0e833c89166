import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { filesBelow } from '../found-files.ts'

/** A file whose name is that of a picture. */
interface FoundImage {
  path: string
  bytes: number
  /** ISO 8601, UTC. */
  modifiedAt: string
}

/** The search ends at this number. A larger folder belongs to no project. */
const maxFiles = 20_000
const picture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

/** Finds pictures in the folders, the newest first, without hidden folders, links and `node_modules`. */
export async function findLocalImages(
  folders: readonly string[],
  { name = '', limit }: { name?: string | undefined; limit: number },
): Promise<{ images: FoundImage[]; areMore: boolean }> {
  const wanted = name.toLowerCase()
  const found = new Map<string, { bytes: number; modifiedMs: number }>()
  for (const folder of folders) {
    for await (const path of filesBelow(folder)) {
      if (found.size === maxFiles) break
      if (!picture.test(path) || !relative(folder, path).toLowerCase().includes(wanted)) continue
      const stats = await statOf(path)
      if (stats !== undefined) found.set(path, stats)
    }
  }
  const newestFirst = [...found].toSorted(([, a], [, b]) => b.modifiedMs - a.modifiedMs)
  const images = newestFirst.slice(0, limit).map(([path, { bytes, modifiedMs }]) => ({
    path,
    bytes,
    modifiedAt: new Date(modifiedMs).toISOString(),
  }))
  return { images, areMore: newestFirst.length > limit || found.size === maxFiles }
}

/** Returns `undefined` for a file that was deleted after the listing. */
async function statOf(path: string): Promise<{ bytes: number; modifiedMs: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { bytes: size, modifiedMs: mtimeMs }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
