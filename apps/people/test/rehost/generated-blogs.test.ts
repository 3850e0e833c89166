import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ImagesClient } from '@pictoglyph/client'
import { usualKeys } from '@pictoglyph/documents/front-matter'
import { undone } from '@pictoglyph/documents/moved-addresses'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import fc from 'fast-check'
import { createForeignImages } from '../../src/rehost/foreign-images.ts'
import { isOf, openLinkMap } from '../../src/rehost/link-map.ts'
import { createPictureIndex } from '../../src/rehost/picture-index.ts'
import { type RehostJob, rehostDocument } from '../../src/rehost/rehost-document.ts'
import { blog, picturePaths, textAfter, textBefore } from './generated-blog.ts'

const runs = process.env.PICTOGLYPH_PROOF === '1' ? 5_000 : 500
const service = 'http://localhost:8080'

/** A service that gives a picture the link that its bytes have. */
const client = {
  async upload(file: Blob) {
    return { url: linkOf(new Uint8Array(await file.arrayBuffer())) }
  },
} as unknown as ImagesClient

const linkOf = (bytes: Uint8Array): string =>
  `${service}/i/${createHash('sha256').update(bytes).digest('hex').slice(0, 14)}.png`

async function openBlog() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pictoglyph-blog-')))
  const links = new Map<string, string>()
  for (const [at, path] of picturePaths.entries()) {
    // Some pictures are the same, so that their links are.
    const bytes = pngOf(1 + (at % 13))
    links.set(path, linkOf(bytes))
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  await mkdir(join(folder, 'posts'), { recursive: true })
  return {
    folder,
    link: (path: string) => links.get(path) ?? '',
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('in 500 blogs of every form nothing changes but addresses, a second run changes nothing, undo restores all', async () => {
  await using opened = await openBlog()
  const { folder, link } = opened
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const read = (name: string) => Bun.file(join(folder, name)).text()
  let runsDone = 0
  const pictures = createPictureIndex(folder)
  await fc.assert(
    fc.asyncProperty(blog, async (posts) => {
      const mapName = join(folder, `map-${runsDone++}.jsonl`)
      const job = async (): Promise<RehostJob> => ({
        imagesUrl: service,
        siteFolder: folder,
        staticFolders: [],
        from: new Set(),
        frontMatter: new Set([...usualKeys, 'hero_image']),
        mode: 'move',
        client,
        categoryId: undefined,
        map: await openLinkMap(mapName),
        pictures,
        foreign: createForeignImages(false),
        links: new Map(),
      })
      for (const post of posts) await write(post.name, textBefore(post))
      const first = await job()
      for (const post of posts) {
        const { images } = await rehostDocument(first, join(folder, post.name))
        expect(await read(post.name)).toBe(textAfter(post, link))
        expect(images.filter(({ reason }) => reason !== undefined)).toEqual([])
        const left = images.filter(({ isLeft }) => isLeft).map(({ from }) => from)
        expect(left).toEqual(post.pieces.flatMap((piece) => piece.left ?? []))
      }
      const second = await job()
      for (const post of posts) {
        const { images } = await rehostDocument(second, join(folder, post.name))
        expect(images.filter(({ to, reason }) => to !== undefined || reason !== undefined)).toEqual([])
        expect(await read(post.name)).toBe(textAfter(post, link))
      }
      const { lines } = await openLinkMap(mapName)
      for (const post of posts) {
        const name = join(folder, post.name)
        const { text, changed } = undone(
          await read(post.name),
          lines.filter((line) => isOf(line, name)),
        )
        expect([text, changed]).toEqual([textBefore(post), 0])
      }
    }),
    { numRuns: runs },
  )
}, 300_000)
