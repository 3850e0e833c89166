import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import fc from 'fast-check'
import type { DryRunData } from '../../src/upload/dry-run-answer.ts'
import { type PostedUpload, postUpload } from '../post-upload.ts'
import { joined, pngChunk, pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const limitBytes = 4_000
const allTypes = 'png,jpeg,gif,webp,avif'

const choices = {
  file: [
    ...(['new', 'stored before', 'with a comment', 'cut short', 'no image', 'too large', 'none'] as const),
    ...(['by the hash of one stored before', 'by an unknown hash', 'by no hash'] as const),
  ],
  category: ['open', 'closed', 'unknown', 'none'],
  album: ['none', 'own', "a stranger's"],
  title: ['A title', 'x'.repeat(501)],
  idempotencyKey: ['none', 'fresh', 'of this upload', 'of another upload'],
  quota: ['none', 'used up', 'room for what is kept'],
  types: [allTypes, 'avif'],
  key: ['free', 'bound to small files'],
  expiresIn: ['', '1h', '400d', 'soon'],
  dedupBy: ['file', 'picture'],
} as const

type Choice = { [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** Mostly the first of each, because one reason for a refusal hides the next ones. */
const choice: fc.Arbitrary<Choice> = fc.record({
  file: mostly(choices.file),
  category: mostly(choices.category),
  album: mostly(choices.album),
  title: mostly(choices.title),
  idempotencyKey: mostly(choices.idempotencyKey),
  quota: mostly(choices.quota),
  types: mostly(choices.types),
  key: mostly(choices.key),
  expiresIn: mostly(choices.expiresIn),
  dedupBy: mostly(choices.dedupBy),
})

function mostly<T>(values: readonly [T, ...T[]]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(values[0]) }, fc.constantFrom(...values))
}

/** The bytes for a file of this kind, different for every number. */
function bytesOf(file: Choice['file'], number: number): Uint8Array<ArrayBuffer> | undefined {
  const png = pngOf(number)
  const comment = pngChunk('tEXt', new TextEncoder().encode(`Comment\0${'words '.repeat(100)}`))
  const files = {
    new: png,
    'stored before': pngOf(0),
    'with a comment': joined([png.subarray(0, -12), comment, png.subarray(-12)]),
    'cut short': png.slice(0, -4),
    'no image': new TextEncoder().encode(`no image ${number}`),
    'too large': joined([png, new Uint8Array(limitBytes)]),
    none: undefined,
    'by the hash of one stored before': undefined,
    'by an unknown hash': undefined,
    'by no hash': undefined,
  }
  return files[file]
}

/** The hash that replaces a file. */
function hashOf(file: Choice['file'], number: number): { sha256?: string } {
  if (file === 'by no hash') return { sha256: 'none' }
  if (file !== 'by the hash of one stored before' && file !== 'by an unknown hash') return {}
  const bytes = pngOf(file === 'by an unknown hash' ? 2 ** 21 + number : 0)
  return { sha256: createHash('sha256').update(bytes).digest('hex') }
}

interface World extends AsyncDisposable {
  site: SiteFixture
  /** Brings the site into the chosen state, and returns the upload to try. */
  arrange(chosen: Choice, number: number): Promise<PostedUpload>
}

async function openWorld(): Promise<World> {
  await using opened = new AsyncDisposableStack()
  const site = opened.use(await openSite())
  await site.setPolicy('upload.maxBytes', String(limitBytes))
  await site.setPolicy('upload.maxLifetime', '365d')
  const categoryId = site.categoryId
  await postUpload(site.url, { key: site.apiKey, file: pngFile(0), fields: { categoryId } })
  const keys = {
    free: site.apiKey,
    'bound to small files': await site.createKey({ binding: { maxBytes: 70 } }),
  }
  const categories = { open: { categoryId }, closed: { categoryId }, unknown: { categoryId: 'no' }, none: {} }
  const albums = {
    none: {},
    own: { albumId: await site.addAlbum('Mine') },
    "a stranger's": { albumId: await site.addAlbum('Theirs', await site.addUser('stranger')) },
  }

  async function allow(
    { types, category: state, dedupBy }: Pick<Choice, 'types' | 'category' | 'dedupBy'>,
    quotaBytes: number,
  ) {
    const verb = state === 'closed' ? 'disable' : 'enable'
    await runAction(site.ports, { actor: commandActor, thing: category, verb, id: categoryId })
    await site.setPolicy('upload.types', types)
    await site.setPolicy('upload.dedupBy', dedupBy)
    await site.setQuota(quotaBytes)
  }

  const held = opened.move()
  return {
    site,
    async arrange(chosen, number) {
      const key = keys[chosen.key]
      const bytes = bytesOf(chosen.file, number)
      const upload: PostedUpload = {
        key,
        ...(bytes && { file: new File([bytes], 'picture') }),
        fields: {
          ...categories[chosen.category],
          ...albums[chosen.album],
          ...hashOf(chosen.file, number),
          title: chosen.title,
          expiresIn: chosen.expiresIn,
        },
        ...(chosen.idempotencyKey !== 'none' && { idempotencyKey: `upload-${number}` }),
      }
      await allow({ types: allTypes, category: 'open', dedupBy: 'file' }, Number.MAX_SAFE_INTEGER)
      if (chosen.idempotencyKey === 'of this upload') await postUpload(site.url, upload)
      if (chosen.idempotencyKey === 'of another upload') {
        await postUpload(site.url, { ...upload, file: pngFile(2 ** 20 + number), fields: { categoryId } })
      }
      const { bytes: usedBytes } = await site.ports.database.users.usage(site.userId)
      const room = {
        none: Number.MAX_SAFE_INTEGER,
        'used up': usedBytes,
        'room for what is kept': usedBytes + pngOf(number).length,
      }
      await allow(chosen, room[chosen.quota])
      return upload
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

test('a dry run predicts the answer of an upload: the image, or its first problem', async () => {
  await using world = await openWorld()
  const { site } = world
  let number = 0
  await fc.assert(
    fc.asyncProperty(choice, async (chosen) => {
      number += 1
      const upload = await world.arrange(chosen, number)
      const keptBefore = await site.kept()
      const dryRun = await postUpload<DryRunData>(site.url, { ...upload, query: '?dryRun=1' })
      expect(dryRun.status).toBe(200)
      expect(await site.kept()).toEqual(keptBefore)
      const { accepted, problems, wouldDedupe, existing } = dryRun.body.data

      const { body } = await postUpload(site.url, upload)
      expect({ accepted, first: problems[0]?.code }).toEqual({ accepted: body.ok, first: body.error?.code })
      if (body.ok) {
        const { images } = await site.kept()
        expect(wouldDedupe).toBe(images === keptBefore.images)
        expect(existing?.id).toBe(wouldDedupe ? body.data.id : undefined)
      }
    }),
    { numRuns: 150 },
  )
}, 60_000)
