import { expect, test } from 'bun:test'
import { findOwnAlbum, setAlbumRandomLink } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages, findImage } from '@pictoglyph/site/images'
import { restoreTakenDown, takeDownImages } from '@pictoglyph/site/images/take-down'
import { setLink } from '@pictoglyph/site/links'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const how = { reason: 'reported', allCopies: false, forGood: false }
const lifetimeMs = 3_600_000

/** Events in an image's life; its state is the set of those that happened. */
const fates = {
  takenDown: async ({ ports }: SiteFixture, id: string) => {
    await takeDownImages(ports, commandActor, [await findImage(ports, id)], how)
  },
  deleted: async ({ ports, userId }: SiteFixture, id: string) => {
    await deleteImages(ports, commandActor, userId, [id])
  },
}

type Fate = keyof typeof fates | 'expired'

const orders: Fate[][] = [
  [],
  ['takenDown'],
  ['deleted'],
  ['expired'],
  ['takenDown', 'deleted'],
  ['deleted', 'takenDown'],
  ['takenDown', 'expired'],
  ['deleted', 'expired'],
  ['deleted', 'takenDown', 'expired'],
]

test.each(orders.map((order) => [order.join(', then ') || 'live', order] as const))(
  'an image that is %s answers the same by every way to it, also where it was cached',
  async (_, order) => {
    let nowMs = Date.parse('2026-01-02T03:04:05Z')
    await using site = await openSite({ clock: () => nowMs })
    await using replica = await site.reopen()
    const album = await site.addAlbum('Garden')
    const albumUrl = await site.publishAlbum(album)
    await setAlbumRandom(site, album)
    const { body } = await postUpload(site.url, {
      key: site.apiKey,
      file: pngFile(1),
      fields: { categoryId: site.categoryId, albumId: album, expiresIn: '1h', title: 'The gate' },
    })
    const id = body.data?.id ?? ''
    await setLink(site.ports, commandActor, { name: 'gate', image: { id, ownerId: site.userId } })
    const paths = [
      `/i/${id}.png`,
      `/i/${id}/thumbnail.webp`,
      `/p/${id}`,
      '/l/gate',
      `${new URL(albumUrl).pathname}/random`,
    ]
    const answers = async () => {
      const statuses = new Set<number>()
      for (const { url } of [site, replica]) {
        for (const path of paths) statuses.add((await fetch(url + path)).status)
        const page = await (await fetch(url + new URL(albumUrl).pathname)).text()
        statuses.add(page.includes(id) ? 200 : 404)
      }
      return [...statuses]
    }
    // The second request is cached.
    expect([await answers(), await answers()]).toEqual([[200], [200]])
    for (const fate of order) {
      if (fate === 'expired') nowMs += lifetimeMs
      else await fates[fate](site, id)
    }
    expect(await answers()).toEqual([order.length === 0 ? 200 : 404])

    if (!order.includes('takenDown')) return
    const image = await site.ports.database.images.byIdWithDeleted(id)
    if (order.includes('expired')) return expect(image).toBeUndefined()
    await restoreTakenDown(site.ports, commandActor, [image!])
    expect(await answers()).toEqual([order[0] === 'deleted' ? 404 : 200])
  },
  30_000,
)

async function setAlbumRandom(site: SiteFixture, albumId: string): Promise<void> {
  await setAlbumRandomLink(
    site.ports,
    commandActor,
    await findOwnAlbum(site.ports, site.userId, albumId),
    true,
  )
}
