import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages, findImage, setImagesExpiry } from '@pictoglyph/site/images'
import { restoreTakenDown, takeDownImages } from '@pictoglyph/site/images/take-down'
import { zipEntries } from '../src/gallery/image-zip.ts'
import { zipStream } from '../src/gallery/zip.ts'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

/** What may befall an image. */
const fates = ['takenDown', 'deleted', 'expired', 'gone for good'] as const

test.each(fates)(
  'a picture that is %s is in no archive, also where the archive is being written',
  async (fate) => {
    let nowMs = Date.UTC(2026, 2, 31, 12)
    await using testConsole = await startConsole({ clock: () => nowMs })
    const { site } = testConsole
    const olga = await testConsole.addMember('olga')
    const visitor = await createSignedInVisitor(testConsole, olga)
    const ids: string[] = []
    for (const width of [10, 20, 30]) {
      ids.push(imageIdOf(await uploadPicture(visitor, { title: `Gate ${width}` }, picture({ width }))))
    }
    const [, struck = ''] = ids
    const befall = async () => {
      const image = await findImage(site, struck)
      if (fate === 'deleted') return deleteImages(site, commandActor, olga.id, [struck])
      if (fate === 'expired') {
        await setImagesExpiry(site, commandActor, [image], nowMs + 60_000)
        nowMs += 60_000
        return
      }
      const how = { reason: 'reported', allCopies: false, forGood: fate !== 'takenDown' }
      await takeDownImages(site, commandActor, [image], how)
    }

    const underWay = zipEntries(
      site,
      ids.map((id) => ({ id })),
    )
    const first = await underWay.next()
    await befall()
    const names = [first.value?.name]
    let manifest = ''
    for await (const { name, open } of underWay) {
      names.push(name)
      if (name === 'manifest.jsonl') manifest = await new Response(await open()).text()
    }
    expect(names).toEqual(['Gate 10.png', 'Gate 30.png', 'manifest.jsonl'])
    expect(manifest).not.toContain(struck)

    // The clock may have ended the first session.
    const later = await createSignedInVisitor(testConsole, olga)
    expect((await later.post('/images/zip', { id: [struck] })).status).toBe(404)
    const all = await later.post('/images/zip', { all: 'on', return: '/images' })
    const bytes = Buffer.from(await all.arrayBuffer())
    expect([bytes.includes('Gate 30'), bytes.includes('Gate 20'), bytes.includes(struck)]).toEqual([
      true,
      false,
      false,
    ])
    if (fate !== 'takenDown') return
    await restoreTakenDown(site, commandActor, [await findImage(site, struck)])
    const again = await later.post('/images/zip', { id: [struck] })
    expect(Buffer.from(await again.arrayBuffer()).includes('Gate 20.png')).toBe(true)
  },
)

test('an archive whose picture goes for good while it is sent breaks off, so that no one takes it for whole', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  const id = imageIdOf(await uploadPicture(visitor, { title: 'Gate' }))
  const archive = zipStream(
    (async function* () {
      for await (const entry of zipEntries(site, [{ id }])) {
        const how = { reason: 'reported', allCopies: false, forGood: true }
        if (entry.name !== 'manifest.jsonl') {
          await takeDownImages(site, commandActor, [await findImage(site, id)], how)
        }
        yield entry
      }
    })(),
  )
  const outcome = await new Response(archive).bytes().catch((error: unknown) => error)
  expect(outcome).toMatchObject({ code: 'BLOB_MISSING' })
})
