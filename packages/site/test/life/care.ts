import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { png } from '@pictoglyph/media/test/build/png'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { checkSite } from '../../src/care/check-site.ts'
import { collectGarbage } from '../../src/care/collect-garbage.ts'
import type { Finding } from '../../src/care/findings.ts'
import { deleteImages } from '../../src/images/images.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import { storeBytes } from '../../src/upload/store.ts'
import type { Chapter } from './life.ts'

/** Checks of what is damaged, and their repairs. */
export const care: Chapter = {
  name: 'care',
  async happen({ site, ann, bob, engine, step, upload, wait }) {
    const { ports } = site
    const { database, blobs } = ports
    const folder = join(dirname(site.databasePath), 'blobs')
    const damage = (statement: string, ...values: string[]) =>
      engine.write(async (sql) => void (await sql.run(statement, ...values)))
    const fileOf = async (address: string) => {
      const paths = await readdir(folder, { recursive: true })
      return join(folder, paths.find((path) => path.endsWith(address.slice(-20))) ?? address)
    }
    /** Changes the file of a blob, whatever its modes are. */
    const overwrite = async (address: string, bytes: Uint8Array) => {
      const path = await fileOf(address)
      await rm(path)
      await writeFile(path, bytes)
    }
    const told: string[] = []
    const progress = (label: string, total: number) => {
      let done = 0
      return {
        advance(count: number) {
          done += count
        },
        finish: () => void told.push(`${label} ${done} of ${total}`),
      }
    }
    const check = async (options: { repair?: boolean; quick?: boolean } = {}) => {
      const found: Finding[] = []
      told.length = 0
      const summary = await checkSite(ports, { ...options, progress, report: (one) => void found.push(one) })
      return [found.toSorted((a, b) => a.kind.localeCompare(b.kind)), summary, told]
    }
    /** Checks without repair, quickly and wholly, then repairs, and checks once more. */
    const repairing = async (words: string) => {
      await step(`${words}: a quick check`, () => check({ quick: true }))
      await step(`${words}: a check`, () => check())
      await step(`${words}: a repair`, () => check({ repair: true }))
      await step(`${words}: after that`, () => check())
    }
    const hashOf = (text: string) => createSha256().update(text).digest('hex')
    /** Puts the time of a file in the past: a check waits for the row of young bytes. */
    const age = async (address: string, at = new Date(Date.now() - 3_600_000)) =>
      utimes(await fileOf(address), at, at)
    const put = async (text: string) => {
      await using staged = await blobs.stage()
      await staged.write(new TextEncoder().encode(text))
      await blobs.put(staged, hashOf(text))
      await age(hashOf(text))
      return hashOf(text)
    }

    const one = await upload(ann, 1)
    wait(1)
    const two = await upload(ann, 2)
    wait(1)
    const copy = await upload(bob, 2)
    const thumbnail = (source: string, text: string) =>
      storeBytes(ports, { bytes: new TextEncoder().encode(text) }, ({ address, sizeBytes, removalsSeen }) =>
        database.renditions.record({
          ...{ source, size: 'thumbnail', format: 'webp', placeholder: 'AAAA', madeFor: null, removalsSeen },
          file: { address, sizeBytes, type: 'image/webp', width: 4, height: 3, frames: 1 },
          createdAtMs: site.clock.nowMs,
        }),
      )
    const made = await step('a thumbnail', () => thumbnail(two.file.address, 'thumbnail'))
    await step('another stays', () => thumbnail(two.file.address, 'other'))
    await step('one of bytes that no one needs', () => thumbnail(hashOf('x'), 'none'))
    await age(hashOf('none'))
    await step('one that can not be made, twice', async () => {
      for (const more of [0, 60_000]) {
        await database.renditions.markImpossible({
          ...{ source: one.file.address, size: 'thumbnail', format: 'avif' },
          createdAtMs: site.clock.nowMs + more,
        })
      }
    })
    const rendition = made?.kind === 'recorded' ? made.rendition.file?.address : undefined
    if (rendition === undefined) throw new Error('there is no thumbnail')
    await step('the renditions of both', async () => [
      await database.renditions.of(one.file.address),
      await database.renditions.thumbnails([one.file.address, two.file.address]),
    ])
    await step('bytes that were released are collected', () => collectGarbage(ports, { releasedForMs: 0 }))
    await repairing('sound')

    await overwrite(one.file.address, png(9, 9))
    await repairing('altered')
    await overwrite(one.file.address, png(9, 9).subarray(1))
    await repairing('resized')
    await rm(await fileOf(one.file.address))
    await repairing('lost')
    await step('the same file heals it', () => upload(ann, 1))
    await step('then all is well', () => check())
    await overwrite(rendition, new Uint8Array(9))
    await repairing('an altered thumbnail')
    const again = await step('the thumbnail is made again', () => thumbnail(two.file.address, 'thumbnail'))
    if (again?.kind === 'recorded') await rm(await fileOf(again.rendition.file?.address ?? ''))
    await repairing('a lost thumbnail')

    await step('a wrong size', () =>
      damage('UPDATE blobs SET size_bytes = 7 WHERE address = ?', two.file.address),
    )
    await repairing('misrecorded')
    await step('wrong numbers', () => damage('UPDATE blobs SET images = images + 3'))
    await repairing('miscounted')
    await step('released by mistake', () =>
      damage('UPDATE blobs SET images = 0, released_at_ms = 1 WHERE address = ?', two.file.address),
    )
    await repairing('misreleased')
    await step('a claim to an image that is not there', async () => {
      await damage("UPDATE image_claims SET image_id = 'gone' WHERE received_sha256 = ?", two.receivedSha256)
      await damage(
        "INSERT INTO image_claims (received_sha256, scope, image_id) VALUES (?, 'site', 'gone')",
        'f'.repeat(64),
      )
    })
    await repairing('misclaimed')
    const orphan = await put('an orphan')
    await repairing('orphan')
    await step('it is collected only once it is old', async () => {
      await put('an orphan')
      return collectGarbage(ports, { progress })
    })
    await step('a day old', async () => {
      await age(orphan, new Date(site.clock.nowMs - 24 * 3_600_000 - 1))
      return [await collectGarbage(ports, { orphanedForMs: null }), await collectGarbage(ports, { progress })]
    })
    await step('deleted images keep their bytes', async () => {
      await deleteImages(ports, commandActor, bob.id, [copy.id])
      await deleteImages(ports, commandActor, ann.id, [two.id])
      return check()
    })
    await step('they are collected, and their bytes vanish', async () => {
      const collected = await collectGarbage(ports, { deletedForMs: 0 })
      await rm(await fileOf(two.file.address))
      return collected
    })
    await repairing('stale')

    await step('a row that is not there', async () => {
      await damage('UPDATE blobs SET size_bytes = NULL WHERE address = ?', one.file.address)
    })
    await repairing('unrecorded')
    await step('nor its bytes', async () => {
      await damage('UPDATE blobs SET size_bytes = NULL WHERE address = ?', one.file.address)
      await rm(await fileOf(one.file.address))
    })
    await repairing('unrecorded and lost')
    await step('files of uploads that died', async () => {
      const staging = join(folder, 'staging')
      await mkdir(staging, { recursive: true })
      for (const [name, minutes] of [
        ['old', 31],
        ['new', 29],
      ] as const) {
        await writeFile(join(staging, name), 'x')
        const at = new Date(Date.now() - minutes * 60_000)
        await utimes(join(staging, name), at, at)
      }
      return [await check(), await check({ repair: true })]
    })
  },
}
